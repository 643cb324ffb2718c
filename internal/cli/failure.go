package cli

import (
	"errors"
	"syscall"

	"mdck/internal/safefile"
)

// failureHint returns what is on disk after a write that the operating system refused, and
// what to do; the error names the cause. Ok is false for any other error.
func failureHint(err error) (line string, ok bool) {
	if _, system := errors.AsType[syscall.Errno](err); !system {
		return "", false
	}
	if unfinished, ok := errors.AsType[*safefile.UnfinishedError](err); ok {
		if unfinished.Earlier {
			return "no file is half written; remove the cause and run the command again, which finishes the earlier change first", true
		}
		return "no file is half written; remove the cause, and the next run does what is left", true
	}
	if taken, ok := errors.AsType[*safefile.TakenBackError](err); ok {
		return "the files are as they were; see why " + quote(taken.Name) + " cannot be replaced, and run the command again", true
	}
	if _, ok := errors.AsType[*safefile.FailedError](err); ok {
		return "no file was changed; remove the cause and run the command again", true
	}
	return "", false
}
