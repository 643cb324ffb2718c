package cli

import (
	"errors"
	"fmt"
	"io/fs"

	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

// withWayOut is err about the file as the user is shown it, with how it is got back.
func withWayOut(t *workspace.Target, name string, err error) error {
	err = asShown(t, atFile(name, err))
	if hints := wayOutHints(t, name); len(hints) > 0 {
		return hinted(err, hints...)
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

// leftOut says how many claims of the file that is shown as name were not verified.
func leftOut(name string, n int) []string {
	if n == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%s: %s not verified: the first %d of a file are", report.Name(name), report.Counted(n, "claim"), claim.Most)}
}
