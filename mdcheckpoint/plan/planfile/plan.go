// Package planfile knows the plan files of coding agents: YAML front matter, and
// tasks in tags, some of which are checkpoints at which a person must look,
// choose or act. It finds what is wrong in a plan, puts plans into the order in
// which they are executed, lists what waits for a person, judges answers and
// writes checkpoint tasks.
//
// Tasks are no XML: real ones hold bare ampersands, generics and HTML. They are
// found by their tags alone, and everything between two tags is text. Reading is
// lenient: whatever is there is given with its place. Judging is for [Plan.Check].
// An edit is made of spans and replacements, and its result is read again before
// it is handed out. The package touches no disk, network or clock: files come as
// text, times as arguments.
//
// "Source" in comments names the document of the protocol: seed (the checkpoint
// protocol), GSD (the larger family of the same format), corpus (real plans).
package planfile

import (
	"path"
	"strings"

	"mdck/mdcheckpoint/source"
)

const bom = "\ufeff"

// A Plan is a parsed plan file.
type Plan struct {
	File  *source.File
	Front Front
	Tasks []*Task // in the order of the file
	Stray []Stray // tags of tasks that have no partner

	// Objective is what <objective> holds, and Title the first heading outside
	// elements; "" if there is none.
	Objective, Title string

	// Context are the files that the plan names to be read before it is executed,
	// without the "@" before each.
	Context []Ref

	end   source.Span // of the closing tag </tasks>; empty without
	torns []tear      // the fences that are read as text
	prose bool        // it has no tasks in tags, and sections that may have them
	gated bool        // of a head, which has no tasks: one of them is a checkpoint
}

// A Stray is a tag of a task without its partner.
type Stray struct {
	Span   source.Span // of the tag
	Closes bool        // it is a </task>
}

// Parse reads text as the plan called name, which serves to name it in positions
// and, where the front matter does not say it, gives its number. It fails, with a
// [*source.Error], only as [source.File.Check] does and where there are too many signs "<",
// each of which may begin a tag.
func Parse(name, text string) (*Plan, error) {
	f := source.NewFile(name, text)
	if err := checkLimits(f); err != nil {
		return nil, err
	}
	p := &Plan{File: f, Front: outline(f)}
	p.Front.read()
	s := scan(text, p.Front.Span.End)
	p.tasks(s)
	p.Objective, p.Title = s.objective(), s.title(1)
	p.torns = s.torns
	p.prose = len(p.Tasks) == 0 && s.title(2) != ""
	p.readContext(s)
	return p, nil
}

// checkLimits returns an error if f is too large, is not UTF-8 or has too many tags to be parsed.
func checkLimits(f *source.File) error {
	if err := f.Check(source.MaxSize); err != nil {
		return err
	}
	const most = 2 * source.MaxParts // an element has two tags
	if n := strings.Count(f.Text, "<"); n > most {
		return f.Errorf(0, `%w: %d signs "<"; expected at most %d`, source.ErrTooMany, n, most)
	}
	return nil
}

// Text returns the whole text of the file.
func (p *Plan) Text() string { return p.File.Text }

// Gated reports whether a person has to do something in the plan: it has a
// checkpoint task, or its front matter names a checkpoint.
func (p *Plan) Gated() bool { return p.gated || p.Front.Checkpoint.Is || len(p.checkpoints()) > 0 }

// checkpoints returns the tasks that are checkpoints.
func (p *Plan) checkpoints() []*Task {
	var found []*Task
	for _, t := range p.Tasks {
		if t.IsCheckpoint() {
			found = append(found, t)
		}
	}
	return found
}

// contextTags are the elements in which a plan names the files to read first. Source: GSD.
const contextTags wordList = "|execution_context|context|"

// readContext finds the files that the plan names as its context: lines such as
// "@.planning/PROJECT.md", outside tasks, whose decisions have a context, too.
func (p *Plan) readContext(s *scanned) {
	tasks := p.Tasks // those that end after the tag
	for i := range s.tags {
		t := &s.tags[i]
		for len(tasks) > 0 && tasks[0].Span.End <= t.Start {
			tasks = tasks[1:]
		}
		k := s.closing(i)
		if k < 0 || !contextTags.has(t.name) || len(tasks) > 0 && tasks[0].Span.Start <= t.Start {
			continue
		}
		for at := t.End; at < s.tags[k].Start; at = lineEnd(s.text, at) {
			end := min(lineEnd(s.text, at), s.tags[k].Start)
			if ref, ok := reference(s.text[at:end], at); ok && !s.isHidden(ref.Span.Start) {
				p.Context = append(p.Context, ref)
			}
		}
	}
}

// reference is the file that a line names: "@src/a.ts", "- @src/a.ts (the types)".
// An "@" before something other than a path, such as a package, is ignored.
func reference(line string, at int) (Ref, bool) {
	bare := strings.TrimLeft(line, " \t-*+")
	at += len(line) - len(bare)
	rest, ok := strings.CutPrefix(bare, "@")
	name := rest[:until(rest, 0, space+"#")]
	name = strings.TrimRight(name, ".,;:)`")
	if !ok || !isFileName(name) {
		return Ref{}, false
	}
	return Ref{Text: name, Span: spanOf(at, at+1+len(name))}, true
}

// isFileName reports whether text is the path of a file, and no pattern or placeholder.
func isFileName(text string) bool {
	isPattern := strings.ContainsAny(text, "*?<>{}[]|\"'`$")
	return len(text) < 1000 && path.Ext(text) != "" && !isPattern && !strings.Contains(text, "://")
}
