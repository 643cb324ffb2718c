package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"mdck/internal/safefile"
)

// TestFailures holds that after a write which the system did not make it is said what
// happened, what the files hold now, and what to do, whatever the cause.
func TestFailures(t *testing.T) {
	causes := map[error]string{
		syscall.ENOSPC: "make room", syscall.EDQUOT: "quota", syscall.EFBIG: "make room", syscall.EROFS: "mount",
		syscall.EACCES: "the right to write", syscall.EPERM: "lsattr", syscall.EBUSY: "mount the directory", syscall.EMFILE: "ulimit -n", syscall.ENFILE: "ulimit -n",
		syscall.EIO: "the disk", syscall.EINTR: "run",
	}
	for cause, help := range causes {
		system := fmt.Errorf("back up %q: %w", "a", &fs.PathError{Op: "write", Path: "a", Err: cause})
		for want, err := range map[string]error{
			"no file was changed; ":          &safefile.FailedError{Err: system},
			"the next run does what is left": &safefile.UnfinishedError{Err: system},
			"the earlier change first":       &safefile.UnfinishedError{Err: system, Earlier: true},
			"":                               system, // of no write
		} {
			var talk bytes.Buffer
			if got := printError(err, &talk); got != Failure || !strings.Contains(talk.String(), cause.Error()) {
				t.Errorf("status %d: %s", got, talk.String())
			}
			_, line, hinted := strings.Cut(talk.String(), "\nmdck: hint: ")
			if hinted != (want != "") || !strings.Contains(line, want) || hinted && !strings.Contains(line, help) {
				t.Errorf("%v, %T: hint %q, want %q and %q", cause, err, line, want, help)
			}
		}
	}
	if line, ok := failureHint(&safefile.FailedError{Err: errors.New("x")}); ok {
		t.Errorf("what is none of the system gets %q", line)
	}
}
