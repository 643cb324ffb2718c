package plan

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/plan/planfile"
)

// projectFiles are what a project says of all its plans; phaseEnds how the names of files
// of a phase end that say what is wanted of it. Source: GSD, seed.
var (
	projectFiles = [...]string{"PROJECT.md", "ROADMAP.md", "flightplan.md"}
	phaseEnds    = [...]string{"CONTEXT.md", "RESEARCH.md", "PHASE.md", "BRIEFING.md"}
)

// stepContext is about what the plan builds on: what it names itself, then the summaries
// of the plans that it depends on, then what the project and the phase say, as far as it
// is there.
func (r *resumption) stepContext() bootstrap.Step {
	step := bootstrap.Step{Number: 3, Title: "Read what the plan builds on"}
	if p := r.at.Plan; p != nil {
		for _, ref := range p.Context[:min(len(p.Context), bootstrap.MaxFiles)] {
			f := r.namedFile(ref.Text)
			f.Optional = true // the plan was read by others without it
			step.Files = append(step.Files, f)
		}
		for _, name := range slices.Concat(r.summaries(), r.ofPhase(path.Dir(p.File.Name))) {
			step.Files = append(step.Files, r.in.File(name))
		}
		if left := len(p.Context) - bootstrap.MaxFiles; left > 0 {
			step.Points = []string{fmt.Sprintf("and %d more in the plan", left)}
		}
	} else {
		for _, name := range r.ofPhase(r.phaseDir()) {
			step.Files = append(step.Files, r.in.File(name))
		}
	}
	for _, base := range projectFiles {
		if name := path.Join(r.Dir, base); r.Names[name] {
			step.Files = append(step.Files, r.in.File(name))
		}
	}
	if len(step.Files) == 0 {
		step.Points = []string{"no files are named"}
	}
	return step
}

// namedFile returns a file that the plan names: below the root or, as some write it, beside it.
func (r *resumption) namedFile(name string) bootstrap.File {
	name = strings.TrimPrefix(bootstrap.SlashPath(name), "./")
	if len(name) > 1 && name[1] == ':' { // of a drive of somebody else's
		return bootstrap.File{Path: name, Note: "outside of the project"}
	}
	if claim.Inside(name) {
		name = r.in.Nearest(path.Clean(name), path.Join(path.Dir(r.at.Plan.File.Name), name))
	}
	return r.in.NamedFile(name, "outside of the project")
}

// summaries are those of the plans that the one at hand depends on and that are done.
func (r *resumption) summaries() []string {
	needs := map[planfile.ID]bool{}
	for _, id := range r.at.Plan.Needs() {
		needs[id] = true
	}
	var names []string
	for _, p := range r.Sequence() {
		if needs[p.ID()] && p != r.at.Plan && r.Done(p) && len(names) < bootstrap.MaxFiles {
			names = append(names, planfile.SummaryName(p.File.Name))
		}
	}
	return names
}

// phaseDir is the directory of the phase to be planned next, the first by name; "" if it
// has none yet.
func (r *resumption) phaseDir() string {
	found := ""
	for name := range r.Names {
		dir := path.Dir(name)
		of := path.Base(path.Dir(dir)) == "phases" && r.at.Phase != "" && planfile.Number(path.Base(dir)) == r.at.Phase
		if of && (found == "" || dir < found) {
			found = dir
		}
	}
	return found
}

// ofPhase are the files in dir that say what is wanted of the phase.
func (r *resumption) ofPhase(dir string) []string {
	if dir == r.Dir || dir == "" {
		return nil
	}
	var names []string
	for _, end := range phaseEnds {
		for _, base := range []string{end, r.at.Phase + "-" + end} {
			if name := path.Join(dir, base); r.Names[name] {
				names = append(names, name)
			}
		}
	}
	return names
}
