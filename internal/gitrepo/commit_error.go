package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A Reason is why no commit was made.
type Reason string

// The reasons.
const (
	Clean       Reason = "the work tree is clean"
	OutOfScope  Reason = "nothing that is named can be committed"
	Detached    Reason = "HEAD is detached, so the commit would be on no branch"
	Unborn      Reason = "the branch has no commit yet"
	InProgress  Reason = "another operation of git is not finished"
	InConflict  Reason = "a file is in conflict"
	Locked      Reason = "the index is locked by another git"
	NoIdentity  Reason = "git does not know who you are: user.name and user.email are not set"
	HookRefused Reason = "a hook said no"
	Moved       Reason = "HEAD was moved meanwhile"
	Stopped     Reason = "git was stopped before it had ended"
	Failed      Reason = "git could not commit"
)

// A SnapshotError is returned by [Repo.Snapshot] if it made no commit.
type SnapshotError struct {
	Reason Reason
	Detail string // one printable line; may be ""
	Hook   string // name of the hook that failed or did not end; "" if there is none
	Output string // the end of the output of git and its hooks, unchanged
	Left   []Left // named files that could not have been committed

	err error
}

func (e *SnapshotError) Error() string {
	text := string(e.Reason)
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	if e.Reason == OutOfScope && len(e.Left) > 0 {
		text += ": " + e.Left[0].String()
		if more := len(e.Left) - 1; more > 0 {
			text += fmt.Sprintf(", and %d more", more)
		}
	}
	return text
}

// Unwrap returns why the context ended, if that was the reason, or the error of a command.
func (e *SnapshotError) Unwrap() error { return e.err }

// Skipped reports whether there was nothing to commit.
func (e *SnapshotError) Skipped() bool { return e.Reason == Clean || e.Reason == OutOfScope }

func (l Left) String() string { return quote(l.Path) + " is " + string(l.Why) }

// quote returns a path in quotation marks, with escapes.
func quote(path string) string { return fmt.Sprintf("%q", path) }

// failed returns the error of a Snapshot that made no commit because of err, which is of git or
// of the system.
func (s *saving) failed(err error) error {
	if _, ok := errors.AsType[*SnapshotError](err); ok {
		return err
	}
	if ended := s.git.ctx.Err(); ended != nil {
		return &SnapshotError{Reason: Stopped, Left: s.left, err: ended}
	}
	failure := &SnapshotError{Reason: Failed, Detail: printable(err.Error()), Left: s.left, err: err}
	if e, ok := errors.AsType[*commandError](err); ok {
		failure.Output = e.stderr
	}
	return failure
}

// refused returns the error for a run of "git commit" that made no commit.
func (s *saving) refused(done outcome) error {
	e := &SnapshotError{Reason: Failed, Output: done.output.String(), Left: s.left, err: done.err}
	said := lastLines(e.Output)
	switch h := done.culprit(); {
	case done.ctxErr != nil:
		e.Reason, e.err = Stopped, done.ctxErr
		e.Detail = overdue(h, done.ctxErr)
		e.Hook = h.name
	case h.ended && h.code != 0:
		e.Reason, e.Hook = HookRefused, h.name
		e.Detail = fmt.Sprintf("%s (status %d)", h.name, h.code)
		if said != "" {
			e.Detail += ": " + said
		}
	case strings.Contains(e.Output, "index.lock"):
		e.Reason, e.Detail = Locked, said
	case done.now != s.parent && strings.Contains(e.Output, "cannot lock ref"):
		e.Reason, e.Detail = Moved, "it is now "+done.now[:7]
	default:
		e.Detail = said
	}
	if e.Detail == "" && done.err != nil {
		e.Detail = printable(done.err.Error())
	}
	return e
}

// overdue returns what the end of the context stopped, for messages.
func overdue(h hookRun, err error) string {
	what := "it took too long"
	if !errors.Is(err, context.DeadlineExceeded) {
		what = "it was interrupted"
	}
	if h.name != "" {
		what = strings.Replace(what, "it", "the hook "+h.name, 1)
	}
	return what
}

func containsAny(text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(text, p) })
}

// lines is how many lines of output an error quotes.
const lines = 3

// lastLines returns the end of output on one printable line. It has the last line with an error
// of git, even if advice follows that.
func lastLines(output string) string {
	var found []string
	for line := range strings.FieldsFuncSeq(output, func(r rune) bool { return r == '\n' || r == '\r' }) {
		if line = printable(line); line != "" {
			found = append(found, line)
		}
	}
	rest := found[max(len(found)-lines, 0):]
	if slices.ContainsFunc(rest, isCause) {
		return strings.Join(rest, "; ")
	}
	for _, line := range slices.Backward(found) {
		if isCause(line) {
			rest[0] = line
			break
		}
	}
	return strings.Join(rest, "; ")
}

func isCause(line string) bool {
	return strings.HasPrefix(line, "fatal: ") || strings.HasPrefix(line, "error: ")
}

// maxLine is how many bytes of a line are quoted.
const maxLine = 200

// printable returns a line without colors and other characters that do not print.
func printable(line string) string {
	line = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) && r != utf8.RuneError || r == 0x1b {
			return r
		}
		return ' '
	}, line)
	line = strings.Join(strings.Fields(colors().ReplaceAllString(line, "")), " ")
	if len(line) > maxLine {
		line = strings.ToValidUTF8(line[:maxLine], "") + "…"
	}
	return line
}

// colors matches escape sequences of the form ESC [ … letter, and lone ESCs.
var colors = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\x1b(\[[0-9;:?]*.?)?`) })
