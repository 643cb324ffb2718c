package lint

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/plan/position"
	"mdck/mdcheckpoint/plan/threshold"
	"mdck/mdcheckpoint/source"
)

// A planRoom is a file of the protocol while it is read.
type planRoom struct {
	room
	file *source.File
	plan *planfile.Plan       // of a plan
	told map[string][]Finding // as in [Unit]
	json string               // of a JSON file the rule that says that it is none
}

// planKinds are the files of the protocol that are no plans, and how they are read. The
// first that fits counts; keys tell of a JSON file that has another name.
var planKinds = [...]struct {
	is   func(name string) bool
	keys []string
	read func(*planRoom)
}{
	{named(threshold.AcksFile), []string{"acknowledgments"}, (*planRoom).acks},
	{named(threshold.StateFile), []string{"current_values", "levels_triggered"}, (*planRoom).thresholds},
	{named(threshold.TriggersFile), []string{"triggers"}, (*planRoom).triggers},
	{named(position.HandoffFile), nil, (*planRoom).handoff},
	{isNote, nil, (*planRoom).note},
	{isState, nil, (*planRoom).state},
}

// named gives whether a file has the name in which path ends.
func named(file string) func(string) bool {
	return func(name string) bool { return path.Base(name) == path.Base(file) }
}

func isNote(name string) bool { return position.IsContinue(path.Base(name)) }

// isState reports whether a file is the state of a project. Names that other protocols
// have, too, count only in their place.
func isState(name string) bool {
	base := path.Base(name)
	return slices.Contains(position.StateNames(), name) || base == "STATE.md" || base == "TRANSPONDER.md"
}

// readPlan reads a plan, or another file of the protocol, by its name and then by what
// it holds.
func readPlan(in Input) room {
	r := &planRoom{room: room{files: map[string]*source.File{}, faults: map[string]error{}}, told: map[string][]Finding{}}
	r.view = func(u *Unit) {
		u.Plan, u.told = r.plan, r.told
		if r.json != "" {
			u.tell(r.json, syntaxFindings(u, in.Main)...)
		}
	}
	text, err := source.ReadFile(in.Tree, in.Main)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return r.room
	case err != nil && !errors.Is(err, source.ErrTooLarge): // of which there is the start, for a finding
		r.faults[in.Main] = err
		return r.room
	}
	r.file = source.NewFile(in.Main, text)
	r.files[in.Main] = r.file
	r.reader()(r)
	return r.room
}

// reader is how the file is read. JSON of an unknown name is a hand-off unless its keys
// say otherwise.
func (r *planRoom) reader() func(*planRoom) {
	name, text := r.file.Name, strings.TrimLeft(r.file.Text, "\ufeff \t\r\n")
	for _, k := range planKinds {
		if k.is(name) {
			return k.read
		}
	}
	if path.Ext(name) != ".json" && !strings.HasPrefix(text, "{") {
		return (*planRoom).plans
	}
	if doc, err := jsondoc.Parse("", r.file.Text); err == nil {
		has := func(key string) bool { return doc.Root.Get(key) != nil }
		for _, k := range planKinds {
			if slices.ContainsFunc(k.keys, has) {
				return k.read
			}
		}
	}
	return (*planRoom).handoff
}

func (r *planRoom) tell(id string, span source.Span, severity Severity, message string) {
	r.told[id] = append(r.told[id], Finding{Span: span, Severity: severity, Message: message})
}

// plans reads a plan. Tasks are no Markdown, since a blank line ends what Markdown
// takes for HTML: the plan says itself what its comments are about and what is open.
func (r *planRoom) plans() {
	p, err := planfile.Parse(r.file.Name, r.file.Text)
	if err != nil {
		r.faults[r.file.Name] = err
		return
	}
	r.plan, r.tagged = p, p
	for _, problem := range p.Check() {
		f := Finding{Span: problem.Span, Severity: Warning, Message: problem.Message}
		if problem.Error {
			f.Severity = Error
		}
		if len(problem.Fix) > 0 {
			f.Fix = &Fix{}
			for _, e := range problem.Fix {
				f.Fix.Edits = append(f.Fix.Edits, FileEdit{Edit: e})
			}
		}
		id := "plan/" + string(problem.Class)
		r.told[id] = append(r.told[id], f)
	}
}

// note reads what a session wrote when it stopped: text in tags, as a plan is.
func (r *planRoom) note() {
	p, err := planfile.Parse(r.file.Name, r.file.Text)
	if err != nil {
		r.faults[r.file.Name] = err
		return
	}
	r.tagged = p
	if n, err := position.ParseContinue(r.file.Name, r.file.Text); err == nil {
		r.front(n.FrontErr)
		for _, odd := range n.Notes() {
			r.tell(positionID, odd.Span, Warning, odd.Message)
		}
	}
}

// state reads the state of a project, which is Markdown.
func (r *planRoom) state() {
	doc, err := mdcheckpoint.Parse(r.file.Name, r.file.Text)
	if err != nil {
		r.faults[r.file.Name] = err
		return
	}
	r.document = doc
	s, err := position.ParseState(r.file.Name, r.file.Text)
	if err != nil {
		return // what is no text is said by an any/ rule
	}
	r.front(s.FrontErr)
	for _, n := range s.Notes() {
		r.tell(positionID, n.Span, Warning, n.Message)
	}
}

// front warns of front matter that cannot be read: tools of the family take it line by
// line.
func (r *planRoom) front(err error) {
	if err == nil {
		return
	}
	message := err.Error()
	if said, ok := errors.AsType[*source.Error](err); ok {
		message = said.Err.Error()
	}
	r.tell(positionID, placeOf(r.file, err), Warning, "front matter: "+message)
}
