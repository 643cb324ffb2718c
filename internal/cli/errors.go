package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/report"
	"mdck/internal/safefile"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/source"
)

// errFindings ends a command with [Findings] and says nothing more.
var errFindings = errors.New("findings")

// A refusal is an error that ends a command with [Findings].
type refusal struct{ error }

// A hint is an error with what the user can do about it, a line each.
type hint struct {
	error
	lines []string
}

func (h *hint) Unwrap() error { return h.error }

// hinted adds hints to err.
func hinted(err error, lines ...string) error { return &hint{err, lines} }

// also adds hints to those that err has.
func also(err error, lines ...string) error {
	if h, ok := errors.AsType[*hint](err); ok {
		lines = append(slices.Clone(h.lines), lines...)
	}
	return hinted(err, lines...)
}

func withHint(err error, hint string) error {
	if hint == "" {
		return err
	}
	return hinted(err, hint)
}

func requestHint(err error) error {
	if request, ok := errors.AsType[*ohrfc.RequestError](err); ok && request.Hint != "" {
		return hinted(err, request.Hint)
	}
	return err
}

// joined are the errors that [errors.Join] put together in err, at any depth.
// Errors that wrap several in one line are one.
func joined(err error) []error {
	if err == nil {
		return nil
	}
	list, ok := err.(interface{ Unwrap() []error })
	if !ok || errors.Join(list.Unwrap()...).Error() != err.Error() {
		return []error{err}
	}
	var all []error
	for _, e := range list.Unwrap() {
		all = append(all, joined(e)...)
	}
	return all
}

// unless is err, if it is not the one that is expected.
func unless(err, expected error) error {
	if errors.Is(err, expected) {
		return nil
	}
	return err
}

// distinctError adds err to all unless one of them says the same: a fault of one
// configuration concerns all files below it.
func distinctError(all []error, err error) []error {
	for _, e := range all {
		if e.Error() == err.Error() {
			return all
		}
	}
	return append(all, err)
}

// printError prints one error and gives the status that it stands for.
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
	_, emptied := errors.AsType[*safefile.EmptiedError](err)
	if _, ok := errors.AsType[refusal](err); ok || emptied {
		return Findings
	}
	return Failure
}

// status prints err, each of several that were joined with its own hints, and
// gives the worst status that one of them stands for.
func status(err error, std Streams) Status {
	worst := OK
	for _, e := range joined(err) {
		worst = max(worst, printError(e, std.Err))
	}
	return worst
}

// asShown is err, which may speak of a file by its path in the tree of t, with
// the path that the user is shown.
func asShown(t *workspace.Target, err error) error {
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

// atFile is err as one that names the file.
func atFile(name string, err error) error {
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return err
	}
	if _, ok := errors.AsType[*source.Error](err); ok {
		return err
	}
	return &fs.PathError{Op: "read", Path: name, Err: err}
}

// causeOnly is what is wrong with a file, without its name.
func causeOnly(err error) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return e.Err
	}
	return err
}

// notStat is an error about a path that a person named, without the system call.
func notStat(name string, err error) error {
	if failed, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%s: %w", name, failed.Err)
	}
	return err
}
