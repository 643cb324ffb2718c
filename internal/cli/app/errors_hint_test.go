package app

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"mdck/internal/change"
)

func TestFailures(t *testing.T) {
	for _, cause := range []error{syscall.ENOSPC, syscall.EACCES, syscall.EPERM, syscall.EIO} {
		system := fmt.Errorf("back up %q: %w", "a", &fs.PathError{Op: "write", Path: "a", Err: cause})
		for want, err := range map[string]error{
			"no file was changed; ":            &change.FailedError{Err: system},
			"the next run finishes the change": &change.UnfinishedError{Err: system},
			"the earlier change first":         &change.UnfinishedError{Err: system, Earlier: true},
			"no file was changed; fix":         &change.UndoneError{Err: system},
			"":                                 system, // no write
		} {
			var talk bytes.Buffer
			if got := PrintError(err, &talk); got != Failure || !strings.Contains(talk.String(), cause.Error()) {
				t.Errorf("status %d: %s", got, talk.String())
			}
			_, line, hinted := strings.Cut(talk.String(), "\nmdck: hint: ")
			if hinted != (want != "") || !strings.Contains(line, want) {
				t.Errorf("%v, %T: hint %q, want %q", cause, err, line, want)
			}
		}
	}
	if line := failureHint(&change.FailedError{Err: errors.New("x")}); line != "" {
		t.Errorf("an error of no system gets %q", line)
	}
}

func TestPrintErrorOfFile(t *testing.T) {
	file := func(op string) error { return &fs.PathError{Op: op, Path: "a.md", Err: fs.ErrNotExist} }
	for want, err := range map[string]error{
		"a.md: file does not exist":               file("stat"),
		"cannot read a.md: file does not exist":   WithHints(file("read")),
		"cannot open a.md: file does not exist":   file("open"),
		"write a.md: file does not exist":         file("write"),
		"back up: open a.md: file does not exist": fmt.Errorf("back up: %w", file("open")),
		"open tensions remain":                    errors.New("open tensions remain"),
	} {
		var out strings.Builder
		if PrintError(err, &out); out.String() != "mdck: "+want+"\n" {
			t.Errorf("got %q, want %q", out.String(), want)
		}
	}
}

func TestRefusedFileError(t *testing.T) {
	var talk bytes.Buffer
	status := PrintError(Refuse(&fs.PathError{Op: "stat", Path: "a", Err: fs.ErrNotExist}), &talk)
	if want := "mdck: a: file does not exist\n"; status != Findings || talk.String() != want {
		t.Errorf("status %d: %q, want %q", status, talk.String(), want)
	}
}
