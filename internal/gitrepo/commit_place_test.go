package gitrepo

import (
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mdck/internal/tree"
)

func TestSnapshotInAHook(t *testing.T) {
	w := messy(t)
	t.Setenv("GIT_INDEX_FILE", filepath.Join(t.TempDir(), "index"))
	t.Chdir(w.dir)
	_, err := w.open().CommitFiles(t.Context(), []string{"a"}, "x")
	if e, ok := errors.AsType[*CommitError](err); !ok || e.Reason != InProgress {
		t.Errorf("got %v", err)
	}
}

func TestSnapshotOfSubmodule(t *testing.T) {
	inner := newWork(t)
	inner.commit(map[string]string{"x": "1\n"})
	w := newWork(t)
	w.commit(map[string]string{"a": "1\n"})
	w.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.dir, "sub")
	w.git("commit", "--quiet", "--message", "sub")
	work{t, w.path("sub")}.commit(map[string]string{"x": "2\n"})
	w.write("sub/x", "3\n")
	w.write("a", "2\n")
	got := w.snapshot([]string{"sub", "sub/x", "a"}, "a")
	if !slices.Equal(got.Left, []Left{{"sub", LeftSubmodule}, {"sub/x", LeftUntracked}}) {
		t.Errorf("left %v", got.Left)
	}
	sub := work{t, w.path("sub")}
	sub.git("checkout", "--quiet", "-b", "topic")
	sub.snapshot([]string{"x"}, "x")
}

func TestSnapshotInLinkedWorkTree(t *testing.T) {
	w := messy(t)
	linked := work{t, filepath.Join(tree.RealPath(t.TempDir()), "linked")}
	w.git("worktree", "add", "--quiet", "-b", "topic", linked.dir)
	linked.write("a", "linked\n")
	linked.write("b", "linked\n")
	linked.git("add", "b")
	before := w.scene()
	linked.snapshot([]string{"a"}, "a")
	w.unchanged(before)
	w.write(".git/worktrees/linked/index.lock", "")
	linked.write("a", "more\n")
	if _, err := open(t, linked.dir).CommitFiles(t.Context(), []string{"a"}, "x"); err == nil || err.(*CommitError).Reason != Locked {
		t.Errorf("got %v", err)
	}
	w.snapshot([]string{"a"}, "a")
}

func TestSnapshotOfSparseCheckout(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"in/a": "1\n", "out/b": "1\n", "c": "1\n"})
	w.git("sparse-checkout", "set", "--cone", "in")
	w.write("in/a", "2\n")
	got := w.snapshot([]string{"in/a", "out/b", "out"}, "in/a")
	if len(got.Left) > 0 {
		t.Errorf("left %v", got.Left)
	}
	if w.git("show", "HEAD:out/b") != "1\n" {
		t.Error("out/b is missing")
	}
}

func TestSnapshotWithOddConfiguration(t *testing.T) {
	for _, setting := range []string{
		"status.showUntrackedFiles=no", "commit.verbose=true", "commit.cleanup=strip", "core.quotePath=true", "status.renames=copies",
		"commit.status=true", "core.commentChar=c", "index.sparse=true", "core.autocrlf=true", "commit.template=/none", "i18n.commitEncoding=UTF-8", "core.splitIndex=true", "feature.manyFiles=true", "status.relativePaths=true", "trace2.eventTarget=0",
	} {
		t.Run(setting, func(t *testing.T) {
			t.Parallel()
			w := messy(t)
			key, value, _ := strings.Cut(setting, "=")
			w.git("config", key, value)
			w.snapshot([]string{"a", "b", "d", "l", "m"}, "a", "b", "d", "l", "m")
		})
	}
}
