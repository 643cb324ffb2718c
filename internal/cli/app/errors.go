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
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// Reported is an error that sets the exit status and prints nothing.
type Reported Status

func (r Reported) Error() string { return "already reported" }

// ErrFindings sets the exit status [Findings] and prints nothing.
const ErrFindings = Reported(Findings)

// A Refusal is a printed error with the exit status [Findings].
type Refusal struct{ error }

// Refuse makes err a refusal.
func Refuse(err error) error { return Refusal{err} }

func (r Refusal) Unwrap() error { return r.error }

// A Hint is an error with hints for the user, one on each line.
type Hint struct {
	error
	Lines []string
}

func (h *Hint) Unwrap() error { return h.error }

// WithHints appends hints to those of err.
//
//go:noinline
func WithHints(err error, lines ...string) error {
	if h, ok := errors.AsType[*Hint](err); ok {
		lines = append(slices.Clone(h.Lines), lines...)
	}
	return &Hint{err, lines}
}

// Errorf formats an error with one hint.
func Errorf(hint, format string, args ...any) error {
	return WithHints(fmt.Errorf(format, args...), hint)
}

// WithRequestHint adds the hint of a [protocol.RequestError] in err, and makes err a [Refusal] if
// the request was refused.
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
	return WithHints(err, strings.Split(request.Hint, "\n")...)
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

// PrintError prints one error with its hints and returns its status.
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

// errorText replaces a system call in the text of err: "stat x" becomes "x", "open x" becomes
// "cannot open x".
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

// WithDisplayPath replaces the path in err, relative to the root of t, by the path to print.
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

// WithPath adds the path name to err, unless err has a path.
func WithPath(name string, err error) error {
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return err
	}
	if _, ok := errors.AsType[*source.Error](err); ok {
		return err
	}
	return &fs.PathError{Op: "read", Path: name, Err: err}
}

// WithoutOperation removes the system call, such as "open", from a file error.
func WithoutOperation(name string, err error) error {
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", name, failed.Err)
	}
	return err
}
