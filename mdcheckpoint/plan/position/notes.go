package position

import (
	"fmt"
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
	var notes []Note
	if n := s.File.Lines(); n > MaxLines {
		notes = append(notes, note(s.File.LineSpan(MaxLines+1), "%d lines, want fewer than %d", n, MaxLines+1))
	}
	differ := func(what string, front Value, as string, body Value, read string) {
		if as != "" && read != "" && as != read {
			notes = append(notes, note(body.Span, "%s is %s here and %s in the front matter", what, reading(body.Text, read), reading(front.Text, as)))
		}
	}
	if status := s.front("status"); status.Text != "" && s.Status.Text != "" {
		as := Normal(status.Text, s.isPaused())
		differ("status", status, as, s.Status, Normal(s.Status.Text, as == "paused"))
	}
	if phase := s.front("current_phase"); phase.Text != "" {
		differ("phase", phase, planfile.Number(phase.Text), s.Phase.Value, s.Phase.N)
	}
	differ("percent", s.Progress.Percent, s.Progress.Percent.Text, s.Percent, s.Percent.Text)
	if n, ok := planfile.ParseCount(s.Percent.Text); ok && !s.fits(n) {
		notes = append(notes, note(s.Percent.Span, "%d of %d blocks of the bar are filled at %d%%, want %d", s.Blocks, s.Cells, n, filled(n, s.Cells)))
	}
	return inOrder(notes)
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

// reading quotes a value as it stands in the file, and what it was read as if that is
// something else.
func reading(text, as string) string {
	const most = 60
	if strings.EqualFold(text, as) {
		return fmt.Sprintf("%q", text)
	}
	return fmt.Sprintf("%q (read as %q)", spelling.Cut(text, most), as)
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
