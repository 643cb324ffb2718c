package ccc

import (
	"fmt"
	"slices"
	"strings"

	"mdck/internal/nearest"
)

// droppedStatus says that the status of a task that is no longer current is not kept.
func (e *Entry) droppedStatus(kept string) []string {
	if e.Detail == "" || strings.Contains(kept, e.Detail) {
		return nil
	}
	return []string{fmt.Sprintf("the status %q of %q was dropped", e.Detail, e.Text)}
}

// droppedStatuses says the same of all current tasks but one.
func (p *Progress) droppedStatuses(but *Entry) []string {
	var notes []string
	for i := range p.Current {
		if e := &p.Current[i]; e != but {
			notes = append(notes, e.droppedStatus("")...)
		}
	}
	return notes
}

// unlisted says that a task was in none of the lists, and which of the open ones may
// have been meant. Where none is open there is nothing to mistake it for.
func (p *Progress) unlisted(task string) []string {
	if len(p.Current)+len(p.Remaining) == 0 {
		return nil
	}
	note := fmt.Sprintf("%q was in none of the lists", task)
	if near := p.near(task); near != "" {
		note += fmt.Sprintf("; %q is still open", near)
	}
	return []string{note}
}

// near is the open task that task may have been meant for: one spelled much the
// same or, if there is only one such, one that it is a part of; "" if there is none.
func (p *Progress) near(task string) string {
	const most = 200 // bytes of a text that is compared by its letters
	id := identity(task)
	var texts, ids, parts []string
	for _, e := range slices.Concat(p.Current, p.Remaining) {
		texts, ids = append(texts, e.Text), append(ids, identity(e.Text)[:min(most, len(identity(e.Text)))])
		if strings.Contains(identity(e.Text), id) {
			parts = append(parts, e.Text)
		}
	}
	if near := nearest.Of(id[:min(most, len(id))], ids); len(near) > 0 {
		return texts[slices.Index(ids, near[0])]
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return ""
}
