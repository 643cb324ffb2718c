package gitrepo

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// evil lists settings that make git run PROGRAM.
var evil = [...][2]string{
	{"core.hooksPath", "HOOKS"}, {"core.pager", "PROGRAM"}, {"pager.log", "PROGRAM"}, {"pager.status", "PROGRAM"}, {"pager.diff", "PROGRAM"},
	{"core.fsmonitor", "PROGRAM"}, {"core.sshCommand", "PROGRAM"}, {"core.gitProxy", "PROGRAM"}, {"core.askPass", "PROGRAM"}, {"core.editor", "PROGRAM"}, {"sequence.editor", "PROGRAM"},
	{"diff.external", "PROGRAM"}, {"diff.evil.command", "PROGRAM"}, {"diff.evil.textconv", "PROGRAM"}, {"diff.trustExitCode", "true"},
	{"gpg.program", "PROGRAM"}, {"log.showSignature", "true"}, {"credential.helper", "!PROGRAM"}, {"merge.evil.driver", "PROGRAM"},
	{"alias.log", "!PROGRAM"}, {"alias.status", "!PROGRAM"}, {"alias.rev-parse", "!PROGRAM"}, {"interactive.diffFilter", "PROGRAM"},
	{"uploadpack.packObjectsHook", "PROGRAM"}, {"remote.origin.url", "ext::PROGRAM"}, {"remote.origin.promisor", "true"}, {"protocol.ext.allow", "always"},
	{"trailer.x.command", "PROGRAM"}, {"core.alternateRefsCommand", "PROGRAM"}, {"log.diffMerges", "remerge"}, {"submodule.recurse", "true"},
	{"include.path", "included"}, {"includeIf.gitdir:**.path", "included"}, {"extensions.worktreeConfig", "true"}, {"core.attributesFile", ".git/attributes"},
}

const included = "[core]\n\tfsmonitor = PROGRAM\n\thooksPath = HOOKS\n\tpager = PROGRAM\n[diff]\n\texternal = PROGRAM\n[diff \"evil\"]\n\ttextconv = PROGRAM\n"

const filters = "[filter \"evil\"]\n\tclean = PROGRAM\n[filter \"e=v.il\"]\n\tprocess = PROGRAM\n\trequired = true\n[filter \"evil\"]\n\tclean = PROGRAM\n\tsmudge = PROGRAM\n\tprocess = PROGRAM\n\trequired = true\n"

func TestRunsNothing(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are scripts of a shell")
	}
	w := newWork(t)
	mark := filepath.Join(t.TempDir(), "mark")
	program := "#!/bin/sh\necho \"$0 $*\" >> '" + mark + "'\n"
	for _, name := range []string{"program", "git", "sh", "hooks/post-index-change", "hooks/reference-transaction", "hooks/post-checkout", "hooks/pre-commit", ".envrc"} {
		w.write(name, program)
		if err := os.Chmod(w.path(name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	names := []string{"--help", "-rf.md", "--output=pwned", ":(exclude)x", ":^x", "-", "a\nb.md", "é\x1b[2J.md", "HEAD"}
	for _, name := range names {
		w.write(name, "text\n")
	}
	w.write(".gitattributes", "* diff=evil merge=evil filter=evil\n-rf.md filter=e=v.il\n")
	w.git("add", "--all")
	w.git("commit", "--quiet", "--message", "one")
	w.git("update-ref", "refs/heads/--output=pwned", "HEAD")
	w.git("symbolic-ref", "HEAD", "refs/heads/--output=pwned")
	w.write("-rf.md", "changed\n")
	filled := strings.NewReplacer("PROGRAM", w.path("program"), "HOOKS", w.path("hooks"))
	for _, name := range []string{"included", "config.worktree"} {
		w.write(".git/"+name, filled.Replace(included))
	}
	for _, e := range evil {
		w.git("config", e[0], filled.Replace(e[1]))
	}
	os.Remove(mark) // maybe from the setup
	t.Chdir(w.dir)
	for key, value := range map[string]string{
		"GIT_EXTERNAL_DIFF": w.path("program"), "GIT_PAGER": w.path("program"), "PAGER": w.path("program"), "GIT_EDITOR": w.path("program"), "GIT_SSH_COMMAND": w.path("program"),
		"GIT_ASKPASS": w.path("program"), "GIT_TRACE": filepath.Join(w.dir, "trace"), "GIT_TRACE2_EVENT": filepath.Join(w.dir, "trace2"), "PATH": "." + string(os.PathListSeparator) + os.Getenv("PATH"),
	} {
		t.Setenv(key, value)
	}
	if r, err := Open(context.Background(), w.dir); err == nil { // PATH begins with "."
		r.Close()
		t.Error("the git of the current directory is taken")
	}
	t.Setenv("PATH", strings.TrimPrefix(os.Getenv("PATH"), "."+string(os.PathListSeparator)))
	r, err := Open(context.Background(), w.dir)
	if err != nil {
		t.Fatal(err)
	}
	ask(t, r, names)
	r.Close()
	settings, err := os.ReadFile(w.path(".git/config"))
	if err != nil {
		t.Fatal(err)
	}
	w.write(".git/config", string(settings)+strings.ReplaceAll(filters, "PROGRAM", w.path("program")))
	r = w.open() // a Repo lists the filters once
	ask(t, r, names)
	if modified := must[[]string](t)(r.Modified()); !slices.Contains(modified, "-rf.md") {
		t.Errorf("what is changed and has a filter is not in %q", modified)
	}
	if ran, err := os.ReadFile(mark); err == nil {
		t.Errorf("these ran:\n%s", ran)
	}
	for _, made := range []string{"pwned", "trace", "trace2"} {
		if w.has(made) {
			t.Errorf("%s was made", made)
		}
	}
}

func (w work) has(name string) bool {
	_, err := os.Lstat(w.path(name))
	return err == nil
}

func ask(t *testing.T, r *Repo, names []string) {
	t.Helper()
	if branch, err := r.Branch(); err != nil || branch != "--output=pwned" {
		t.Errorf("the branch is %q, %v", branch, err)
	}
	for _, question := range []func() ([]string, error){r.Modified, r.Changed} {
		if _, err := question(); err != nil {
			t.Error(err)
		}
	}
	askOne(t, r, names)
}

func askOne(t *testing.T, r *Repo, names []string) {
	t.Helper()
	for _, question := range []func() ([]string, error){r.Staged, r.LastChanged, func() ([]string, error) { return unfilteredChanges(r, names) }} {
		if _, err := question(); err != nil {
			t.Error(err)
		}
	}
	r.Unfinished()
	r.Detached()
	r.Shallow()
	r.Ignored(names...)
	r.Index(names...)
	for _, name := range names {
		if tracked, err := r.Tracked(name); err != nil || !tracked {
			t.Errorf("Tracked(%q) = %v, %v", name, tracked, err)
		}
		if _, err := r.Differs(name); err != nil {
			t.Errorf("Differs(%q): %v", name, err)
		}
		if past, err := r.History(name, 10); err != nil || len(past) != 1 {
			t.Errorf("History(%q) = %v, %v", name, past, err)
		}
		r.LastChange(name)
		if there, _ := r.CommitExists(name); there && name != "HEAD" {
			t.Errorf("a commit is called %q", name)
		}
		if _, err := r.Rev(name); err == nil && name != "HEAD" && name != "--output=pwned" { // HEAD, and a branch with an odd name
			t.Errorf("a revision is called %q", name)
		}
	}
}

func unfilteredChanges(r *Repo, names []string) ([]string, error) {
	g, err := r.git.unfiltered()
	if err == nil {
		_, err = g.changes("--untracked-files=all", names...)
	}
	return nil, err
}
