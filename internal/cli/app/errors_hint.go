package app

import (
	"errors"
	"path/filepath"
	"slices"
	"syscall"

	"mdck/internal/change"
	"mdck/internal/workspace"
)

// failureHint returns what is on disk after a write that the operating system refused, and
// what to do; the error names the cause. It is "" for any other error.
func failureHint(err error) string {
	_, isSystem := errors.AsType[syscall.Errno](err)
	unfinished, isUnfinished := errors.AsType[*change.UnfinishedError](err)
	_, isUndone := errors.AsType[*change.UndoneError](err)
	_, isFailed := errors.AsType[*change.FailedError](err)
	switch {
	case !isSystem:
		return ""
	case isUnfinished && unfinished.Earlier:
		return "no file is half written; remove the cause and run the command again, which finishes the earlier change first"
	case isUnfinished:
		return "no file is half written; remove the cause, and the next run does what is left"
	case isUndone:
		return "the files are as they were; see why the one that is named cannot be replaced, and run the command again"
	case isFailed:
		return "no file was changed; remove the cause and run the command again"
	}
	return ""
}

// HintsOf returns the hints of an error: its own, or those of its kind, which are the same
// for all commands.
func HintsOf(err error) []string {
	var lines []string
	if h, ok := errors.AsType[*Hint](err); ok {
		lines = slices.Clone(h.Lines)
	}
	failure, abandon := failureHint(err), abandonHints(err)
	foreign, isForeign := errors.AsType[*change.JournalError](err)
	emptied, isEmptied := errors.AsType[*change.EmptiedError](err)
	file, isFile := errors.AsType[*change.FileError](err)
	switch {
	case failure != "":
		return append(append(lines, failure), abandon...)
	case len(lines) > 0:
		return lines
	case isForeign:
		return journalHints(foreign)
	case isEmptied:
		return []string{"run the command again when that is done; else mdck restore " + Quote(DisplayPath(emptied.Path)) + " lists what it held; to begin anew, delete it"}
	case abandon != nil:
		return append([]string{"once the file that is named can be replaced, the next run does what is left"}, abandon...)
	case isFile && file.Outside:
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
