package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

func (w work) elsewhere(message string) string {
	w.t.Helper()
	w.git("branch", "other")
	tree := w.git("rev-parse", "HEAD^{tree}")
	id := strings.TrimSpace(w.git("commit-tree", "-p", "HEAD", "-m", message, strings.TrimSpace(tree)))
	w.git("update-ref", "refs/heads/other", id)
	return id
}

func TestHeadMovesMeanwhile(t *testing.T) {
	for name, c := range map[string]struct {
		message, end string
		reason       Reason
		detail       string
	}{
		"hook says no":               {"theirs", "exit 1", HookRefused, ""},
		"hook says yes":              {"theirs", "exit 0", Moved, "fatal: cannot lock ref 'HEAD': is at "},
		"same message":               {"x", "exit 0", Moved, "fatal: cannot lock ref 'HEAD': is at "},
		"same message, hook said no": {"x", "exit 1", HookRefused, ""},
		"git is killed":              {"theirs", "kill -9 $PPID", Failed, "signal: killed"},
		"git is killed, same":        {"x", "kill -9 $PPID", Failed, "signal: killed"},
	} {
		t.Run(name, func(t *testing.T) {
			w := messy(t)
			theirs := w.elsewhere(c.message)
			w.hook("pre-commit", "git update-ref refs/heads/main "+theirs+"; "+c.end)
			before := w.scene()
			commit, err := w.open().CommitFiles(t.Context(), []string{"a", "b"}, "x")
			e, ok := errors.AsType[*CommitError](err)
			if !ok || e.Reason != c.reason || !strings.HasPrefix(e.Detail, c.detail) {
				t.Fatalf("got %+v and %v, want %q: %q", commit, err, c.reason, c.detail)
			}
			if w.head() != theirs {
				t.Errorf("HEAD is %s, want %s", w.head(), theirs)
			}
			w.unchanged(before)
		})
	}
}

func TestHookThatCommits(t *testing.T) {
	w := messy(t)
	w.hook("pre-commit", "test -n \"$INNER\" && exit 0; INNER=1 git commit --quiet --allow-empty --only --message x && exit 1")
	commit, err := w.open().CommitFiles(t.Context(), []string{"a"}, "x")
	if e, ok := errors.AsType[*CommitError](err); !ok || e.Reason != HookRefused {
		t.Errorf("got %+v and %v", commit, err)
	}
}

func TestHeadMovesAfterwards(t *testing.T) {
	w := messy(t)
	w.hook("post-commit", "test -n \"$INNER\" && exit 0; git rev-parse HEAD >.git/ours; INNER=1 git commit --quiet --allow-empty --only --message next")
	commit := must[Commit](t)(w.open().CommitFiles(t.Context(), []string{"a"}, "x"))
	ours := strings.TrimSpace(string(must[[]byte](t)(os.ReadFile(w.path(".git/ours")))))
	if commit.Hash != ours || !strings.HasPrefix(commit.Note, "after the commit, HEAD moved to ") {
		t.Errorf("got %+v, want %s", commit, ours)
	}
	sameList(t, commit.Files, "a")
}

func TestHookThatAmends(t *testing.T) {
	w := messy(t)
	w.hook("post-commit", "test -n \"$INNER\" && exit 0; INNER=1 git commit --quiet --amend --only --message amended")
	commit := must[Commit](t)(w.open().CommitFiles(t.Context(), []string{"a"}, "x"))
	if commit.Hash == w.head() || !strings.HasPrefix(commit.Note, "after the commit, HEAD moved to ") || w.git("log", "-1", "--format=%s") != "amended\n" {
		t.Errorf("got %+v, HEAD is %s", commit, w.head())
	}
	sameList(t, commit.Files, "a")
}

func TestTwoAtOnce(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a": "0\n", "b": "0\n"})
	for round := range 25 {
		var all sync.WaitGroup
		for _, name := range []string{"a", "b"} {
			w.write(name, fmt.Sprintf("%d\n", round+1))
			all.Go(func() { w.oneOfTwo(name, fmt.Sprintf("%s in round %d", name, round)) })
		}
		all.Wait()
	}
}

func (w work) oneOfTwo(name, message string) {
	r, err := Open(w.t.Context(), w.dir)
	if err != nil {
		w.t.Error(err)
		return
	}
	defer r.Close()
	commit, err := r.CommitFiles(w.t.Context(), []string{name}, message)
	if err != nil {
		if _, ok := errors.AsType[*CommitError](err); !ok {
			w.t.Errorf("%s: got %v", message, err)
		}
		return
	}
	got, err := r.git.output("show", "--format=%s", "--name-only", commit.Hash)
	if err != nil || got != message+"\n\n"+name+"\n" || strings.Join(commit.Files, " ") != name {
		w.t.Errorf("%s: got %+v, which is %q (%v)", message, commit, got, err)
	}
}

func TestHangAfterAChangedMessage(t *testing.T) {
	w := messy(t)
	w.hook("commit-msg", `echo "Change-Id: 1" >>"$1"`)
	w.hook("post-commit", "echo $$ >.git/up; exec sleep 600")
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	go func() {
		w.started(".git/up")
		cancel()
	}()
	commit := must[Commit](t)(w.open().CommitFiles(ctx, []string{"a"}, "x"))
	if commit.Hash != w.head() {
		t.Errorf("got %+v, HEAD is %s", commit, w.head())
	}
}

func TestCommitThatCannotBeRead(t *testing.T) {
	w := messy(t)
	w.hook("post-commit", "rm -f .git/objects/$(git rev-parse HEAD^^{tree} | sed 's|^..|&/|')")
	commit, err := w.open().CommitFiles(t.Context(), []string{"a"}, "x")
	if err != nil || commit.Hash != w.head() || !strings.Contains(commit.Note, "the files of the commit are unknown: ") {
		t.Errorf("got %+v, %v", commit, err)
	}
}

func TestLastLines(t *testing.T) {
	for output, want := range map[string]string{
		"":                                     "",
		"a\nb\r\nc\nd\n":                       "b; c; d",
		"fatal: no\na\nb\nc\n":                 "fatal: no",
		"error: x\nfatal: no\na\nb\nc\nd\n":    "error: x",
		"fatal: no\nerror: x\na\n":             "fatal: no",
		"fatal: first\na\nb\nerror: last\nc\n": "fatal: first",
	} {
		if got := lastLines(output); got != want {
			t.Errorf("%q gives %q, want %q", output, got, want)
		}
	}
}
