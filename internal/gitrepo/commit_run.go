package gitrepo

import (
	"bytes"
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

// operations are the files that git keeps in its directory during an operation. Source: those
// that "git status" looks for.
var operations = []struct{ file, name string }{
	{"rebase-merge", "a rebase"},
	{"rebase-apply", "a rebase, or git am"},
	{"MERGE_HEAD", "a merge"},
	{"CHERRY_PICK_HEAD", "a cherry-pick"},
	{"REVERT_HEAD", "a revert"},
	{"sequencer", "a series of cherry-picks or reverts"},
	{"BISECT_LOG", "a bisection"},
}

// ready returns why no commit can be made now; nil if one can.
func (s *saving) ready() error {
	dir, err := s.git.gitDir()
	if err != nil {
		return err
	}
	s.dir = dir
	if what := operation(dir); what != "" {
		return s.because(InProgress, what)
	}
	if s.conflict != "" {
		return s.because(InConflict, quote(s.conflict))
	}
	if exists(dir, "index.lock") {
		return s.because(Locked, quote(filepath.Join(dir, "index.lock")))
	}
	head, err := s.git.head()
	if err != nil {
		return s.because(Unborn, "")
	}
	s.parent = head
	if branch, err := s.git.branch(); err == nil && branch == "" {
		return s.because(Detached, "at "+head[:7])
	}
	for _, ident := range []string{"GIT_AUTHOR_IDENT", "GIT_COMMITTER_IDENT"} {
		if _, err := s.git.output("var", ident); err != nil {
			return s.because(NoIdentity, "")
		}
	}
	return nil
}

// operation returns the name of the unfinished operation in a repository with this directory;
// "" if there is none.
func operation(dir string) string {
	for _, o := range operations {
		if exists(dir, o.file) {
			return o.name
		}
	}
	return ""
}

func exists(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, name))
	return err == nil
}

// because returns the error with this reason, or that the context has ended.
func (s *saving) because(reason Reason, detail string) error {
	if err := s.git.ctx.Err(); err != nil { // which may be why git did not answer
		return &SnapshotError{Reason: Stopped, Left: s.left, err: err}
	}
	return &SnapshotError{Reason: reason, Detail: detail, Left: s.left}
}

// head returns the id of the commit that HEAD is.
func (g git) head() (string, error) { return g.commitOf("HEAD") }

// commitOf returns the full id of the commit that a revision names.
func (g git) commitOf(revision string) (string, error) {
	out, err := g.output("rev-parse", "--verify", "--quiet", revision+"^{commit}")
	return strings.TrimSuffix(out, "\n"), err
}

// outcome is how a run of "git commit" ended.
type outcome struct {
	head   string       // the commit that was made; "" if none was
	now    string       // the commit that HEAD was afterwards
	stdout bytes.Buffer // what git itself printed on stdout
	output tail         // of git and its hooks, on stderr
	hooks  []hookRun
	err    error // from os/exec
	ctxErr error
}

// commit runs "git commit", and returns an error if that made no commit.
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
	after := *s
	ctx, cancel := s.freshContext()
	defer cancel()
	after.git.ctx = ctx
	if done.head = after.findCommit(&done); done.head != "" {
		return done, nil
	}
	return done, s.refused(done)
}

// freshContext returns a context for questions after a commit, whose own may have ended.
func (s *saving) freshContext() (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(s.git.ctx), time.Minute)
}

// run runs "git commit" with temporary files in dir. Hooks print to stderr, so stdout is that of
// git, which has the id of the commit. The paths go through stdin, as there may be very many,
// and as an option for literal paths would reach the hooks.
func (s *saving) run(dir string, picked []string, message string) (outcome, error) {
	text, trace := filepath.Join(dir, "message"), filepath.Join(dir, "trace")
	if err := os.WriteFile(text, []byte(message), 0o600); err != nil {
		return outcome{}, err
	}
	var done outcome
	cmd := exec.CommandContext(s.git.ctx, s.git.exe, "commit", "--only", "--cleanup=whitespace",
		"--file="+text, "--pathspec-from-file=-", "--pathspec-file-nul")
	cmd.Dir = s.git.dir
	cmd.Env = slices.Concat(s.git.env, []string{"LANGUAGE=C", "GIT_TRACE2_EVENT=" + trace}) // hooks have the environment that the user's own git gives them
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(pathspecs(picked)), &done.stdout, &done.output
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
	if done.err != nil {
		done.output.text = append(done.stdout.Bytes(), done.output.text...) // which may explain that there is nothing to commit
	}
	return done, nil
}

// pathspecs returns the names of files as "git commit" reads them from stdin.
func pathspecs(files []string) string {
	var out strings.Builder
	for _, f := range files {
		out.WriteString(":(top,literal)" + f + "\x00")
	}
	return out.String()
}

// unlock removes the locks of the process pid of git, if it was killed before it could. If the
// lock with its number exists, the other was its own too: git takes that one first, and
// releases both together.
func (s *saving) unlock(pid int) {
	own := filepath.Join(s.dir, "next-index-"+strconv.Itoa(pid)+".lock")
	if _, err := os.Lstat(own); err != nil {
		return
	}
	os.Remove(filepath.Join(s.dir, "index.lock"))
	os.Remove(own)
}
