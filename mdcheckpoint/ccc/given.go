package ccc

import (
	"fmt"
	"slices"
	"strings"

	"mdck/internal/nearest"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
)

func entryOf(given string) (string, error) {
	text := entryText(given)
	if text == "" && strings.TrimSpace(given) != "" {
		return "", protocol.BadRequest("", "the entry %q is only a mark; expected text", spelling.OneLine(given))
	}
	return text, checkEntry(text)
}

func checkEntry(text string) error {
	switch bare := strings.TrimSpace(strings.TrimPrefix(text, "<!--")); {
	case text == "":
		return protocol.BadRequest("", "the given text is empty")
	case isBlank(text):
		return protocol.BadRequest("", "the entry %q is only a placeholder", text)
	case bare != text && strings.HasPrefix(bare, "mdck:"):
		return protocol.BadRequest("write the directive into the file by hand", "%q is a directive, not an entry", text)
	}
	return nil
}

// rewrittenNotes returns a note for each changed text. pairs is given, written, given, written, …
func rewrittenNotes(pairs ...string) (notes []string) {
	for i := 0; i+1 < len(pairs); i += 2 {
		if given, written := pairs[i], pairs[i+1]; given != written && given != "" {
			notes = append(notes, fmt.Sprintf("%q was written as %q", given, written))
		}
	}
	return notes
}

func checkReading(key, line, text, detail string) error {
	is := Entry{Key: key, Line: line}.read()
	if is.Text == text && is.Detail == detail {
		return nil
	}
	reason := fmt.Sprintf("%q would be parsed as %q", line, is.Text)
	if is.Detail != "" {
		reason += fmt.Sprintf(" followed by %q", is.Detail)
	}
	return protocol.BadRequest(separatorHint(key), "%s", reason)
}

func separatorHint(key string) string {
	switch key {
	case currentKey:
		return fmt.Sprintf("a status cannot contain %q, %s or another mark of a completed task", dash, Tick)
	case decisionsKey:
		return `a decision cannot contain ": ", because ": " separates the decision from its reason`
	}
	return fmt.Sprintf("omit %q from the text", unblocked)
}

func (d *draft) dropStatus(e *Entry, kept string) {
	if e.Detail != "" && !strings.Contains(kept, e.Detail) {
		d.addNote("removed the status %q of %q", e.Detail, e.Text)
	}
}

// unlisted notes that a completed task was in no list.
func (d *draft) unlisted(task string) {
	open := slices.Concat(d.Current, d.Remaining)
	if len(open) == 0 {
		return
	}
	const most = 200 // bytes; longer texts are not compared
	short := func(text string) string { return identity(text)[:min(most, len(identity(text)))] }
	var ids []string
	for i := range open {
		ids = append(ids, short(open[i].Text))
	}
	if near := nearest.Of(short(task), ids); len(near) > 0 {
		d.addNote("%q was not listed as a task before; the similar task %q is still open", task, open[slices.Index(ids, near[0])].Text)
		return
	}
	d.addNote("%q was not listed as a task before", task)
}
