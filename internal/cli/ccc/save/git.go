package save

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/gitrepo"
	"mdck/internal/protocols/ccc/prose"
	"mdck/internal/spelling"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ccc/engine"
)

// snapshot is step 2: it commits the tracked files in scope.
func (r *run) snapshot(ctx context.Context, step *Step) {
	noGit := errors.Is(r.project.Err, gitrepo.ErrNoGit)
	switch {
	case r.SkipGit:
		step.skip("--skip-git was given")
	case ctx.Err() != nil:
		step.fail(errInterrupted)
	case errors.Is(r.project.Err, gitrepo.ErrNotRepo), noGit && workspace.Repository(r.Target.Root) == "":
		step.skip("the project is not in a git repository")
	case noGit:
		step.fail(gitrepo.ErrNoGit)
	case r.project.Err != nil:
		step.fail(r.project.Err)
	default:
		r.commit(ctx, step)
	}
}

var errInterrupted = errors.New("it was interrupted")

func (r *run) commit(ctx context.Context, step *Step) {
	files := r.scope(step)
	if err := r.session.Faults[r.Target.State]; err != nil && len(files) == 0 {
		step.fail(r.displayed(err))
		return
	}
	if len(files) == 0 {
		r.unscoped(step)
		return
	}
	message, err := ccc.CommitMessage(r.Message, r.facts)
	if err != nil {
		step.fail(err)
		return
	}
	commit, err := r.project.Repo.CommitFiles(ctx, files, message)
	r.committed(step, commit, message, err)
}

func (r *run) committed(step *Step, commit gitrepo.Commit, message string, err error) {
	switch e, refused := errors.AsType[*gitrepo.CommitError](err); {
	case refused && e.Skipped():
		step.skip(e.Error())
	case err != nil:
		step.fail(err)
	default:
		subject, _, _ := strings.Cut(message, "\n")
		step.done("committed %s as %.7s %q", spelling.Count(len(commit.Files), "file"), commit.Hash, subject)
		r.report.Commit = &commit
		if commit.Note != "" {
			step.note("%s", commit.Note)
		}
	}
	r.report.Left = commit.Left
	var left []string
	for _, l := range commit.Left {
		left = append(left, fmt.Sprintf("%s (%s)", r.project.displayPath(l.Path), l.Why))
	}
	step.list("not committed", left)
}

func (r *run) scope(step *Step) (files []string) {
	named := r.session.State.Files()
	if len(named) > prose.MaxNamed {
		step.note("%s names %d files, but mdck commits only the first %d", engine.ActiveFilesField, len(named), prose.MaxNamed)
		named = named[:prose.MaxNamed]
	}
	for i, name := range slices.Concat(named, r.Files) {
		rel, ok := r.inRepository(name)
		switch {
		case ok:
			files = append(files, rel)
		case i < len(named):
			step.note("not committed: %q in %s (not a file in the project)", name, engine.ActiveFilesField)
		default:
			step.note("not committed: %s (outside of the project)", r.Target.DisplayPath(name))
		}
	}
	return files
}

func (r *run) inRepository(name string) (rel string, ok bool) {
	file := filepath.FromSlash(name)
	if !filepath.IsAbs(file) {
		file = r.Target.File(name)
	}
	rel, ok = r.project.Repo.Rel(file)
	return rel, ok && rel != "." && strings.HasPrefix(rel, r.project.prefix())
}

func (r *run) unscoped(step *Step) {
	if len(r.project.modified) == 0 {
		step.skip("no tracked file has changed")
		return
	}
	step.skip("neither mdck ccc scope nor --file named files to commit")
	command := "mdck ccc save"
	var names []string
	for i, name := range r.project.modified {
		names = append(names, r.Target.DisplayPath(name))
		switch {
		case i < maxListed:
			command += " --file " + spelling.ShellPath(names[i])
		case i == maxListed:
			command += " …"
		}
	}
	step.list("modified", names)
	step.note("to commit these files: %s", command)
}
