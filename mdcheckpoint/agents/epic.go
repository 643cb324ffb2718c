package agents

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"mdck/internal/spelling"

	"mdck/mdcheckpoint/source"
)

// ErrMarkers means that EPIC_README.md lacks or repeats a marker of an agent's section.
var ErrMarkers = errors.New("no section to write to")

// staleWord is the word that scripts search for in a section. Source: checkpoint.
const staleWord = "STALE"

// marker returns a line such as <!-- BEGIN SECONDARY-A PROGRESS -->. Source: messages.
func marker(word, id string) string {
	name := idOf(foldID(id))
	if foldID(id) == Primary {
		name = Primary
	}
	return fmt.Sprintf("<!-- %s %s PROGRESS -->", word, strings.ToUpper(name))
}

func section(f *source.File, id string) (span source.Span, ok bool, err error) {
	begin, end := marker("BEGIN", id), marker("END", id)
	first, last := strings.Index(f.Text, begin), strings.LastIndex(f.Text, end)
	switch {
	case first < 0 && last < 0:
		return span, false, nil
	case first < 0 || last < first || strings.Count(f.Text, begin)+strings.Count(f.Text, end) > 2:
		return span, false, f.Errorf(max(first, 0), "%w: expected exactly one %s, and after it one %s", ErrMarkers, begin, end)
	}
	return source.Between(first+len(begin), last), true, nil
}

func (c *Checkpoint) staleText(now time.Time) string {
	return "(likely crashed), last checkpoint " + cleanOrUnknown(c.Str(lastKey)) + ", seen " + spelling.FormatTime(now)
}

// setStale adds the line "ID: STALE reason" to the agent's section of EPIC_README.md, or replaces
// it.
func setStale(name, text, id, reason string) *Change {
	f, err := readText(name, text)
	if err == nil {
		_, err = checkpointFileName(id)
	}
	if err != nil {
		return &Change{Err: err}
	}
	span, ok, err := section(f, id)
	if err != nil {
		return &Change{Err: err}
	}
	line := spelling.CleanLine(fmt.Sprintf("%s: %s %s", spelling.CleanLine(id), staleWord, strings.ReplaceAll(reason, "--", "–")))
	e := source.Insert(span.Start, lineEnd(f)+line)
	old, marked := oldStale(f, span, id)
	switch inside := strings.TrimLeft(f.Slice(span), "\r"); {
	case !ok:
		e = newSection(f, id, line)
	case marked:
		e = source.Replace(old, line)
	case strings.TrimSpace(inside) != "" || !strings.HasPrefix(inside, "\n"):
		e.New += lineEnd(f)
	}
	return edited(f, []source.Edit{e}, spelling.CleanLine(id)+" is marked as stale")
}

// statusHeading is the heading above new sections of agents.
const statusHeading = "## Agent Status"

func newSection(f *source.File, id, line string) source.Edit {
	eol := lineEnd(f)
	text := marker("BEGIN", id) + eol + line + eol + marker("END", id)
	if !strings.Contains(f.Text, statusHeading) {
		text = statusHeading + eol + eol + text
	}
	return appendBlock(f, text)
}

func clearStale(name, text, id string) *Change {
	f := source.NewFile(name, text)
	span, _, _ := section(f, id) // empty if a marker is missing or repeated
	line, ok := oldStale(f, span, id)
	if !ok {
		return &Change{Text: text}
	}
	line = f.LinesOf(line)
	line.Start, line.End = max(line.Start, span.Start), min(line.End, span.End)
	return edited(f, []source.Edit{{Span: line}}, spelling.CleanLine(id)+" is no longer marked as stale")
}

func oldStale(f *source.File, section source.Span, id string) (source.Span, bool) {
	at := section.Start
	for line := range strings.Lines(f.Slice(section)) {
		bare := strings.TrimLeft(line, "-+*> \t")
		start := at + len(line) - len(bare)
		at += len(line)
		who, rest, ok := strings.Cut(bare, ":")
		if ok && foldID(who) == foldID(id) && strings.HasPrefix(strings.TrimSpace(rest), staleWord) {
			return source.Between(start, start+len(strings.TrimSpace(bare))), true
		}
	}
	return source.Span{}, false
}

// Escalate marks an agent as stale in EPIC_README.md. session must be unique. If the agent is not
// stale and force is false, the error is a [*protocol.RequestError].
func (d *Draft) Escalate(name, session string, force bool) {
	c := d.loadReadable(name).c
	if d.checkAge(c, force, "escalation", Stale); d.err != nil {
		return
	}
	d.transition = "escalate"
	exists := d.editEpic(session, "mark "+c.DisplayID()+" as stale", func(text string) *Change {
		return setStale(EpicFile, text, c.DisplayID(), c.staleText(d.read.Now))
	})
	if !exists {
		d.fail(fmt.Errorf("no %s in the folder of the epic", EpicFile))
	}
}

// editEpic edits EPIC_README.md under its lock. holder must be unique.
func (d *Draft) editEpic(holder, operation string, edit func(text string) *Change) (exists bool) {
	text, err := source.ReadFile(d.read.Tree, EpicFile)
	if notMissing(err) != err {
		return false
	}
	if d.fail(err) {
		return true
	}
	change := edit(text)
	if d.fail(change.Err) || change.Text == text {
		return true
	}
	if !d.fail(d.lockEpic(holder, operation)) {
		d.edit(EpicFile, edit)
	}
	return true
}

func (d *Draft) clearStale(id, session string) {
	if _, err := source.ReadFile(d.read.Tree, EpicFile); err == nil {
		d.editEpic(session, "remove the stale mark of "+id, func(text string) *Change { return clearStale(EpicFile, text, id) })
	}
}
