package plan

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/internal/protocols/plan/position"
	"mdck/internal/protocols/plan/threshold"
	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

// Checker reads and checks plan files for package lint.
var Checker = lint.Checker{Name: Name, Read: readForLint, Rules: ruleTable}

type reader struct {
	*lint.Checkpoint
	in   lint.Input
	file *source.File
}

func readForLint(in lint.Input) *lint.Checkpoint {
	r := &reader{Checkpoint: lint.NewCheckpoint(), in: in}
	text, err := source.ReadFile(in.Tree, in.Main)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return r.Checkpoint
	case err != nil && !errors.Is(err, source.ErrTooLarge): // the beginning of the file is enough
		r.Faults[in.Main] = err
		return r.Checkpoint
	}
	r.file = source.NewFile(in.Main, text)
	r.Files[in.Main] = r.file
	if err := r.read(); err != nil {
		r.Faults[in.Main] = err
	}
	return r.Checkpoint
}

func (r *reader) read() error {
	name, base := r.file.Name, path.Base(r.file.Name)
	limits := slices.IndexFunc(threshold.Files(), func(n string) bool { return path.Base(n) == base })
	switch {
	case limits >= 0:
		return r.json(thresholdsID, func() error { return r.limits(threshold.Files()[limits]) })
	case position.IsContinue(base):
		return r.note()
	case slices.Contains(position.StateNames(), name), base == "STATE.md", base == "TRANSPONDER.md":
		return r.state()
	case path.Ext(name) == ".json", strings.HasPrefix(strings.TrimLeft(r.file.Text, "\ufeff \t\r\n"), "{"):
		return r.json(positionID, r.handoff)
	}
	return r.plan()
}

func (r *reader) report(id string, span source.Span, severity lint.Severity, message string) {
	r.Find(id, lint.Finding{Span: span, Severity: severity, Message: message})
}

func (r *reader) json(id string, read func() error) error {
	err := read()
	if err != nil {
		r.Faults[r.file.Name] = err
	}
	r.Find(id, r.SyntaxFindings(r.file.Name)...)
	return err
}

func (r *reader) limits(name string) error {
	if spelling.IsBlank(r.file.Text) {
		return nil
	}
	doc, err := jsondoc.Parse(r.file.Name, r.file.Text)
	if err != nil {
		return err
	}
	for _, p := range threshold.Check(name, doc) {
		severity, message := lint.Error, p.Message
		if p.Class == jsondoc.Unknown {
			severity = lint.Warning
		}
		if prefix := jsondoc.Parent(p.Path); prefix != "" {
			message = prefix + ": " + message
		}
		r.report(thresholdsID, p.Span, severity, message)
	}
	return nil
}

func (r *reader) handoff() error {
	h, err := position.ParseHandoff(r.file.Name, r.file.Text)
	if err != nil {
		return err
	}
	if h.Root.Kind != jsondoc.Object {
		r.report(positionID, h.Root.Span, lint.Error, "expected an object")
		return nil
	}
	r.reportNotes(nil, h.Notes())
	return nil
}

func (r *reader) note() error {
	p, err := planfile.Parse(r.file.Name, r.file.Text)
	if err != nil {
		return err
	}
	r.Tagged = tagged{p}
	if n, err := position.ParseNote(r.file.Name, r.file.Text); err == nil {
		r.reportNotes(n.FrontErr, n.Notes())
	}
	return nil
}

func (r *reader) state() error {
	doc, err := mdcheckpoint.Parse(r.file.Name, r.file.Text)
	if err != nil {
		return err
	}
	r.Document = doc
	if s, err := position.ParseState(r.file.Name, r.file.Text); err == nil { // a rule of any/ reports invalid UTF-8
		r.reportNotes(s.FrontErr, s.Notes())
	}
	return nil
}

func (r *reader) reportNotes(front error, notes []position.Note) {
	if front != nil {
		message := front.Error()
		if located, ok := errors.AsType[*source.Error](front); ok {
			message = located.Err.Error()
		}
		r.report(positionID, r.file.ErrorSpan(front), lint.Warning, "front matter: "+message)
	}
	for _, n := range notes {
		r.report(positionID, n.Span, lint.Warning, n.Message)
	}
}

func (r *reader) plan() error {
	p, err := planfile.Parse(r.file.Name, r.file.Text)
	if err != nil {
		return err
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
	a := p.Front.Autonomous
	if !a.Value || p.Gated() {
		return nil
	}
	k, ok := p.TypeOfFiles()
	isSeen := !ok || k.Autonomous || isReviewed(r.in.Tree, p)
	if isPast := r.in.Past != nil && r.in.Past(); !isSeen && !isPast {
		message := fmt.Sprintf("%q is true, but the plan changes %s, and %s", planfile.AutonomousKey, k.Evidence, k.Why)
		r.report("plan/"+string(planfile.Autonomous), a.Span, lint.Warning, message)
	}
	return nil
}

func isReviewed(tree fs.FS, p *planfile.Plan) bool {
	if part, _ := planfile.PartOf(p.File.Name); part != "" {
		return true
	}
	phase, _ := planfile.ReadHeads(tree, path.Dir(p.File.Name)) // unreadable plans have no checkpoints
	return slices.ContainsFunc(phase.Plans, func(x *planfile.Plan) bool {
		return x.Gated() && !phase.Done(x)
	})
}

type tagged struct{ *planfile.Plan }

func (t tagged) Comments() (all []lint.TaggedComment) {
	for _, r := range t.Remarks() {
		all = append(all, lint.TaggedComment(r))
	}
	return all
}
