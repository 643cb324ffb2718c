package agents

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// stepFiles is about the files that the agent worked on, and which of them a commit
// changed since. Of a long list the rest is counted, but for files that are missing by
// the verdicts, which are in the order of the list.
func (r *resumption) stepFiles(verdicts []claim.Verdict) bootstrap.Step {
	step := bootstrap.Step{Number: 4, Title: "Read the files that the agent worked on: " + FilesKey}
	if r.c == nil {
		return step
	}
	left := 0
	for i, item := range r.c.Files() {
		gone := i < len(verdicts) && verdicts[i].Status == claim.Stale
		if i >= bootstrap.MaxFiles && (!gone || len(step.Files) >= 2*bootstrap.MaxFiles) {
			left++
			continue
		}
		step.Files = append(step.Files, r.workedFile(item.Text))
	}
	switch {
	case left > 0:
		step.Points = []string{fmt.Sprintf("and %d more in %s", left, FilesKey)}
	case len(step.Files) == 0:
		step.Points = []string{"none are named"}
	}
	return step
}

// workedFile returns a file that a checkpoint names: of the tree or, where that has none of the
// name, of the repository above.
func (r *resumption) workedFile(name string) bootstrap.File {
	f := bootstrap.File{Path: bootstrap.SlashPath(name), Note: "outside of the epic"}
	if !Rooted(f.Path) {
		f = r.in.NamedFile(r.treePath(name), f.Note)
	}
	if name = path.Clean(bootstrap.SlashPath(name)); f.Exists || r.in.Above == nil || Rooted(name) || !claim.Inside(name) {
		return f
	}
	if _, err := claim.Stat(r.in.Above, name); err != nil {
		return f
	}
	above := *r.in
	above.Tree = above.Above
	f = above.NamedFile(name, "")
	f.Path = path.Join(above.Up, name)
	return f
}

// treePath returns the path in the tree of a file that a checkpoint names: below the epic, or
// as some write it, below the root of the tree.
func (r *resumption) treePath(name string) string {
	name = bootstrap.SlashPath(name)
	if Rooted(name) {
		return name
	}
	return r.in.Nearest(path.Join(r.epic, name), path.Clean(name))
}

// noteCommitted notes at the files of steps which of those that the agent worked on a commit
// changed after the checkpoint was written, but for the checkpoint itself and what is as a command
// of mdck wrote it.
func (r *resumption) noteCommitted(steps []bootstrap.Step) {
	last, ok := r.c.Last()
	if r.in.Repository.ChangedAfter == nil || !ok {
		return
	}
	var names []string
	files := r.c.Files()
	for _, item := range files[:min(len(files), bootstrap.MaxFiles)] { // as many as are listed
		if name := r.treePath(item.Text); fs.ValidPath(name) && !r.writes(name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return
	}
	changed := map[string]bool{}
	for _, name := range r.in.Repository.ChangedAfter(last, names) {
		changed[name] = true
	}
	for _, step := range steps {
		for i := range step.Files {
			if f := &step.Files[i]; changed[f.Path] {
				f.Note = strings.TrimPrefix(f.Note+"; a commit changed it after the checkpoint", "; ")
			}
		}
	}
}

// writes reports whether the file at name in the tree is the checkpoint, or is as the ledger has
// the last write of it.
func (r *resumption) writes(name string) bool {
	if name == r.in.Path {
		return true
	}
	text, err := source.ReadRegular(r.in.Tree, name)
	if err != nil || r.in.Ledger == nil {
		return false
	}
	entries, _ := r.in.Ledger() // what cannot be read is not known
	for _, e := range slices.Backward(entries) {
		if e.Path == name {
			return e.Content == claim.ContentHash(text)
		}
	}
	return false
}

// stepGoOn says what a session does next. Source: checkpoint (recovery).
func (r *resumption) stepGoOn() bootstrap.Step {
	step := bootstrap.Step{Number: 5, Kind: bootstrap.Work, Title: "Go on"}
	if r.c == nil {
		return step
	}
	switch strings.ToUpper(spelling.OneLine(r.c.Status())) {
	case Complete:
		step.Points = append(step.Points, "the agent's work is complete: ask the primary what comes next")
	case Blocked:
		step.Points = append(step.Points, "see to what blocks it, then go on with the current step")
	default:
		step.Points = append(step.Points, "follow the recovery instructions: the current step first, then the next steps")
	}
	step.Points = append(step.Points, r.command("resume")+" notes the new session", r.command("beat")+" keeps the checkpoint up to date: every 15 minutes, at the end of a phase, at a blocker, before and after a sync point")
	return step
}
