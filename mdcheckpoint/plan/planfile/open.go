package planfile

import "slices"

// open are the names of elements from the first-th tag to before the last-th that are not
// closed before end and stand in no other.
func (s *scanned) open(first, last, end int, within []Child) []string {
	var names []string
	for i := first; i < last; i++ {
		t := &s.tags[i]
		for len(within) > 0 && within[0].Span.End <= t.span.Start {
			within = within[1:]
		}
		inside := len(within) > 0 && within[0].Span.Start <= t.span.Start
		if !inside && t.opens() && s.closer(i, end) < 0 && !slices.Contains(names, t.name) && len(names) < maxOpen {
			names = append(names, t.name)
		}
	}
	return names
}

// maxOpen is how many elements without an end are told of in a task.
const maxOpen = 8
