package planfile

import (
	"slices"
	"strings"
)

// isProse reports whether the i-th tag, of a task, is only spoken of: behind text in its
// line, or in an element in which commands and sentences stand. open is the index of the
// tag of the task that it stands in, -1 without.
func (s *scanned) isProse(open, i int) bool {
	t := &s.tags[i]
	if t.closes {
		return s.inElement(open, i) || s.isBehind(t) && open < 0
	}
	return s.isBehind(t) && attr(attributes(s.text, t.inside), "type") == nil
}

// isBehind reports whether t is behind text in its line.
func (s *scanned) isBehind(t *tag) bool {
	const far = 1 << 10 // bytes back, of a line that is too long for prose
	from := max(0, t.span.Start-far)
	before := strings.Trim(s.text[from+strings.LastIndexByte(s.text[from:t.span.Start], '\n')+1:t.span.Start], " \t\ufeff")
	return before != "" && !strings.HasSuffix(before, ">")
}

// prosy are elements in which a tag may be spoken of.
var prosy = []string{AutomatedTag, VerifyTag, ActionTag, "objective"}

// inElement reports whether the i-th tag stands within such an element that begins behind
// the open-th tag and ends before the next task.
func (s *scanned) inElement(open, i int) bool {
	const far = 64 // tags back
	for j := i - 1; j > max(open, i-far); j-- {
		t := &s.tags[j]
		if !t.opens() || !slices.Contains(prosy, t.name) {
			continue
		}
		if k := s.closing(j); k > i && k < s.nextTask(i) {
			return true
		}
	}
	return false
}

// nextTask is the index of the first tag behind the i-th that begins a task with a type.
func (s *scanned) nextTask(i int) int {
	if s.typed == nil {
		s.typed = make([]int, len(s.tags)+1)
		s.typed[len(s.tags)] = len(s.tags)
		for k := len(s.tags) - 1; k >= 0; k-- {
			s.typed[k] = s.typed[k+1]
			if t := &s.tags[k]; t.name == "task" && !t.closes && attr(attributes(s.text, t.inside), "type") != nil {
				s.typed[k] = k
			}
		}
	}
	return s.typed[i+1]
}
