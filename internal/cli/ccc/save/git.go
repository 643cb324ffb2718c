package save

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/gitrepo"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/ccc/prose"
	"mdck/mdcheckpoint/spelling"
)

// snapshot is step 2: a commit of the tracked files in scope.
func (r *run) snapshot(ctx context.Context) *Step {
	switch {
	case r.SkipGit:
		return skipped("--skip-git")
	case ctx.Err() != nil:
		return failed(errInterrupted)
	case errors.Is(r.project.Err, gitrepo.ErrNotRepo), errors.Is(r.project.Err, gitrepo.ErrNoGit) && workspace.Repository(r.Target.Root) == "":
		return skipped("the project is in no repository")
	case errors.Is(r.project.Err, gitrepo.ErrNoGit):
		return failed(gitrepo.ErrNoGit)
	case r.project.Err != nil:
		return failed(r.project.Err)
	}
	files, notes := r.scope()
	if err := r.session.Faults[r.Target.State]; err != nil && len(files) == 0 {
		return failed(r.shown(err)) // it may name files
	}
	if len(files) == 0 {
		return r.unscoped(notes)
	}
	message, err := ccc.CommitMessage(r.Message, r.facts)
	if err != nil {
		return failed(err)
	}
	commit, err := r.project.Repo.Snapshot(ctx, files, message)
	step := r.committed(commit, message, err)
	step.Notes = append(notes, step.Notes...)
	return step
}

var errInterrupted = errors.New("it was interrupted")

// committed is how a Snapshot ended.
func (r *run) committed(commit gitrepo.Commit, message string, err error) *Step {
	r.report.Left = commit.Left
	var step *Step
	switch e, refused := errors.AsType[*gitrepo.SnapshotError](err); {
	case refused && e.Skipped():
		step = skipped(e.Error())
	case err != nil:
		step = failed(err)
	default:
		subject, _, _ := strings.Cut(message, "\n")
		step = done(fmt.Sprintf("%.7s %q, %s", commit.Hash, subject, report.Counted(len(commit.Files), "file")))
		r.report.Commit = &commit
		if commit.Note != "" {
			step.Notes = append(step.Notes, commit.Note)
		}
	}
	for _, l := range r.report.Left[:min(len(r.report.Left), maxListed)] {
		step.Notes = append(step.Notes, fmt.Sprintf("not committed: %s (%s)", r.project.named(l.Path), l.Why))
	}
	if more := len(r.report.Left) - maxListed; more > 0 {
		step.Notes = append(step.Notes, fmt.Sprintf("not committed: %d more", more))
	}
	return step
}

// maxListed is how many files the notes of a step list.
const maxListed = 20

// scope are the files to commit, as the repository names them: those of the state and
// those that the user names.
func (r *run) scope() (files, notes []string) {
	named := r.session.State.Files()
	if len(named) > prose.MaxNamed {
		notes = append(notes, fmt.Sprintf("not committed: %s of the state names %d files, of which the first %d are looked at", engine.ActiveFilesField, len(named), prose.MaxNamed))
		named = named[:prose.MaxNamed]
	}
	for i, name := range slices.Concat(named, r.Files) {
		rel, ok := r.inRepository(name)
		switch {
		case ok:
			files = append(files, rel)
		case i < len(named):
			notes = append(notes, fmt.Sprintf("not committed: %s of the state names %q, which is no file below the project", engine.ActiveFilesField, name))
		default:
			notes = append(notes, fmt.Sprintf("not committed: %s (outside of the project)", r.Target.Shown(name)))
		}
	}
	return files, notes
}

// inRepository returns a path, absolute or relative to the project, as the repository names
// it; ok is false if it is not below the project, or if a link on the way leads out of it.
func (r *run) inRepository(name string) (rel string, ok bool) {
	file := filepath.FromSlash(name)
	if !filepath.IsAbs(file) {
		file = r.Target.File(name)
	}
	rel, ok = r.project.Repo.Rel(file)
	return rel, ok && rel != "." && strings.HasPrefix(rel, r.project.prefix())
}

// unscoped is the step where nothing is in scope: it says what could be.
func (r *run) unscoped(notes []string) *Step {
	files := r.project.modified
	if len(files) == 0 {
		step := skipped("the work tree is clean")
		step.Notes = notes
		return step
	}
	step := skipped("nothing is in scope: no " + engine.ActiveFilesField + " in the state, and no --file")
	command := "mdck ccc save"
	for _, name := range files[:min(len(files), maxListed)] {
		notes = append(notes, "modified: "+r.Target.Shown(name))
		command += " --file " + quoted(r.Target.Shown(name))
	}
	if more := len(files) - maxListed; more > 0 {
		notes = append(notes, fmt.Sprintf("modified: %d more", more))
		command += " …"
	}
	step.Notes = append(notes, "to commit them: "+command)
	return step
}

// quoted is a path as it is typed into a shell.
func quoted(name string) string {
	if strings.HasPrefix(name, "-") {
		name = "./" + name
	}
	return spelling.ShellWord(name)
}
