package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"mdck/internal/safefile"
)

// remedies are what helps against a failure of the operating system. Source: the errors
// that POSIX has for open, write, fsync and rename.
func remedies() []struct {
	cause error
	help  string
} {
	const room, open = "make room on the disk", "close programs, or raise the limit of open files (ulimit -n)"
	return []struct {
		cause error
		help  string
	}{
		{syscall.ENOSPC, room},
		{syscall.EDQUOT, "make room in your quota"},
		{syscall.EFBIG, room},
		{syscall.EROFS, "mount the file system for writing"},
		{syscall.EBUSY, "mount the directory of the file, if the file is mounted by itself: such a one cannot be replaced"},
		{syscall.EPERM, "see whether the file or its directory is protected from changes (lsattr), or another user's"},
		{fs.ErrPermission, "get the right to write there"},
		{syscall.EMFILE, open},
		{syscall.ENFILE, open},
		{syscall.EIO, "look after the disk, which fails"},
	}
}

// failureHint says what is on disk after a write that the operating system did not make,
// and what to do. Ok is false if err is of no such write.
func failureHint(err error) (line string, ok bool) {
	_, system := errors.AsType[syscall.Errno](err)
	unfinished, begun := errors.AsType[*safefile.UnfinishedError](err)
	_, failed := errors.AsType[*safefile.FailedError](err)
	taken, back := errors.AsType[*safefile.TakenBackError](err)
	if !system || !begun && !failed && !back {
		return "", false
	}
	help := ""
	for _, r := range remedies() {
		if errors.Is(err, r.cause) {
			help = r.help
			break
		}
	}
	switch {
	case begun && unfinished.Earlier:
		return afterFailure("no file is half written", help, "run the command again, which finishes the earlier change first"), true
	case begun:
		return afterFailure("no file is half written", help, "the next run does what is left"), true
	case back && (help == "" || errors.Is(err, fs.ErrPermission)):
		help = "see why " + quote(taken.Name) + " cannot be replaced (lsattr: is it protected from changes?)"
		fallthrough
	case back:
		return afterFailure("the files are as they were", help, "run the command again"), true
	}
	return afterFailure("no file was changed", help, "run the command again"), true
}

// afterFailure says what is, and what to do; help may be "".
func afterFailure(is, help, then string) string {
	if help == "" {
		return is + "; " + then
	}
	return fmt.Sprintf("%s; %s, and %s", is, help, then)
}
