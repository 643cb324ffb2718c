package planfile

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
)

// A tear is a code fence between a tag and its partner. Its code counts as normal text.
type tear struct {
	tag       // the first tag inside the fence
	fence int // offset
}

// fence returns the end of the code block that begins with the line text[at:end], or 0.
func (s *scanResult) fence(at, end int) int {
	mark, _ := fenceMark(s.text[at:end])
	if mark == "" || at > 0 && s.text[at-1] != '\n' {
		return 0
	}
	stop := s.fenceEnd(mark, end)
	switch {
	case stop > 0 && s.isTorn(at, stop):
		return 0
	case stop > 0:
		s.hide(spanOf(at, stop), fenced)
	case s.openFence.Len() == 0:
		s.openFence = restOfLine(s.text, at)
	}
	return stop
}

func (s *scanResult) fenceEnd(mark string, at int) int {
	shortest := &s.unclosable[strings.IndexByte("`~", mark[0])]
	if *shortest > 0 && len(mark) >= *shortest {
		return 0
	}
	for at < len(s.text) {
		end := lineEnd(s.text, at)
		if closing, bare := fenceMark(s.text[at:end]); bare && strings.HasPrefix(closing, mark) {
			return end
		}
		at = end
	}
	*shortest = len(mark)
	return 0
}

func fenceMark(line string) (mark string, bare bool) {
	text := strings.TrimLeft(line, " \t")
	if rest := strings.TrimLeft(text, "-*+0123456789."); len(rest) < len(text) && strings.HasPrefix(rest, " ") {
		text = strings.TrimLeft(rest, " ")
	}
	if text == "" || text[0] != '`' && text[0] != '~' {
		return "", false
	}
	rest := strings.TrimLeft(text, text[:1])
	mark = text[:len(text)-len(rest)]
	if len(mark) < 3 || mark[0] == '`' && strings.Contains(rest, "`") {
		return "", false
	}
	return mark, strings.TrimSpace(rest) == ""
}

func codeSpans(line string) []source.Span {
	var runs, spans []source.Span
	for at := until(line, 0, "`"); at < len(line); at = until(line, at, "`") {
		end := skip(line, at, "`")
		runs = append(runs, spanOf(at, end))
		at = end
	}
	for len(runs) > 1 {
		first := runs[0]
		runs = runs[1:]
		same := func(r source.Span) bool { return r.Len() == first.Len() }
		if k := slices.IndexFunc(runs, same); k >= 0 {
			spans = append(spans, spanOf(first.Start, runs[k].End))
			runs = runs[k+1:]
		}
	}
	return spans
}

// isTorn reports whether a tag in text[at:end] has its partner outside, and records the tear.
func (s *scanResult) isTorn(at, end int) bool {
	const most = 64 // searches for partners in a text, to save time
	inside := map[string]int{}
	var tags []tag
	for i := until(s.text[:end], at, "<"); i < end; i = until(s.text[:end], i+1, "<") {
		if t, ok := readTag(s.text[:end], i); ok {
			t.count(inside)
			tags = append(tags, t)
		}
	}
	i := slices.IndexFunc(tags, func(t tag) bool {
		more, open := inside[t.name], s.open[t.name] > 0
		if more == 0 || open == (more > 0) || s.searches == most {
			return false
		}
		s.searches++
		return open != s.isClosedFrom(end, t.name)
	})
	if i >= 0 {
		s.tears = append(s.tears, tear{tags[i], at})
	}
	return i >= 0
}

func (s *scanResult) isClosedFrom(at int, name string) bool {
	closing, opening := strings.Index(s.text[at:], "</"+name+">"), strings.Index(s.text[at:], "<"+name)
	return closing >= 0 && (opening < 0 || closing < opening)
}

// childTags lists children of tasks; outerTags, tasks and elements around them. Source: GSD,
// checkpoint protocol, real plans.
const (
	childTags wordList = "|name|files|read_first|action|verify|automated|human-check|done|acceptance_criteria" +
		"|what-built|how-to-verify|resume-signal|decision|context|options|why-manual|instructions|verification|behavior|implementation|"
	outerTags wordList = "|task|tasks|feature|objective|execution_context|interfaces|success_criteria|threat_model|"
)

func (t *tag) count(more map[string]int) {
	switch {
	case t.alone || !childTags.has(t.name) && !outerTags.has(t.name):
	case t.closes:
		more[t.name]--
	default:
		more[t.name]++
	}
}
