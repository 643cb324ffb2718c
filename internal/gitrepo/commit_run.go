package gitrepo

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// operations are what git leaves in its directory while something is under way.
// Source: what "git status" looks for.
var operations = []struct{ file, name string }{
	{"rebase-merge", "a rebase"},
	{"rebase-apply", "a rebase, or git am"},
	{"MERGE_HEAD", "a merge"},
	{"CHERRY_PICK_HEAD", "a cherry-pick"},
	{"REVERT_HEAD", "a revert"},
	{"sequencer", "a series of cherry-picks or reverts"},
	{"BISECT_LOG", "a bisection"},
}

// ready finds what stands in the way of a commit.
func (s *saving) ready() error {
	dir, err := s.git.gitDir()
	if err != nil {
		return err
	}
	s.dir = dir
	for _, o := range operations {
		if s.exists(o.file) {
			return s.because(InProgress, o.name)
		}
	}
	if s.conflict != "" {
		return s.because(InConflict, quote(s.conflict))
	}
	if s.exists("index.lock") {
		return s.because(Locked, quote(filepath.Join(dir, "index.lock")))
	}
	head, err := s.git.head()
	if err != nil {
		return s.because(Unborn, "")
	}
	s.parent = head
	if _, err := s.git.output("symbolic-ref", "--quiet", "HEAD"); status(err) == 1 {
		return s.because(Detached, "at "+head[:7])
	}
	for _, ident := range []string{"GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"} {
		if _, err := s.git.output("var", ident); err != nil {
			return s.because(NoIdentity, "")
		}
	}
	return s.git.ctx.Err()
}

func (s *saving) exists(name string) bool {
	_, err := os.Lstat(filepath.Join(s.dir, name))
	return err == nil
}

func (s *saving) because(reason Reason, detail string) error {
	if err := s.git.ctx.Err(); err != nil { // it may be the reason why git did not answer
		return &SnapshotError{Reason: Stopped, Left: s.left, err: err}
	}
	return &SnapshotError{Reason: reason, Detail: detail, Left: s.left}
}

// head is the commit that HEAD is.
func (g git) head() (string, error) {
	out, err := g.output("rev-parse", "--verify", "--quiet", "HEAD^{commit}")
	return strings.TrimSuffix(out, "\n"), err
}

// outcome is how a run of "git commit" ended.
type outcome struct {
	head   string // the commit that was made; "" if none was
	output tail   // of git and its hooks
	hooks  []hookRun
	err    error // from os/exec
	ctxErr error
}

// commit runs "git commit". It gives an error if HEAD is what it was.
func (s *saving) commit(picked []string, message string) (outcome, error) {
	dir, err := os.MkdirTemp("", "mdck-commit-")
	if err != nil {
		return outcome{}, err
	}
	defer os.RemoveAll(dir)
	done, err := s.run(dir, picked, message)
	if err != nil {
		return done, err
	}
	after := s.git
	ctx, cancel := context.WithTimeout(context.WithoutCancel(s.git.ctx), time.Minute)
	defer cancel()
	after.ctx = ctx
	if head, err := after.head(); err == nil && head != s.parent {
		done.head = head
		return done, nil
	}
	return done, s.refused(done)
}

// run runs "git commit" with files of its own in dir. The paths go in by stdin:
// there is no end to their number, and an option for literal paths would reach
// the hooks.
func (s *saving) run(dir string, picked []string, message string) (outcome, error) {
	text, trace := filepath.Join(dir, "message"), filepath.Join(dir, "trace")
	if err := os.WriteFile(text, []byte(message), 0o600); err != nil {
		return outcome{}, err
	}
	var done outcome
	cmd := exec.CommandContext(s.git.ctx, s.git.exe, "commit", "--quiet", "--only", "--cleanup=whitespace",
		"--file="+text, "--pathspec-from-file=-", "--pathspec-file-nul")
	cmd.Dir = s.git.dir
	cmd.Env = append(asUser(s.git.env), "LANGUAGE=C", "GIT_TRACE2_EVENT="+trace)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(pathspecs(picked)), &done.output, &done.output
	cmd.WaitDelay = time.Second // for git to clean up, and for what a hook leaves running with our pipes
	alone(cmd)
	if done.err = cmd.Run(); errors.Is(done.err, exec.ErrWaitDelay) {
		done.err = nil
	}
	if done.ctxErr = s.git.ctx.Err(); done.ctxErr != nil && cmd.Process != nil {
		stop(cmd)
	}
	if cmd.Process != nil {
		s.unlock(cmd.Process.Pid)
	}
	done.hooks = hooksIn(trace)
	return done, nil
}

// pathspecs names files as "git commit" reads them from stdin.
func pathspecs(files []string) string {
	var out strings.Builder
	for _, f := range files {
		out.WriteString(":(top,literal)" + f + "\x00")
	}
	return out.String()
}

// unlock removes the locks of the process pid of git, if it was killed before it
// could. The lock that bears its number tells that the other was its own too: git
// takes that one first and gives up both together.
func (s *saving) unlock(pid int) {
	own := filepath.Join(s.dir, "next-index-"+strconv.Itoa(pid)+".lock")
	if _, err := os.Lstat(own); err != nil {
		return
	}
	os.Remove(filepath.Join(s.dir, "index.lock"))
	os.Remove(own)
}

// asUser is env without what environ has added to it: hooks find what the user's
// own git would give them.
func asUser(env []string) []string {
	env = slices.Clone(env)
	for _, v := range variables {
		for i := len(env) - 1; i >= 0; i-- {
			if env[i] == v {
				env = slices.Delete(env, i, i+1)
				break
			}
		}
	}
	return env
}

// tail keeps the end of what is written to it.
type tail struct{ text []byte }

// tailSize is how many bytes of output are kept.
const tailSize = 16 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.text = append(t.text, p[max(len(p)-tailSize, 0):]...)
	if len(t.text) > 2*tailSize {
		t.text = append(t.text[:0], t.text[len(t.text)-tailSize:]...)
	}
	return len(p), nil
}

func (t *tail) String() string { return string(t.text[max(len(t.text)-tailSize, 0):]) }
