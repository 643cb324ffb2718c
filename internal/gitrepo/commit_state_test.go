package gitrepo

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// branched has three branches, two of which change a.
var branched = pattern{name: "branched", make: func(t *testing.T) work {
	w := newWork(t)
	w.commit(map[string]string{"a": "0\n", "b": "0\n"})
	w.git("branch", "other")
	w.git("branch", "apart")
	w.write("a", "1\n")
	w.git("commit", "--quiet", "--all", "--message", "x")
	w.write("a", "1b\n")
	w.git("commit", "--quiet", "--all", "--message", "x")
	for branch, file := range map[string]string{"other": "a", "apart": "c"} {
		w.git("checkout", "--quiet", branch)
		w.write(file, branch+"\n")
		w.git("add", file)
		w.git("commit", "--quiet", "--message", branch)
	}
	w.git("checkout", "--quiet", "main")
	return w
}}

func TestSnapshotInStates(t *testing.T) {
	for name, c := range map[string]struct {
		make   func(w work)
		reason Reason
		detail string
	}{
		"clean": {func(w work) { w.git("checkout", "--quiet", "a") }, Unchanged, ""},
		"converted": {func(w work) {
			w.git("config", "core.autocrlf", "input")
			w.write("a", "1b\r\n")
		}, Unchanged, ""},
		"detached": {func(w work) { w.git("checkout", "--quiet", "--detach") }, Detached, "at "},
		"locked":   {func(w work) { w.write(".git/index.lock", "") }, Locked, "index.lock"},
		"merge": {func(w work) {
			w.git("stash", "--quiet")
			w.fails("merge", "--no-commit", "--no-ff", "apart")
			w.git("stash", "apply", "--quiet")
		}, InProgress, "a merge"},
		"conflict": {func(w work) { w.git("checkout", "--quiet", "a"); w.fails("merge", "other") }, InProgress, "a merge"},
		"stash": {func(w work) {
			w.git("stash", "--quiet")
			w.write("a", "else\n")
			w.git("commit", "--quiet", "--all", "--message", "x")
			w.fails("stash", "apply")
		}, InConflict, `"a"`},
		"cherry-pick": {func(w work) { w.git("checkout", "--quiet", "a"); w.fails("cherry-pick", "other") }, InProgress, "a cherry-pick"},
		"revert":      {func(w work) { w.git("checkout", "--quiet", "a"); w.fails("revert", "--no-edit", "HEAD~") }, InProgress, "a revert"},
		"rebase":      {func(w work) { w.git("checkout", "--quiet", "a"); w.fails("rebase", "other") }, InProgress, "a rebase"},
		"bisect":      {func(w work) { w.git("bisect", "start") }, InProgress, "a bisection"},
		"no name": {func(w work) {
			for _, v := range []string{"GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL"} {
				w.unset(v)
			}
			w.git("config", "user.useConfigOnly", "true")
		}, NoIdentity, ""},
		"no key": {func(w work) {
			w.git("config", "commit.gpgSign", "true")
			w.git("config", "gpg.program", filepath.ToSlash(w.script("gpg", "echo 'no secret key' >&2; exit 2")))
		}, Failed, "error: gpg failed to sign the data"},
		"no signer": {func(w work) {
			w.git("config", "commit.gpgSign", "true")
			w.git("config", "gpg.program", "/none/gpg")
		}, Failed, "fatal: cannot run /none/gpg"},
	} {
		t.Run(name, func(t *testing.T) {
			w := branched.copy(t)
			w.write("a", "2\n")
			c.make(w)
			commit, err := w.open().CommitFiles(t.Context(), []string{"a"}, "x")
			e, ok := errors.AsType[*CommitError](err)
			if !ok || e.Reason != c.reason || !strings.Contains(e.Detail, c.detail) {
				t.Fatalf("got %+v and %v, want %q with %q", commit, err, c.reason, c.detail)
			}
			if e.Skipped() != (c.reason == Unchanged) {
				t.Errorf("skipped is %v", e.Skipped())
			}
			if name != "locked" && name != "no name" {
				w.refused(c.reason, "a")
			}
		})
	}
}

func (w work) fails(args ...string) {
	w.t.Helper()
	r, err := Open(w.t.Context(), w.dir)
	if err != nil {
		w.t.Fatal(err)
	}
	defer r.Close()
	if out, err := r.git.output(args...); err == nil && args[0] != "merge" {
		w.t.Fatalf("git %q does not fail: %s", args, out)
	}
}

func (w work) unset(key string) {
	w.t.Setenv(key, "")
	os.Unsetenv(key)
}

func (w work) script(name, text string) string {
	w.t.Helper()
	if runtime.GOOS == "windows" {
		w.t.Skip("programs for the shell")
	}
	path := filepath.Join(w.t.TempDir(), name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o755); err != nil {
		w.t.Fatal(err)
	}
	return path
}

func (w work) hook(name, text string) {
	w.t.Helper()
	w.write(".git/hooks/"+name, "#!/bin/sh\n"+text+"\n")
	if err := os.Chmod(w.path(".git/hooks/"+name), 0o755); err != nil {
		w.t.Fatal(err)
	}
}

func TestUnborn(t *testing.T) {
	w := newWork(t)
	w.write("a", "1")
	r := w.open()
	if _, err := r.CommitFiles(t.Context(), []string{"a"}, "x"); err == nil || err.(*CommitError).Reason != OutOfScope {
		t.Errorf("got %v", err)
	}
	w.git("add", "a")
	if _, err := r.CommitFiles(t.Context(), []string{"a"}, "x"); err == nil || err.(*CommitError).Reason != Unborn {
		t.Errorf("got %v", err)
	}
}

func TestSnapshotReadOnly(t *testing.T) {
	w := messy(t)
	r := w.open()
	if os.Geteuid() == 0 {
		// Not even root can write a file in place of a directory.
		if err := os.MkdirAll(w.path(".git/refs/heads/main.lock/x"), 0o755); err != nil {
			t.Fatal(err)
		}
	} else if err := os.Chmod(w.path(".git/refs/heads"), 0o555); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Chmod(w.path(".git/refs/heads"), 0o755) })
	_, err := r.CommitFiles(t.Context(), []string{"a"}, "x")
	if e, ok := errors.AsType[*CommitError](err); !ok || e.Reason != Failed || e.Detail == "" {
		t.Errorf("got %v", err)
	}
	if err := os.RemoveAll(w.path(".git/refs/heads/main.lock")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(w.path(".git/refs/heads"), 0o755); err != nil {
		t.Fatal(err)
	}
	w.snapshot([]string{"a"}, "a")
}
