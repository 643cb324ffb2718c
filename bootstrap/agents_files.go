package bootstrap

import (
	"fmt"
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/claim"
)

// maxWorked is how many of the files that an agent worked on are listed. Nobody reads
// more, and each costs a look into it.
const maxWorked = 200

// stepFiles is about the files that the agent worked on, and which of them a commit
// changed since. Of a long list the rest is counted, but for files that are missing by
// the verdicts, which are in the order of the list.
func (h *heir) stepFiles(verdicts []claim.Verdict) Step {
	step := Step{Number: 4, Title: "Read the files that the agent worked on: " + agents.FilesKey}
	if h.c == nil {
		return step
	}
	left := 0
	for i, item := range h.c.Files() {
		gone := i < len(verdicts) && verdicts[i].Status == claim.Stale
		if i >= maxWorked && (!gone || len(step.Files) >= 2*maxWorked) {
			left++
			continue
		}
		step.Files = append(step.Files, h.worked(item.Text))
	}
	switch {
	case left > 0:
		step.Points = []string{fmt.Sprintf("and %d more in %s", left, agents.FilesKey)}
	case len(step.Files) == 0:
		step.Points = []string{"none are named"}
	}
	return step
}

// worked is a file that a checkpoint names: of the tree or, where that has none of the
// name, of the repository above.
func (h *heir) worked(name string) File {
	f := File{Path: slashed(name), Note: "outside of the epic"}
	if !agents.Rooted(f.Path) {
		f = h.in.named(h.place(name), f.Note)
	}
	if name = path.Clean(slashed(name)); f.There || h.in.Above == nil || agents.Rooted(name) || !claim.Inside(name) {
		return f
	}
	if _, err := claim.Stat(h.in.Above, name); err != nil {
		return f
	}
	above := *h.in
	above.Tree = above.Above
	f = above.named(name, "")
	f.Path = path.Join(above.Up, name)
	return f
}

// slashed is the name of a file with slashes, whichever separators it has.
func slashed(name string) string { return strings.ReplaceAll(strings.TrimSpace(name), `\`, "/") }

// place is the path in the tree of a file that a checkpoint names: below the epic, or
// as some write it, below the root of the tree.
func (h *heir) place(name string) string {
	name = slashed(name)
	if agents.Rooted(name) {
		return name
	}
	return h.in.nearest(path.Join(h.epic, name), path.Clean(name))
}

// drift notes at the files of steps which of those that the agent worked on a commit
// changed after the checkpoint was written.
func (h *heir) drift(steps []Step) {
	last, ok := h.c.Last()
	if h.in.Committed == nil || !ok {
		return
	}
	var names []string
	files := h.c.Files()
	for _, item := range files[:min(len(files), maxWorked)] { // as many as are listed
		if name := h.place(item.Text); fs.ValidPath(name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return
	}
	changed := map[string]bool{}
	for _, name := range h.in.Committed(last, names) {
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

// stepGoOn says what a session does next. Source: checkpoint (recovery).
func (h *heir) stepGoOn() Step {
	step := Step{Number: 5, kind: doing, Title: "Go on"}
	if h.c == nil {
		return step
	}
	switch strings.ToUpper(folded(h.c.Status())) {
	case agents.Complete:
		step.Points = append(step.Points, "the agent's work is complete: ask the primary what comes next")
	case agents.Blocked:
		step.Points = append(step.Points, "see to what blocks it, then go on with the current step")
	default:
		step.Points = append(step.Points, "follow the recovery instructions: the current step first, then the next steps")
	}
	step.Points = append(step.Points, h.command("resume")+" notes the new session", h.command("beat")+" keeps the checkpoint up to date: every 15 minutes, at the end of a phase, at a blocker, before and after a sync point")
	return step
}
