package planfile

import (
	"path"
	"slices"
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
		k := s.closing(i)
		inTask := func(task *Task) bool { return task.Span.Contains(t.span.Start) }
		if k < 0 || !slices.Contains(contextTags, t.name) || slices.ContainsFunc(p.Tasks, inTask) {
			continue
		}
		for at := t.span.End; at < s.tags[k].span.Start; at = lineEnd(s.text, at) {
			end := min(lineEnd(s.text, at), s.tags[k].span.Start)
			if ref, ok := reference(s.text[at:end], at); ok && !s.isHidden(ref.Span.Start) {
				p.Context = append(p.Context, ref)
			}
		}
	}
}

// reference is the file that a line names: "@src/a.ts", "- @src/a.ts (the types)".
// What an "@" stands before that is no path, such as a package, is none.
func reference(line string, at int) (Ref, bool) {
	bare := strings.TrimLeft(line, " \t-*+")
	at += len(line) - len(bare)
	rest, ok := strings.CutPrefix(bare, "@")
	name := rest[:until(rest, 0, space+"#")]
	name = strings.TrimRight(name, ".,;:)`")
	if !ok || !isFileName(name) {
		return Ref{}, false
	}
	return Ref{Text: name, Span: source.Span{Start: at, End: at + 1 + len(name)}}, true
}

// isFileName reports whether text is the path of a file, and no pattern or placeholder.
func isFileName(text string) bool {
	return len(text) < 1000 && path.Ext(text) != "" && !strings.ContainsAny(text, "*?<>{}[]|\"'`$") && !strings.Contains(text, "://")
}
