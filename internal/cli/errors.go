package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/change"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// errFindings ends a command with [Findings] and prints nothing.
var errFindings = errors.New("findings")

// A refusal is an error that ends a command with [Findings].
type refusal struct{ error }

// refuse makes err a refusal.
func refuse(err error) error { return refusal{err} }

// A hint is an error with what the user can do about it, a line each.
type hint struct {
	error
	lines []string
}

func (h *hint) Unwrap() error { return h.error }

// hinted adds hints to err.
func hinted(err error, lines ...string) error { return &hint{err, lines} }

// addHints adds hints to those that err has.
func addHints(err error, lines ...string) error {
	if h, ok := errors.AsType[*hint](err); ok {
		lines = append(slices.Clone(h.lines), lines...)
	}
	return hinted(err, lines...)
}

// withRequestHint adds the hint of a [protocol.RequestError] to err, which becomes a refusal
// if the request is refused.
func withRequestHint(err error) error {
	request, ok := errors.AsType[*protocol.RequestError](err)
	if !ok {
		return err
	}
	if request.Refused {
		err = refuse(err)
	}
	if request.Hint == "" {
		return err
	}
	return hinted(err, strings.Split(request.Hint, "\n")...)
}

// ignoreError returns err, or nil if it is the expected one.
func ignoreError(err, expected error) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}

// appendDistinct appends err unless one of all has the same text: an error of one
// configuration concerns all files below it.
func appendDistinct(all []error, err error) []error {
	for _, e := range all {
		if e.Error() == err.Error() {
			return all
		}
	}
	return append(all, err)
}

// printError prints one error and returns its status.
func printError(err error, w io.Writer) Status {
	if errors.Is(err, errFindings) {
		return Findings
	}
	for line := range strings.Lines(err.Error()) {
		fmt.Fprintf(w, "mdck: %s\n", report.OneLine(strings.TrimRight(line, "\n")))
	}
	for _, line := range hintsOf(err) {
		fmt.Fprintf(w, "mdck: hint: %s\n", report.OneLine(line))
	}
	_, emptied := errors.AsType[*change.EmptiedError](err)
	if _, ok := errors.AsType[refusal](err); ok || emptied {
		return Findings
	}
	return Failure
}

// printErrors prints err, each of several joined errors with its own hints, and returns
// the worst status of them.
func printErrors(err error, std Streams) Status {
	worst := OK
	for _, e := range report.Errors(err) {
		worst = max(worst, printError(e, std.Err))
	}
	return worst
}

// withDisplayPath returns err, which may name a file by its path in the tree of t, with
// the path as the user is shown it.
func withDisplayPath(t *workspace.Target, err error) error {
	if located, ok := errors.AsType[*source.Error](err); ok {
		shown := *located
		shown.Pos.Name = report.Name(t.Shown(located.Pos.Name))
		return &shown
	}
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		if filepath.IsAbs(failed.Path) { // it is not from the tree
			return err
		}
		return &fs.PathError{Op: failed.Op, Path: report.Name(t.Shown(failed.Path)), Err: failed.Err}
	}
	return err
}

// withPath returns err as an error that names the file.
func withPath(name string, err error) error {
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return err
	}
	if _, ok := errors.AsType[*source.Error](err); ok {
		return err
	}
	return &fs.PathError{Op: "read", Path: name, Err: err}
}

// withoutPath returns the cause of an error about a file.
func withoutPath(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// withoutOperation returns an error about a path that the user named, without the system call.
func withoutOperation(name string, err error) error {
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", name, failed.Err)
	}
	return err
}
