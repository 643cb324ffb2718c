package app

import (
	"errors"
	"path/filepath"
	"syscall"

	"mdck/internal/change"
	"mdck/internal/workspace"
)

// failureHint returns what is on disk after a write that the operating system refused, and
// what to do; the error names the cause. Ok is false for any other error.
func failureHint(err error) (line string, ok bool) {
	if _, system := errors.AsType[syscall.Errno](err); !system {
		return "", false
	}
	if unfinished, ok := errors.AsType[*change.UnfinishedError](err); ok {
		if unfinished.Earlier {
			return "no file is half written; remove the cause and run the command again, which finishes the earlier change first", true
		}
		return "no file is half written; remove the cause, and the next run does what is left", true
	}
	if _, ok := errors.AsType[*change.UndoneError](err); ok {
		return "the files are as they were; see why the one that is named cannot be replaced, and run the command again", true
	}
	if _, ok := errors.AsType[*change.FailedError](err); ok {
		return "no file was changed; remove the cause and run the command again", true
	}
	return "", false
}

// HintsOf returns the hints of an error: its own, or those of its kind, which are the same
// for all commands.
func HintsOf(err error) []string {
	var lines []string
	if h, ok := errors.AsType[*Hint](err); ok {
		lines = h.Lines
	}
	if line, ok := failureHint(err); ok {
		return append(append(lines[:len(lines):len(lines)], line), abandonHints(err)...)
	}
	if len(lines) > 0 {
		return lines
	}
	if foreign, ok := errors.AsType[*change.JournalError](err); ok {
		return journalHints(foreign)
	}
	if e, ok := errors.AsType[*change.EmptiedError](err); ok {
		return []string{"run the command again when that is done; else mdck restore " + Quote(DisplayPath(e.Path)) + " lists what it held; to begin anew, delete it"}
	}
	if lines := abandonHints(err); lines != nil {
		return append([]string{"once the file that is named can be replaced, the next run does what is left"}, lines...)
	}
	if file, ok := errors.AsType[*change.FileError](err); ok && file.Outside {
		return []string{"nothing was written; --follow-links writes where the link leads"}
	}
	return nil
}

// abandonHints says how to abandon a change that cannot be finished; nil for another error.
func abandonHints(err error) []string {
	e, ok := errors.AsType[*change.UnfinishedError](err)
	if !ok || e.Journal == "" {
		return nil
	}
	return []string{"to leave the files as they are now, move " + Quote(DisplayPath(e.Journal)) + " away: it has what they held, and were to hold"}
}

// journalHints says how to finish a journal that is not followed because of the file that it names: with
// the variable that named the file, or with --as.
func journalHints(e *change.JournalError) []string {
	var lines []string
	if e.Name != "" {
		lines = append(lines, "if the write is yours, and a variable named the file then, run the command with that set again, which finishes it")
	}
	if workspace.IsMarkdown(e.Name) && filepath.Base(e.Name) == e.Name {
		name := DisplayPath(filepath.Join(filepath.Dir(filepath.Dir(e.Path)), e.Name))
		lines = append(lines, "if it is a file that --as reads and the write is yours, a command on it finishes that: mdck show "+Quote(name)+" --as FORMAT")
	}
	return append(lines, "look at it: it says what an interrupted write was to do; if it is not yours, move it away: "+Quote(DisplayPath(e.Path)))
}
