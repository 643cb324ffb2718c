package position

import (
	"path"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/spelling"
)

// Notes are what is odd: the body against the front matter, the bar against its
// number, and the length.
func (s *State) Notes() []Note {
	notes := slices.DeleteFunc(s.differences(), func(n Note) bool { return s.isPaused() && strings.HasPrefix(n.Message, "status ") }) // what was paused may have any status
	if n := s.File.Lines(); n > MaxLines {
		notes = append(notes, note(s.File.LineSpan(MaxLines+1), "%d lines, want fewer than %d", n, MaxLines+1))
	}
	return inOrder(append(notes, s.barNotes()...))
}

// inOrder sorts notes by their places.
func inOrder(notes []Note) []Note {
	slices.SortStableFunc(notes, func(a, b Note) int { return a.Span.Start - b.Span.Start })
	return notes
}

// fits reports whether the bar shows n percent: in a file of the larger family rounded
// or rounded down, else rounded down. A bar of no width that divides fairly fits.
func (s *State) fits(n int) bool {
	const least = 5
	if s.Cells < least || s.Cells%least != 0 {
		return true
	}
	n = min(n, 100) * s.Cells
	return s.Blocks == n/100 || path.Base(s.File.Name) != "TRANSPONDER.md" && s.Blocks == (n+50)/100
}

// isTime reports whether text begins with a day: real stamps go on in many ways.
func isTime(text string) bool {
	if len(text) < len(time.DateOnly) {
		return false
	}
	_, err := time.Parse(time.DateOnly, text[:len(time.DateOnly)])
	return err == nil
}

// untimely are the notes of a stamp that is no time. Words that stand for nothing yet
// are none.
func untimely(key string, v Value) []Note {
	if isBlank(v.Text) || isTime(v.Text) || strings.ContainsAny(v.Text[:1], "{<[") {
		return nil
	}
	return []Note{note(v.Span, "%s is %q, want a time such as %s, or a day", key, v.Text, spelling.TimeLayout)}
}

// beyond are the notes of a task whose number is past the last.
func beyond(task, total Value) []Note {
	n, ok := planfile.ParseCount(task.Text)
	most, known := planfile.ParseCount(total.Text)
	if !ok || !known || n <= most {
		return nil
	}
	return []Note{note(task.Span, "task is %d, and total_tasks is %d", n, most)}
}

// Notes are what is odd in the note: a task past the last, and a time that is none.
func (c *Continue) Notes() []Note {
	return append(beyond(c.Task, c.Total), untimely("last_updated", c.Updated)...)
}
