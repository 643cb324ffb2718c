package app

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
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// Reported ends a command with a status and prints nothing.
type Reported Status

func (r Reported) Error() string { return "already reported" }

// ErrFindings ends a command with [Findings] and prints nothing.
const ErrFindings = Reported(Findings)

// A Refusal is an error that ends a command with [Findings].
type Refusal struct{ error }

// Refuse makes err a refusal.
func Refuse(err error) error { return Refusal{err} }

// A Hint is an error with hints for the user, one on each line.
type Hint struct {
	error
	Lines []string
}

func (h *Hint) Unwrap() error { return h.error }

// Hinted adds hints to err.
//
//go:noinline
func Hinted(err error, lines ...string) error { return &Hint{err, lines} }

// Errorf formats an error with one hint.
func Errorf(hint, format string, args ...any) error {
	return Hinted(fmt.Errorf(format, args...), hint)
}

// AddHints adds hints to the hints of err.
func AddHints(err error, lines ...string) error {
	if h, ok := errors.AsType[*Hint](err); ok {
		lines = append(slices.Clone(h.Lines), lines...)
	}
	return Hinted(err, lines...)
}

// WithRequestHint adds the hint of a [protocol.RequestError] and may make err a [Refusal].
func WithRequestHint(err error) error {
	request, ok := errors.AsType[*protocol.RequestError](err)
	if !ok {
		return err
	}
	if request.Refused {
		err = Refuse(err)
	}
	if request.Hint == "" {
		return err
	}
	return Hinted(err, strings.Split(request.Hint, "\n")...)
}

// IgnoreError returns err, or nil if it is the expected error.
func IgnoreError(err, expected error) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}

// AppendDistinct appends err unless the list has the same text.
func AppendDistinct(all []error, err error) []error {
	for _, e := range all {
		if e.Error() == err.Error() {
			return all
		}
	}
	return append(all, err)
}

// PrintError prints one error and returns its status.
func PrintError(err error, w io.Writer) Status {
	if reported, ok := errors.AsType[Reported](err); ok {
		return Status(reported)
	}
	for line := range strings.Lines(errorText(err)) {
		fmt.Fprintf(w, "mdck: %s\n", report.OneLine(strings.TrimRight(line, "\n")))
	}
	for _, line := range HintsOf(err) {
		fmt.Fprintf(w, "mdck: hint: %s\n", report.OneLine(line))
	}
	_, emptied := errors.AsType[*change.EmptiedError](err)
	if _, ok := errors.AsType[Refusal](err); ok || emptied {
		return Findings
	}
	return Failure
}

// errorText returns the text of err. That of a file error does not begin with a system call.
func errorText(err error) string {
	text := err.Error()
	failed, ok := errors.AsType[*fs.PathError](err)
	if !ok || !strings.HasPrefix(text, failed.Op+" ") {
		return text
	}
	switch failed.Op {
	case "stat", "lstat":
		return text[len(failed.Op)+1:]
	case "read", "open":
		return "cannot " + text
	}
	return text
}

// PrintErrors prints every joined error and returns the worst status.
func PrintErrors(err error, std Streams) Status {
	worst := OK
	for _, e := range report.Errors(err) {
		worst = max(worst, PrintError(e, std.Err))
	}
	return worst
}

// WithDisplayPath changes a path relative to t in err into one for the user.
func WithDisplayPath(t *workspace.Target, err error) error {
	if located, ok := errors.AsType[*source.Error](err); ok {
		shown := *located
		shown.Pos.Name = report.Name(t.DisplayPath(located.Pos.Name))
		return &shown
	}
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		if filepath.IsAbs(failed.Path) {
			return err
		}
		return &fs.PathError{Op: failed.Op, Path: report.Name(t.DisplayPath(failed.Path)), Err: failed.Err}
	}
	return err
}

// WithPath adds a path to err, if it has none.
func WithPath(name string, err error) error {
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return err
	}
	if _, ok := errors.AsType[*source.Error](err); ok {
		return err
	}
	return &fs.PathError{Op: "read", Path: name, Err: err}
}

// WithoutPath returns the cause of a file error.
func WithoutPath(err error) error { return tree.Cause(err) }

// WithoutOperation removes the system call, such as "open", from a file error.
func WithoutOperation(name string, err error) error {
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", name, failed.Err)
	}
	return err
}
