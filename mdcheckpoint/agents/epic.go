package agents

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"mdck/mdcheckpoint/source"
)

// ErrMarkers is wrapped by the error of an EPIC_README.md in which the section of
// an agent cannot be found by its markers.
var ErrMarkers = errors.New("no section to write to")

// staleWord is what a section is searched for. Source: checkpoint.
const staleWord = "STALE"

// marker returns the line that begins or ends the section of an agent. Source: messages.
func marker(word, id string) string {
	name := idOf(foldID(id))
	if foldID(id) == Primary {
		name = Primary
	}
	return fmt.Sprintf("<!-- %s %s PROGRESS -->", word, strings.ToUpper(name))
}

// section returns what is between the markers of an agent; ok is false if there are none.
func section(f *source.File, id string) (span source.Span, ok bool, err error) {
	begin, end := marker("BEGIN", id), marker("END", id)
	first, last := strings.Index(f.Text, begin), strings.LastIndex(f.Text, end)
	switch {
	case first < 0 && last < 0:
		return span, false, nil
	case first < 0 || last < first || strings.Count(f.Text, begin)+strings.Count(f.Text, end) > 2:
		return span, false, f.Errorf(max(first, 0), "%w: expected %s once, followed by %s", ErrMarkers, begin, end)
	}
	return source.Span{Start: first + len(begin), End: last}, true, nil
}

// staleText returns the text with which [setStale] marks an agent that has probably crashed.
// Source of its beginning: checkpoint.
func (c *Checkpoint) staleText(now time.Time) string {
	return fmt.Sprintf("(likely crashed), last checkpoint %s, seen %s", known(c.Str(lastKey)), stamp(now))
}

// setStale makes the change of text, an EPIC_README.md called name, that puts the
// line "ID: STALE says" into the section of the agent with that id, as its first. A
// line that says STALE of the same agent already is replaced, after the marker of
// its item. An agent without markers gets them, below the heading [statusHeading]. No
// other byte is touched. Markers that are not in pairs are a [*source.Error] that
// wraps [ErrMarkers], an id that makes no name of a file is a [*protocol.RequestError].
func setStale(name, text, id, says string) *Change {
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
	line := oneLine(fmt.Sprintf("%s: %s %s", oneLine(id), staleWord, strings.ReplaceAll(says, "--", "–")))
	e := source.Insert(span.Start, lineEnd(f)+line)
	old, marked := oldStale(f, span, id)
	switch inside := strings.TrimLeft(f.Slice(span), "\r"); {
	case !ok:
		e = newSection(f, id, line)
	case marked && f.Slice(old) == line:
		return &Change{Text: text}
	case marked:
		e = source.Edit{Span: old, New: line}
	case strings.TrimSpace(inside) != "" || !strings.HasPrefix(inside, "\n"):
		e.New += lineEnd(f)
	}
	return edited(f, []source.Edit{e}, oneLine(id)+" is marked as stale")
}

// statusHeading is the heading above the sections of agents that had none.
const statusHeading = "## Agent Status"

// newSection makes the edit that adds the section of an agent with one line.
func newSection(f *source.File, id, line string) source.Edit {
	eol := lineEnd(f)
	text := marker("BEGIN", id) + eol + line + eol + marker("END", id)
	if !strings.Contains(f.Text, statusHeading) {
		text = statusHeading + eol + eol + text
	}
	return appendBlock(f, text)
}

// clearStale makes the change that removes the line which [setStale] wrote. Without
// one the text stays.
func clearStale(name, text, id string) *Change {
	f := source.NewFile(name, text)
	span, _, _ := section(f, id) // markers that are not in pairs have no section
	line, ok := oldStale(f, span, id)
	if !ok {
		return &Change{Text: text}
	}
	line = f.LinesOf(line)
	line.Start, line.End = max(line.Start, span.Start), min(line.End, span.End)
	return edited(f, []source.Edit{{Span: line}}, oneLine(id)+" is no longer marked as stale")
}

// oldStale returns the span of the line in the section that marks the agent as stale.
func oldStale(f *source.File, section source.Span, id string) (source.Span, bool) {
	at := section.Start
	for line := range strings.Lines(f.Slice(section)) {
		bare := strings.TrimLeft(line, "-+*> \t")
		start := at + len(line) - len(bare)
		at += len(line)
		who, says, ok := strings.Cut(bare, ":")
		if ok && foldID(who) == foldID(id) && strings.HasPrefix(strings.TrimSpace(says), staleWord) {
			return source.Span{Start: start, End: start + len(strings.TrimSpace(bare))}, true
		}
	}
	return source.Span{}, false
}

// Escalate marks an agent as stale in its section of EPIC_README.md, under the lock
// of the protocol. An agent that is not stale is a refused [*protocol.RequestError], unless
// forced. Session is any text that no other holder of a lock has.
func (d *Draft) Escalate(name, session string, force bool) {
	c := d.loadSound(name).c
	if d.checkAge(c, force, "to escalate", Stale); d.err != nil {
		return
	}
	d.transition = "escalate"
	exists := d.editEpic(session, fmt.Sprintf("mark %s as stale", c.Shown()), func(text string) *Change {
		return setStale(EpicFile, text, c.Shown(), c.staleText(d.read.Now))
	})
	if !exists {
		d.fail(fmt.Errorf("no %s in the folder of the epic", EpicFile))
	}
}

// editEpic makes an edit of EPIC_README.md, if it exists, under the lock of the protocol, which is
// not taken if the edit, of the file as it is before, fails or changes nothing. holder is any text
// that no other holder of the lock has.
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

// clearStale removes the line that marks an agent as stale. A file that cannot be read is ignored.
func (d *Draft) clearStale(id, session string) {
	if _, err := source.ReadFile(d.read.Tree, EpicFile); err == nil {
		d.editEpic(session, fmt.Sprintf("remove the stale mark of %s", id), func(text string) *Change { return clearStale(EpicFile, text, id) })
	}
}
