package gitrepo

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// run runs "git commit --only" for picked and returns its standard output. dotGit is the directory
// of the repository. Each path is marked as literal; --literal-pathspecs would also affect hooks.
func (g git) run(dotGit string, picked []string, message string) (said string, err error) {
	dir, err := os.MkdirTemp("", "mdck-commit-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	text := filepath.Join(dir, "message")
	if err := os.WriteFile(text, []byte(message), 0o600); err != nil {
		return "", err
	}
	var stdout, stderr tail
	cmd := g.program("commit", "--only", "--cleanup=whitespace", "--file="+text, "--pathspec-from-file=-", "--pathspec-file-nul")
	cmd.Env = append(cmd.Env, "LANGUAGE=C")
	cmd.Stdin = strings.NewReader(":(top,literal)" + strings.Join(picked, "\x00:(top,literal)"))
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	alone(cmd)
	if err = cmd.Run(); errors.Is(err, exec.ErrWaitDelay) {
		err = nil // a process of a hook is still running
	}
	if cmd.Process == nil {
		return "", err
	}
	if g.ctx.Err() != nil {
		stop(cmd)
	}
	if os.Remove(filepath.Join(dotGit, fmt.Sprintf("next-index-%d.lock", cmd.Process.Pid))) == nil {
		os.Remove(filepath.Join(dotGit, "index.lock")) // left by a killed git
	}
	if err != nil {
		err = refusal(string(stdout), string(stderr), err)
	}
	return string(stdout), err
}

// madeBy returns the id of the commit that "git commit" made, or "". HEAD may have moved since.
func (g git) madeBy(said, parent string, picked []string) string {
	if id := summarized(said); id != "" {
		if full, err := g.commitOf(id); err == nil {
			return full
		}
	}
	if before, err := g.commitOf("HEAD^1"); err != nil || before != parent {
		return ""
	}
	head, err := g.commitOf("HEAD")
	changed, errChanged := g.changedBy(head)
	other := func(name string) bool { return !slices.Contains(changed, name) }
	if err != nil || errChanged == nil && slices.ContainsFunc(picked, other) {
		return ""
	}
	return head
}

// summarized returns the id in output such as "[main 1a2b3c4] subject", or "".
func summarized(said string) string {
	m := regexp.MustCompile(`^\[.*?([0-9a-f]{4,})\]`).FindStringSubmatch(said)
	return strings.Join(m[min(len(m), 1):], "")
}

var refusals = []struct {
	text   string
	reason Reason
}{
	{"index.lock': File exists", Locked},
	{"cannot lock ref 'HEAD': is at ", Moved},
	{"Please tell me who you are", NoIdentity},
}

func refusal(stdout, stderr string, err error) error {
	e := &CommitError{Failed, cmp.Or(lastLines(stderr), err.Error()), err}
	switch {
	case status(err) == 1 && stdout != "":
		return &CommitError{Reason: Unchanged, err: err}
	case status(err) == 1 && !strings.Contains(stderr, "error: Error building trees"):
		return &CommitError{HookRefused, lastLines(stderr), err}
	}
	for _, r := range refusals {
		if strings.Contains(stderr, r.text) {
			e.Reason = r.reason
		}
	}
	return e
}

type tail []byte

const tailSize = 16 << 10

func (t *tail) Write(p []byte) (int, error) {
	*t = append(*t, p...)
	*t = (*t)[max(len(*t)-tailSize, 0):]
	return len(p), nil
}

// lines is the number of lines that lastLines returns.
const lines = 3

// lastLines returns the first line with an error of git in output, otherwise the last lines,
// joined.
func lastLines(output string) string {
	var found []string
	for line := range strings.FieldsFuncSeq(output, func(r rune) bool { return r == '\n' || r == '\r' }) {
		line = printable(line)
		if strings.HasPrefix(line, "fatal: ") || strings.HasPrefix(line, "error: ") {
			return line
		}
		if line != "" {
			found = append(found, line)
		}
	}
	return strings.Join(found[max(len(found)-lines, 0):], "; ")
}

// maxLine limits a quoted line, in bytes.
const maxLine = 200

func printable(line string) string {
	unprintable := func(r rune) bool { return r == ' ' || !unicode.IsPrint(r) }
	line = strings.Join(strings.FieldsFunc(colors().ReplaceAllString(line, ""), unprintable), " ")
	if len(line) > maxLine {
		line = strings.ToValidUTF8(line[:maxLine], "") + "…"
	}
	return line
}

// colors matches escape sequences such as "ESC [ 31 m".
var colors = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\x1b\[[0-9;:?]*.?`) })
