package ccc

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"mdck/internal/protocols/ccc/prose"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

func (d *draft) proceed() error {
	if len(d.text) > maxPrompt {
		return protocol.BadRequest("name the files instead of quoting their text", "the continuation prompt has %d bytes; expected at most %d", len(d.text), maxPrompt)
	}
	text, err := promptText(d.text)
	if err == nil && text == d.Prompt.Text {
		d.addNote("the continuation prompt already has this text")
		return nil
	}
	d.prompt, d.did = text, "wrote the continuation prompt"
	return err
}

// maxPrompt limits a prompt in bytes, because a session reads the prompt first.
const maxPrompt = 64 << 10

func promptText(text string) (string, error) {
	text = strings.TrimSpace(tidy(spelling.Clean(text)))
	if isBlank(text) {
		return "", protocol.BadRequest("to let mdck write the prompt: mdck ccc continue", "the continuation prompt has no text")
	}
	if strings.Contains(text, "<!--") && strings.Contains(spelling.OneLine(text), "<!-- mdck:") {
		return "", protocol.BadRequest("write the directive into the file by hand", "the continuation prompt contains a directive")
	}
	const rounds = 8 // of passes, because escaping one underline can create another heading
	for range rounds {
		escaped, err := escapeHeadings(text)
		if err != nil || escaped == text {
			return text, err
		}
		text = escaped
	}
	return text, nil
}

func escapeHeadings(text string) (string, error) {
	const head = "# x\n\n"
	d, err := mdcheckpoint.Parse("prompt", head+text)
	if err != nil {
		return "", err
	}
	var edits []source.Edit
	for _, s := range d.Sections[1:] {
		if s.Level > 2 {
			continue
		}
		at := s.Heading.Start
		if s.Setext {
			at += strings.LastIndexByte(d.File.Slice(s.Heading), '\n') + 1
			at += len(d.File.Text[at:]) - len(strings.TrimLeft(d.File.Text[at:], " \t"))
		}
		edits = append(edits, source.Insert(at-len(head), `\`))
	}
	return source.Apply(text, edits)
}

// SetSession returns the change that sets the session time and the mode. An empty mode keeps the
// old one.
func (p *Progress) SetSession(at time.Time, mode string) (*Change, error) {
	d := &draft{Progress: p, text: mode}
	var err error
	if mode != "" {
		err = d.mode()
	}
	d.set(sessionLine, spelling.FormatTime(at), "set the time of the session")
	return d.change(err)
}

func (d *draft) mode() error {
	name, err := knownMode(d.text)
	if err == nil && name != d.ModeName() {
		d.set(modeLine, "exec:"+name, "set the mode to "+name)
	}
	return err
}

func knownMode(mode string) (string, error) {
	name := modeText(spelling.OneLine(mode))
	if !slices.Contains(engine.Modes, name) {
		return "", protocol.BadRequest("", "the execution mode is %q; expected one of %s", mode, strings.Join(engine.Modes, ", "))
	}
	return name, nil
}

// SetIssue returns the change that sets the issue and its title. An empty title keeps the title of
// the same issue.
func (p *Progress) SetIssue(id, title string) (*Change, error) {
	d := &draft{Progress: p}
	return d.change(cmp.Or(protocol.CheckText(id, title), d.name(id, title)))
}

func (d *draft) issue() error { return d.name(splitIssue(spelling.OneLine(d.text))) }

func (d *draft) name(given, title string) error {
	id := strings.ToUpper(spelling.OneLine(given))
	title = spelling.CleanLine(title)
	if id == "" || prose.IssueAt(id) != id {
		return protocol.BadRequest("", "%q is not the id of an issue, such as CIA-123", given)
	}
	if strings.EqualFold(id, d.IssueID) {
		title = cmp.Or(title, d.IssueTitle)
		if title == d.IssueTitle {
			d.addNote("the issue is already %s", id)
			return nil
		}
	}
	switch {
	case title == "":
	case d.issueInSection():
		title = ": " + title
	default:
		title = dash + title
	}
	d.set(issueLine, id+title, "set the issue to "+id)
	return nil
}

func (p *Progress) issueInSection() bool {
	return p.line(issueLine) == nil && (p.group(issueKey) != nil || p.Shape == ShapeE)
}

func (d *draft) set(name, value, did string) {
	inSection := name == issueLine && d.issueInSection()
	if d.Shape != ShapeP && len(d.Header) == 0 && !inSection {
		d.notes = []string{"the time and the mode were not written: a file of this shape has no lines for them"}
		return
	}
	if !inSection && d.headerValue(name).Text == value {
		return
	}
	if d.header == nil {
		d.header = map[string]string{}
	}
	d.header[name], d.did = value, did
}
