package plan

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/plan/position"
	"mdck/mdcheckpoint/plan/threshold"
	"mdck/mdcheckpoint/source"
)

// Checker is what package lint needs to check plans, and the files beside them.
var Checker = lint.Checker{Name: Name, Read: readForLint, Rules: func() []lint.Rule { return rules() }}

// rules is the table of rules, made when it is first used.
var rules = sync.OnceValue(ruleTable)

// A reader reads one file of the protocol.
type reader struct {
	*lint.Checkpoint
	in   lint.Input
	file *source.File
	kind string // its name in kinds; "" for a file that has none there
	json string // the rule that reports a syntax error of a JSON file; "" for other files
}

// kinds are the files of the protocol that are no plans, and how they are read. The
// first that fits counts; keys tell of a JSON file that has another name.
var kinds = [...]struct {
	name string // of a path, of which only the last element counts
	is   func(name string) bool
	keys []string
	read func(*reader)
}{
	{threshold.AcksFile, nil, []string{"acknowledgments"}, (*reader).stateFile},
	{threshold.StateFile, nil, []string{"current_values", "levels_triggered"}, (*reader).stateFile},
	{threshold.TriggersFile, nil, []string{"triggers"}, (*reader).stateFile},
	{position.HandoffFile, nil, nil, (*reader).handoff},
	{"", isNote, nil, (*reader).note},
	{"", isState, nil, (*reader).state},
}

func isNote(name string) bool { return position.IsContinue(path.Base(name)) }

// isState reports whether a file is the state of a project. Names that other protocols
// have, too, count only in their place.
func isState(name string) bool {
	base := path.Base(name)
	return slices.Contains(position.StateNames(), name) || base == "STATE.md" || base == "TRANSPONDER.md"
}

// readForLint reads a plan, or another file of the protocol, by its name and then by its
// content.
func readForLint(in lint.Input) *lint.Checkpoint {
	r := &reader{Checkpoint: &lint.Checkpoint{Files: map[string]*source.File{}, Faults: map[string]error{}}, in: in}
	text, err := source.ReadFile(in.Tree, in.Main)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return r.Checkpoint
	case err != nil && !errors.Is(err, source.ErrTooLarge): // its start is enough for a finding
		r.Faults[in.Main] = err
		return r.Checkpoint
	}
	r.file = source.NewFile(in.Main, text)
	r.Files[in.Main] = r.file
	r.choose()(r)
	if r.json != "" {
		r.Find(r.json, r.SyntaxFindings(in.Main)...)
	}
	return r.Checkpoint
}

// choose returns how the file is read. JSON of an unknown name is a hand-off unless its keys
// say otherwise.
func (r *reader) choose() func(*reader) {
	name, text := r.file.Name, strings.TrimLeft(r.file.Text, "\ufeff \t\r\n")
	for _, k := range kinds {
		if k.is != nil && k.is(name) || path.Base(k.name) == path.Base(name) {
			r.kind = k.name
			return k.read
		}
	}
	if path.Ext(name) != ".json" && !strings.HasPrefix(text, "{") {
		return (*reader).plans
	}
	if doc, err := jsondoc.Parse("", r.file.Text); err == nil {
		has := func(key string) bool { return doc.Root.Get(key) != nil }
		for _, k := range kinds {
			if slices.ContainsFunc(k.keys, has) {
				r.kind = k.name
				return k.read
			}
		}
	}
	return (*reader).handoff
}

func (r *reader) report(id string, span source.Span, severity lint.Severity, message string) {
	r.Find(id, lint.Finding{Span: span, Severity: severity, Message: message})
}

// plans reads a plan. Tasks are no Markdown, since a blank line ends what Markdown
// takes for HTML: the plan says itself what its comments are about and what is open.
func (r *reader) plans() {
	p, err := planfile.Parse(r.file.Name, r.file.Text)
	if err != nil {
		r.Faults[r.file.Name] = err
		return
	}
	r.Model, r.Tagged = p, tagged{p}
	for _, problem := range p.Check() {
		f := lint.Finding{Span: problem.Span, Severity: lint.Warning, Message: problem.Message}
		if problem.Error {
			f.Severity = lint.Error
		}
		if len(problem.Fix) > 0 {
			f.Fix = &lint.Fix{}
			for _, e := range problem.Fix {
				f.Fix.Edits = append(f.Fix.Edits, lint.FileEdit{Edit: e})
			}
		}
		r.Find("plan/"+string(problem.Class), f)
	}
	if a := p.Front.Autonomous; a.Value && !p.Gated() {
		if k, ok := p.TypeOfFiles(); ok && !k.Autonomous && !isLookedAt(r.in.Tree, p) && (r.in.Past == nil || !r.in.Past()) {
			r.report("plan/"+string(planfile.Autonomous), a.Span, lint.Warning, fmt.Sprintf("%q is true, and the plan changes %s: %s", planfile.AutonomousKey, k.Evidence, k.Why))
		}
	}
}

// isLookedAt reports whether a person will look at what p makes in another plan of its phase, or
// when a quick task is done.
func isLookedAt(tree fs.FS, p *planfile.Plan) bool {
	if part, _ := planfile.PartOf(p.File.Name); part != "" {
		return true
	}
	phase, _ := planfile.ReadHeads(tree, path.Dir(p.File.Name)) // what cannot be read asks nobody
	return slices.ContainsFunc(phase.Plans, func(x *planfile.Plan) bool { return x.Gated() && !phase.Done(x) })
}

// note reads what a session wrote when it stopped: text in tags, as a plan is.
func (r *reader) note() {
	p, err := planfile.Parse(r.file.Name, r.file.Text)
	if err != nil {
		r.Faults[r.file.Name] = err
		return
	}
	r.Tagged = tagged{p}
	if n, err := position.ParseContinue(r.file.Name, r.file.Text); err == nil {
		r.front(n.FrontErr)
		for _, odd := range n.Notes() {
			r.report(positionID, odd.Span, lint.Warning, odd.Message)
		}
	}
}

// state reads the state of a project, which is Markdown.
func (r *reader) state() {
	doc, err := mdcheckpoint.Parse(r.file.Name, r.file.Text)
	if err != nil {
		r.Faults[r.file.Name] = err
		return
	}
	r.Document = doc
	s, err := position.ParseState(r.file.Name, r.file.Text)
	if err != nil {
		return // what is no text is said by an any/ rule
	}
	r.front(s.FrontErr)
	for _, n := range s.Notes() {
		r.report(positionID, n.Span, lint.Warning, n.Message)
	}
}

// front warns of front matter that cannot be read: tools of the family take it line by
// line.
func (r *reader) front(err error) {
	if err == nil {
		return
	}
	message := err.Error()
	if located, ok := errors.AsType[*source.Error](err); ok {
		message = located.Err.Error()
	}
	r.report(positionID, r.file.ErrorSpan(err), lint.Warning, "front matter: "+message)
}

// tagged is a plan file as package lint sees texts in tags.
type tagged struct{ *planfile.Plan }

// Comments returns the comments outside of fenced code.
func (t tagged) Comments() []lint.TaggedComment {
	var all []lint.TaggedComment
	for _, r := range t.Remarks() {
		all = append(all, lint.TaggedComment(r))
	}
	return all
}
