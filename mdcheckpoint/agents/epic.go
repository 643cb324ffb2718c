package agents

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"mdck/internal/spelling"

	"mdck/mdcheckpoint/source"
)

// ErrMarkers means that a marker of an agent's section in EPIC_README.md is missing or repeated.
var ErrMarkers = errors.New("no section to write to")

// Scripts search a section for staleWord. Source: checkpoint.
const staleWord = "STALE"

// marker returns the line that begins or ends the section of an agent, such as <!-- BEGIN
// SECONDARY-A PROGRESS -->. Source: messages.
func marker(word, id string) string {
	name := idOf(foldID(id))
	if foldID(id) == Primary {
		name = Primary
	}
	return fmt.Sprintf("<!-- %s %s PROGRESS -->", word, strings.ToUpper(name))
}

// section returns the span between the two markers of an agent. If there are no markers, ok is
// false. It returns an error if only one marker exists, or if one is repeated.
func section(f *source.File, id string) (span source.Span, ok bool, err error) {
	begin, end := marker("BEGIN", id), marker("END", id)
	first, last := strings.Index(f.Text, begin), strings.LastIndex(f.Text, end)
	switch {
	case first < 0 && last < 0:
		return span, false, nil
	case first < 0 || last < first || strings.Count(f.Text, begin)+strings.Count(f.Text, end) > 2:
		return span, false, f.Errorf(max(first, 0), "%w: expected exactly one %s, and after it one %s", ErrMarkers, begin, end)
	}
	return source.Span{Start: first + len(begin), End: last}, true, nil
}

// staleText returns the reason for a line such as "Secondary-A: STALE reason". The words "(likely
// crashed)" come from the document checkpoint.
func (c *Checkpoint) staleText(now time.Time) string {
	return fmt.Sprintf("(likely crashed), last checkpoint %s, seen %s", orUnknown(c.Str(lastKey)), spelling.FormatTime(now))
}

// setStale returns the change that marks an agent as stale in an EPIC_README.md called name. The
// line "ID: STALE reason" becomes the first line in the section of the agent called id. If the
// section already has such a line, setStale replaces it and keeps a list marker before it. If the
// agent has no section, setStale adds one below [statusHeading]. No other byte changes.
//
// If a marker is missing or repeated, the error is a [*source.Error] that wraps [ErrMarkers]. If no
// file name can be made from id, it is a [*protocol.RequestError].
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
	line := oneLine(fmt.Sprintf("%s: %s %s", oneLine(id), staleWord, strings.ReplaceAll(reason, "--", "–")))
	e := source.Insert(span.Start, lineEnd(f)+line)
	old, marked := oldStale(f, span, id)
	switch inside := strings.TrimLeft(f.Slice(span), "\r"); {
	case !ok:
		e = newSection(f, id, line)
	case marked:
		e = source.Edit{Span: old, New: line}
	case strings.TrimSpace(inside) != "" || !strings.HasPrefix(inside, "\n"):
		e.New += lineEnd(f)
	}
	return edited(f, []source.Edit{e}, oneLine(id)+" is marked as stale")
}

// A new section of an agent comes below statusHeading.
const statusHeading = "## Agent Status"

func newSection(f *source.File, id, line string) source.Edit {
	eol := lineEnd(f)
	text := marker("BEGIN", id) + eol + line + eol + marker("END", id)
	if !strings.Contains(f.Text, statusHeading) {
		text = statusHeading + eol + eol + text
	}
	return appendBlock(f, text)
}

// clearStale returns the change that removes the line that [setStale] adds. The text stays the same
// if there is no such line.
func clearStale(name, text, id string) *Change {
	f := source.NewFile(name, text)
	span, _, _ := section(f, id) // if a marker is missing or repeated, the span is empty
	line, ok := oldStale(f, span, id)
	if !ok {
		return &Change{Text: text}
	}
	line = f.LinesOf(line)
	line.Start, line.End = max(line.Start, span.Start), min(line.End, span.End)
	return edited(f, []source.Edit{{Span: line}}, oneLine(id)+" is no longer marked as stale")
}

func oldStale(f *source.File, section source.Span, id string) (source.Span, bool) {
	at := section.Start
	for line := range strings.Lines(f.Slice(section)) {
		bare := strings.TrimLeft(line, "-+*> \t")
		start := at + len(line) - len(bare)
		at += len(line)
		who, rest, ok := strings.Cut(bare, ":")
		if ok && foldID(who) == foldID(id) && strings.HasPrefix(strings.TrimSpace(rest), staleWord) {
			return source.Span{Start: start, End: start + len(strings.TrimSpace(bare))}, true
		}
	}
	return source.Span{}, false
}

// Escalate marks an agent as stale in its section of EPIC_README.md, under the lock of the
// protocol. If the agent is not stale and force is false, the error is a [*protocol.RequestError]
// with Refused set. The parameter session must be unique: it identifies the holder of the lock.
func (d *Draft) Escalate(name, session string, force bool) {
	c := d.loadReadable(name).c
	if d.checkAge(c, force, "to escalate", Stale); d.err != nil {
		return
	}
	d.transition = "escalate"
	exists := d.editEpic(session, fmt.Sprintf("mark %s as stale", c.DisplayID()), func(text string) *Change {
		return setStale(EpicFile, text, c.DisplayID(), c.staleText(d.read.Now))
	})
	if !exists {
		d.fail(fmt.Errorf("no %s in the folder of the epic", EpicFile))
	}
}

// editEpic edits EPIC_README.md under the lock of the protocol, and reports whether the file
// exists. It first tries the edit without the lock: if that fails or changes nothing, it does not
// take the lock. The parameter holder must be unique.
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

// clearStale does nothing if EPIC_README.md cannot be read.
func (d *Draft) clearStale(id, session string) {
	if _, err := source.ReadFile(d.read.Tree, EpicFile); err == nil {
		d.editEpic(session, fmt.Sprintf("remove the stale mark of %s", id), func(text string) *Change { return clearStale(EpicFile, text, id) })
	}
}
