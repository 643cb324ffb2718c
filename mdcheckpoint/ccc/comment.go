package ccc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
)

const maxComment = 16 << 10 // in bytes

const commentHeading = "## Checkpoint Status"

// Status is the status of the session in the comment on its issue.
type Status string

const (
	Underway Status = "In Progress"
	Blocked  Status = "Blocked"
	Resuming Status = "Resuming"
)

// StatusOf returns the status of the session. resuming means the first save of a session that
// continues.
func StatusOf(f Facts, resuming bool) Status {
	switch {
	case len(f.Blockers) > 0 || f.Gate != 0:
		return Blocked
	case resuming:
		return Resuming
	}
	return Underway
}

// Unsent returns the decisions that are not in sent, the [Lines] of the last comment.
func Unsent(decisions []Entry, sent []string) []Entry {
	var known []name
	for _, line := range sent {
		known = append(known, nameOf(line))
	}
	return slices.DeleteFunc(slices.Clone(decisions), func(d Entry) bool {
		n := nameOf(d.Line)
		return slices.ContainsFunc(known, func(k name) bool { return k.same(&n) })
	})
}

// Lines returns the lines of entries. [Unsent] compares them.
func Lines(entries []Entry) []string {
	lines := make([]string, len(entries))
	for i, e := range entries {
		lines[i] = e.Line
	}
	return lines
}

const cutNote = "\n_Shortened to fit; the complete text is in " + ProgressFile + "._\n"

// CommentBody returns the comment of step 3, cut to [maxComment] bytes. f.Decisions are those to send.
func CommentBody(f Facts, updated time.Time, status Status) (text string, cut bool) {
	const format = "%s\n\n**Updated:** %s\n**Task:** %s\n**Status:** %s\n\n**Decisions:** %s\n**Blockers:** %s\n**Next:** %s\n"
	write := func(part func(string) string) string {
		return fmt.Sprintf(format, commentHeading, spelling.FormatTime(updated), part(taskLine(&f)), status,
			part(joined(f.Decisions)), part(joined(f.Blockers)), part(cmp.Or(spelling.OneLine(f.Next), "None")))
	}
	if text = write(spelling.OneLine); len(text) <= maxComment {
		return text, false
	}
	return write(quarter) + cutNote, true
}

// quarter cuts part so that four parts fit in a comment.
func quarter(part string) string {
	const most = maxComment/4 - 100
	if len(part) <= most {
		return part
	}
	return strings.ToValidUTF8(part[:most], "") + "…"
}

func taskLine(f *Facts) string {
	task := cmp.Or(spelling.OneLine(f.Task), "None")
	if of := f.taskOf(); of != "" {
		return of + dash + task
	}
	return task
}

func joined(entries []Entry) string {
	return cmp.Or(strings.Join(Lines(entries), "; "), "None")
}

// CommitMessage fills in template for the commit of step 2. If the message is empty, the error is a
// [*protocol.RequestError].
func CommitMessage(template string, f Facts) (string, error) {
	if template == "" {
		return defaultMessage(&f), nil
	}
	pairs := []string{
		"{issue}", f.Issue, "{title}", f.Title, "{task}", f.Task, "{status}", f.Status,
		"{n}", numberOr(f.N), "{total}", numberOr(f.Total), "{mode}", f.Mode, "{next}", f.Next,
	}
	for i := range pairs {
		pairs[i] = spelling.CleanLine(pairs[i])
	}
	message := strings.TrimSpace(tidy(strings.NewReplacer(pairs...).Replace(spelling.Clean(template))))
	if message == "" {
		return "", protocol.BadRequest("", "the commit message of template %q is empty", template)
	}
	return message, nil
}

func defaultMessage(f *Facts) string {
	message := "checkpoint:"
	if f.Issue != "" {
		message += " " + spelling.CleanLine(f.Issue)
	}
	if f.Total > 0 {
		return fmt.Sprintf("%s task %d/%d", message, f.N, f.Total)
	}
	if f.Issue == "" {
		return message + " session progress"
	}
	return message
}

func numberOr(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}
