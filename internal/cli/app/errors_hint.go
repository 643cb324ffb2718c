package app

import (
	"errors"
	"path/filepath"
	"slices"
	"syscall"

	"mdck/internal/change"
	"mdck/internal/workspace"
)

func failureHint(err error) string {
	_, isSystem := errors.AsType[syscall.Errno](err)
	unfinished, isUnfinished := errors.AsType[*change.UnfinishedError](err)
	_, isUndone := errors.AsType[*change.UndoneError](err)
	_, isFailed := errors.AsType[*change.FailedError](err)
	switch {
	case !isSystem:
		return ""
	case isUnfinished && unfinished.Earlier:
		return "no file is half written; fix the cause and run the command again: the command finishes the earlier change first"
	case isUnfinished:
		return "no file is half written; fix the cause; the next run finishes the change"
	case isUndone || isFailed:
		return "no file was changed; fix the cause and run the command again"
	}
	return ""
}

// HintsOf returns the hints that were added to err, otherwise those for its type.
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
		return []string{"if another program is writing the file, run the command again later", "to list the backups: mdck restore " + Quote(DisplayPath(emptied.Path)), "to start again, delete the file"}
	case abandon != nil:
		return append([]string{"fix the named file; the next run then finishes the change"}, abandon...)
	case isFile && file.Outside:
		return []string{"nothing was written; --follow-links writes to the target of the link"}
	}
	return nil
}

func abandonHints(err error) []string {
	e, ok := errors.AsType[*change.UnfinishedError](err)
	if !ok || e.Journal == "" {
		return nil
	}
	return []string{"to keep the files as they are now, move " + Quote(DisplayPath(e.Journal)) + " away; that file contains the old and new texts"}
}

func journalHints(e *change.JournalError) []string {
	var lines []string
	if e.Name != "" {
		lines = append(lines, "if the name of the file came from an environment variable, set the variable and run the command again")
	}
	if workspace.IsMarkdown(e.Name) && filepath.Base(e.Name) == e.Name {
		name := DisplayPath(filepath.Join(filepath.Dir(filepath.Dir(e.Path)), e.Name))
		lines = append(lines, "if you wrote the file with --as, this command finishes the write: mdck show "+Quote(name)+" --as FORMAT")
	}
	return append(lines, "if you did not start the interrupted write, move "+Quote(DisplayPath(e.Path))+" away")
}
