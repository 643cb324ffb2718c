package ccc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/ccc/prose"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// block plans the change that records a blocker and what would end it. A blocker
// that is there gets the new condition.
func (p *Progress) block(given, until string) (plan, error) {
	text, err := entryOf(given)
	if err != nil {
		return plan{}, err
	}
	by, err := noteOf(until)
	if err != nil {
		return plan{}, err
	}
	what := Entry{Key: BlockersKey, Line: text}.read()
	if what.Detail != "" && by != "" && what.Detail != by {
		return plan{}, protocol.BadRequest(separatorHint(BlockersKey), "%q says what would unblock it, and so does %q", text, by)
	}
	if by == "" {
		by = what.Detail
	}
	if IsBlank(by) {
		return plan{}, protocol.BadRequest("", "want what would unblock %q", what.Text)
	}
	line := what.Text + " " + unblocked + " " + by + ")"
	if err := cmp.Or(checkEntry(what.Text), checkReading(BlockersKey, line, what.Text, by)); err != nil {
		return plan{}, err
	}
	pl := plan{did: fmt.Sprintf("recorded the blocker %q", what.Text), notes: rewrittenNotes(until, by)}
	if what.Detail == "" {
		pl.notes = append(rewrittenNotes(given, text), pl.notes...)
	}
	there := find(p.Blockers, what.Text)
	switch {
	case there == nil:
		pl.steps = []step{{key: p.keyOf(BlockersKey, FlaggedKey), line: line}}
	case there.Detail == by:
		return plan{notes: []string{fmt.Sprintf("the blocker %q is there already", what.Text)}}, nil
	default:
		line = there.written(there.Text) + " " + unblocked + " " + by + ")"
		pl.steps = []step{{key: there.Key, entry: there, line: line, nested: there.nested}}
		pl.did = fmt.Sprintf("changed what unblocks %q", there.Text)
	}
	return pl, nil
}

// unblock plans the change that takes a blocker out: the one with that text, or
// the only one that the text is a part of, in any case. A blocker that is not
// there is a note, and no error; a text that names several is one.
func (p *Progress) unblock(which string) (plan, error) {
	which = entryText(which)
	if which == "" {
		return plan{}, protocol.BadRequest("", "want the blocker that no longer stands")
	}
	there := find(p.Blockers, which)
	if there == nil {
		var near []*Entry
		for i := range p.Blockers {
			if strings.Contains(identity(p.Blockers[i].Text), identity(which)) {
				near = append(near, &p.Blockers[i])
			}
		}
		if len(near) > 1 {
			return plan{}, protocol.BadRequest("give more of the text", "%q names %d blockers", which, len(near))
		}
		if len(near) == 0 {
			return plan{notes: []string{fmt.Sprintf("there is no blocker %q", which)}}, nil
		}
		there = near[0]
	}
	return plan{
		steps: []step{{key: there.Key, entry: there}},
		did:   fmt.Sprintf("took out the blocker %q", there.Text),
	}, nil
}

// cont plans the change that puts text in the place of the continuation
// prompt. Its lines stay lines; what Markdown would take for a heading of a
// section gets a backslash. Comments in the section stay.
func (p *Progress) cont(text string) (plan, error) {
	if len(text) > MaxPrompt {
		return plan{}, protocol.BadRequest("name files instead of quoting them", "the continuation prompt has %d bytes, want at most %d", len(text), MaxPrompt)
	}
	text, err := promptText(text)
	if err != nil {
		return plan{}, err
	}
	if text == p.Prompt.Text {
		return plan{notes: []string{"the continuation prompt says this already"}}, nil
	}
	return plan{prompt: text, did: "wrote the continuation prompt"}, nil
}

// MaxPrompt is how many bytes a continuation prompt has at most that is written: it is
// what a session reads first.
const MaxPrompt = 64 << 10

// promptText makes text fit for a section of its own.
func promptText(text string) (string, error) {
	if err := checkText(text); err != nil {
		return "", err
	}
	text = strings.TrimSpace(tidy(clean(text)))
	if IsBlank(text) {
		return "", protocol.BadRequest("", "the continuation prompt %q says nothing", text)
	}
	if strings.Contains(text, "<!--") && strings.Contains(OneLine(text), "<!-- mdck:") {
		return "", protocol.BadRequest("write it into the file, above what it is about", "the continuation prompt holds a directive")
	}
	const rounds = 8 // an escaped underline may leave its line to another
	for range rounds {
		escaped, err := escapeHeadings(text)
		if err != nil || escaped == text {
			return text, err
		}
		text = escaped
	}
	return text, nil
}

// escapeHeadings puts a backslash before the # of headings of level 1 and 2, and
// before underlines.
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
		edits = append(edits, source.Edit{Span: source.Span{Start: at - len(head), End: at - len(head)}, New: `\`})
	}
	return source.Apply(text, edits)
}

// SetSession makes the change that sets the header lines of shape P: the time of
// the session and, unless it is empty, the execution mode. A file of shape E has
// no such lines and stays as it is.
func (p *Progress) SetSession(at time.Time, mode string) (*Change, error) {
	return p.change(p.setSession(at, mode))
}

func (p *Progress) setSession(at time.Time, mode string) (plan, error) {
	values := map[string]string{SessionLine: spelling.FormatTime(at)}
	if mode != "" {
		name, err := knownMode(mode)
		if err != nil {
			return plan{}, err
		}
		if name != p.ModeName() {
			values[ModeLine] = "exec:" + name
		}
	}
	return p.setHeader(values, "set the session"), nil
}

// setMode plans the header line of the execution mode alone.
func (p *Progress) setMode(mode string) (plan, error) {
	name, err := knownMode(mode)
	if err != nil || name == p.ModeName() {
		return plan{}, err
	}
	return p.setHeader(map[string]string{ModeLine: "exec:" + name}, "set the mode to "+name), nil
}

func knownMode(mode string) (string, error) {
	name := modeText(OneLine(mode))
	if !slices.Contains(engine.Modes, name) {
		return "", protocol.BadRequest("", "execution mode %q: want one of %s", mode, strings.Join(engine.Modes, ", "))
	}
	return name, nil
}

// SetIssue makes the change that names the issue, with a title that may be empty:
// an empty one leaves a title that is there with the same issue.
func (p *Progress) SetIssue(id, title string) (*Change, error) {
	return p.change(p.setIssue(id, title))
}

func (p *Progress) setIssue(id, title string) (plan, error) {
	given := id
	if err := checkText(id, title); err != nil {
		return plan{}, err
	}
	id, title = strings.ToUpper(OneLine(id)), OneLine(clean(title))
	if id == "" || prose.IssueAt(id) != id {
		return plan{}, protocol.BadRequest("", "issue %q: want an id such as CIA-123", given)
	}
	if title == "" && strings.EqualFold(id, p.IssueID) {
		title = p.IssueTitle
	}
	if strings.EqualFold(id, p.IssueID) && title == p.IssueTitle {
		return plan{notes: []string{fmt.Sprintf("the issue is %s already", id)}}, nil
	}
	sep := dash
	if p.issueInSection() {
		sep = ": "
	}
	value := id
	if title != "" {
		value += sep + title
	}
	did := "set the issue to " + id
	if p.issueInSection() {
		return plan{header: map[string]string{IssueLine: value}, did: did}, nil
	}
	return p.setHeader(map[string]string{IssueLine: value}, did), nil
}

// issueInSection reports whether the issue belongs into its section, as in shape
// E, and not into a header line.
func (p *Progress) issueInSection() bool {
	return p.line(IssueLine) == nil && (p.group(IssueKey) != nil || p.Shape == ShapeE)
}

// setHeader plans those of values that the file does not have. Shape E has no
// header lines, and gets none.
func (p *Progress) setHeader(values map[string]string, did string) plan {
	if p.Shape != ShapeP && len(p.Header) == 0 {
		return plan{notes: []string{"a file of this shape has no lines for the session and its mode"}}
	}
	for name, value := range values {
		if p.headerValue(name).Text == value {
			delete(values, name)
		}
	}
	if len(values) == 0 {
		return plan{}
	}
	return plan{header: values, did: did}
}
