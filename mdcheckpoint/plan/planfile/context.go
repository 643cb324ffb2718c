package planfile

import (
	"path"
	"slices"
	"sort"
	"strings"

	"mdck/mdcheckpoint/source"
)

// contextTags are the elements in which a plan names the files to read before it is
// executed. Source: GSD.
var contextTags = []string{"execution_context", ContextTag}

// readContext finds the files that the plan names as its context: lines such as
// "@.planning/PROJECT.md", outside of tasks, whose decisions have a context, too.
func (p *Plan) readContext(s *scanned) {
	for i := range s.tags {
		t := &s.tags[i]
		if !t.opens() || !slices.Contains(contextTags, t.name) || p.inTask(t.span.Start) {
			continue
		}
		if k := s.closing(i); k >= 0 {
			p.references(s, t.span.End, s.tags[k].span.Start)
		}
	}
}

// inTask reports whether an offset lies in a task.
func (p *Plan) inTask(at int) bool {
	i := sort.Search(len(p.Tasks), func(i int) bool { return p.Tasks[i].Span.End > at })
	return i < len(p.Tasks) && p.Tasks[i].Span.Contains(at)
}

// references adds those of the lines between two offsets that are no code or comment.
func (p *Plan) references(s *scanned, start, end int) {
	for at := start; at < end; {
		next := min(lineEnd(s.text, at), end)
		if ref, ok := reference(s.text[at:next], at); ok && !s.isHidden(ref.Span.Start) {
			p.Context = append(p.Context, ref)
		}
		at = next
	}
}

// hiddenAt is the comment or the code that an offset is in; empty if there is none.
func (s *scanned) hiddenAt(at int) source.Span {
	i := sort.Search(len(s.hidden), func(i int) bool { return s.hidden[i].End > at })
	if i < len(s.hidden) && s.hidden[i].Contains(at) {
		return s.hidden[i]
	}
	return source.Span{}
}

func (s *scanned) isHidden(at int) bool { return s.hiddenAt(at).Len() > 0 }

// reference is the file that a line names: "@src/a.ts", "- @src/a.ts (the types)".
// What an "@" stands before that is no path, such as a package, is none.
func reference(line string, at int) (Ref, bool) {
	bare := strings.TrimLeft(line, " \t-*+")
	at += len(line) - len(bare)
	rest, ok := strings.CutPrefix(bare, "@")
	if !ok {
		return Ref{}, false
	}
	if i := strings.IndexAny(rest, " \t\r\n"); i >= 0 {
		rest = rest[:i]
	}
	name, _, _ := strings.Cut(rest, "#")
	name = strings.TrimRight(name, ".,;:)`")
	if !isFileName(name) {
		return Ref{}, false
	}
	return Ref{Text: name, Span: source.Span{Start: at, End: at + 1 + len(name)}}, true
}

// isFileName reports whether text is the path of a file, and no pattern or placeholder.
func isFileName(text string) bool {
	return len(text) < 1000 && path.Ext(text) != "" && !strings.ContainsAny(text, "*?<>{}[]|\"'`$") && !strings.Contains(text, "://")
}
