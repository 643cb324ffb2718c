// Package planfile reads the plan files of coding agents. A plan has YAML front matter, and tasks
// between tags. Some tasks are checkpoints, at which a person must look, choose or act. The package
// checks plans, orders them for execution, lists checkpoints, interprets answers, and adds
// checkpoints to plans.
//
// Tasks are not XML: they contain bare ampersands, generics and HTML. The parser accepts any text. It
// looks only for tags; all between two tags is text. [Plan.Check] reports problems. The result of an
// edit is parsed again before it is returned. The package uses no disk, network or clock.
//
// "Source" in comments names where a value comes from: the checkpoint protocol, GSD (the larger
// family of tools for this format), or real plans.
package planfile

import (
	"cmp"
	"path"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/source"
)

const bom = "\ufeff"

// A Plan is a parsed plan file.
type Plan struct {
	File  *source.File
	Front Front
	Tasks []*Task
	Stray []Stray // task tags without a partner

	// Objective is the text of <objective>. Title is the first heading outside of elements, of
	// level 1 if there is an objective. Both may be "".
	Objective, Title string

	// Context has the files to read before the plan is executed, without "@".
	Context []Ref

	end    source.Span
	tears  []tear // code fences that are normal text
	tagged bool   // the text has tags of plans
	prose  bool   // the text has sections or a list, but no task
	gated  bool   // a task is a checkpoint; only set by [ReadHeads], which reads no Tasks
}

// A Stray is an opening or closing task tag without a partner.
type Stray struct {
	Span   source.Span
	Closes bool
}

// Parse parses text as the plan called name, which may contain its number. Errors are
// [*source.Error].
func Parse(name, text string) (*Plan, error) {
	f := source.NewFile(name, text)
	if err := checkLimits(f); err != nil {
		return nil, err
	}
	p := &Plan{File: f, Front: outline(f)}
	p.Front.read()
	s := scan(text, p.Front.Span.End)
	p.tasks(s)
	p.Objective, p.Title = s.objective(), s.title("# ")
	if p.Objective == "" {
		p.Title = s.title("#")
	}
	p.tears = s.tears
	p.tagged = len(p.Tasks)+len(p.Stray)+p.end.Len() > 0 || p.Objective != ""
	p.prose = len(p.Tasks) == 0 && (s.title("##") != "" || !p.tagged && s.hasList())
	p.readContext(s)
	return p, nil
}

func checkLimits(f *source.File) error {
	if err := f.Check(source.MaxSize); err != nil {
		return err
	}
	const most = 2 * source.MaxParts
	if n := strings.Count(f.Text, "<"); n > most {
		return f.Errorf(0, `%w: %d signs "<"; expected at most %d`, source.ErrTooMany, n, most)
	}
	return nil
}

func (p *Plan) Text() string { return p.File.Text }

// Name returns the title, or else the first line of the objective.
func (p *Plan) Name() string { return cmp.Or(spelling.OneLine(p.Title), firstLine(p.Objective)) }

// Gated reports whether the plan has a checkpoint.
func (p *Plan) Gated() bool { return p.gated || p.Front.Checkpoint.Is || len(p.checkpoints()) > 0 }

func (p *Plan) checkpoints() (found []*Task) {
	for _, t := range p.Tasks {
		if t.IsCheckpoint() {
			found = append(found, t)
		}
	}
	return found
}

// contextTags lists elements with files to read first. Source: GSD.
const contextTags wordList = "|execution_context|context|"

func (p *Plan) readContext(s *scanResult) {
	tasks := p.Tasks // tasks that end after the current tag
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

// reference returns the file in a line such as "@src/a.ts" or "- @src/a.ts (the types)".
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

func isFileName(text string) bool {
	isPattern := strings.ContainsAny(text, "*?<>{}[]|\"'`$")
	return len(text) < 1000 && path.Ext(text) != "" && !isPattern && !strings.Contains(text, "://")
}
