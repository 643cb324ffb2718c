package planfile

import (
	"slices"
	"sort"
	"strings"

	"mdck/mdcheckpoint/source"
)

// hide finds what is hidden from the scan. A comment or a
// fence that nothing closes hides nothing: what an agent would still execute must
// not be overlooked.
func (s *scanned) hide(start int) {
	fences := readFences(s.text, start, s.torns)
	s.lastComment = strings.LastIndex(s.text, "-->")
	for at := start; at < len(s.text); {
		if end := fences.from(at); end > 0 {
			s.hidden = append(s.hidden, source.Span{Start: at, End: end})
			at = end
			continue
		}
		line := lineEnd(s.text, at)
		at = s.hideInLine(at, line)
	}
}

// hideInLine hides comments and code in the line, or the rest of one, from start
// to end. It gives where to go on: behind a comment that ends in another line.
func (s *scanned) hideInLine(start, end int) int {
	codes := codeSpans(s.text[start:end])
	code := func() source.Span { return codes[0].Shift(start) }
	for at := start; ; {
		i := strings.Index(s.text[at:end], "<!--")
		if i < 0 {
			i = end - at
		}
		for i += at; len(codes) > 0 && code().Start < i; codes = codes[1:] {
			if code().Start >= at {
				s.hidden = append(s.hidden, code())
				i, at = max(i, code().End), code().End
			}
		}
		switch stop := s.commentEnd(i, end); {
		case i >= end:
			return end
		case stop < 0:
			at = i // behind code, or behind a comment that is none
			if strings.HasPrefix(s.text[i:], "<!--") {
				at++
			}
		case stop > end:
			s.hidden = append(s.hidden, source.Span{Start: i, End: stop})
			return stop
		default:
			s.hidden = append(s.hidden, source.Span{Start: i, End: stop})
			at = stop
		}
	}
}

// commentEnd is the offset behind the comment that begins at start; -1 if none
// does before end or nothing closes it.
func (s *scanned) commentEnd(start, end int) int {
	const opener = "<!--"
	if start >= end || !strings.HasPrefix(s.text[start:], opener) || s.lastComment < start+len(opener) {
		return -1
	}
	return start + len(opener) + strings.Index(s.text[start+len(opener):], "-->") + len("-->")
}

// A fence is a line that could open or close fenced code.
type fence struct {
	start, end int // of the line
	mark       string
	bare       bool // nothing follows the mark: it can close
	// most is the length of the longest mark, of the same character, that could
	// close and comes later.
	most int
}

type fences struct{ all []fence }

// readFences finds such lines but the torn ones. They may be indented by any amount, since they
// stand in tasks that are.
func readFences(text string, start int, torns []tear) *fences {
	f := &fences{}
	for at := start; at < len(text); {
		end := lineEnd(text, at)
		isTorn := func(t tear) bool { return t.start == at }
		if mark, bare := fenceMark(text[at:end]); mark != "" && !slices.ContainsFunc(torns, isTorn) {
			f.all = append(f.all, fence{start: at, end: end, mark: mark, bare: bare})
		}
		at = end
	}
	most := [2]int{}
	for i := len(f.all) - 1; i >= 0; i-- {
		e := &f.all[i]
		kind := strings.IndexByte("`~", e.mark[0])
		e.most = most[kind]
		if e.bare {
			most[kind] = max(most[kind], len(e.mark))
		}
	}
	return f
}

// from is where fenced code ends whose fence is the line at start; 0 if there is
// none. Calls must be made with rising offsets.
func (f *fences) from(start int) int {
	for len(f.all) > 0 && f.all[0].start < start {
		f.all = f.all[1:]
	}
	if len(f.all) == 0 || f.all[0].start != start || f.all[0].most < len(f.all[0].mark) {
		return 0
	}
	open := f.all[0]
	for f.all = f.all[1:]; ; f.all = f.all[1:] {
		if e := &f.all[0]; e.bare && e.mark[0] == open.mark[0] && len(e.mark) >= len(open.mark) {
			return e.end
		}
	}
}

// fenceMark is the run of backticks or tildes that line, indented or as the first
// text of an item, begins with; bare if nothing follows.
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

// codeSpans are the spans of a line between equal runs of backticks, these
// included.
func codeSpans(line string) []source.Span {
	if !strings.Contains(line, "`") {
		return nil
	}
	var runs []source.Span
	after := map[int][]int{} // of a length, the indexes of runs that long
	for at := 0; at < len(line); at++ {
		if line[at] != '`' {
			continue
		}
		from := at
		for at < len(line) && line[at] == '`' {
			at++
		}
		after[at-from] = append(after[at-from], len(runs))
		runs = append(runs, source.Span{Start: from, End: at})
	}
	var spans []source.Span
	for i := 0; i < len(runs); i++ {
		same := after[runs[i].Len()]
		k := sort.SearchInts(same, i+1)
		if k == len(same) {
			continue
		}
		spans = append(spans, source.Span{Start: runs[i].Start, End: runs[same[k]].End})
		i = same[k]
	}
	return spans
}
