package ccc

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// MaxComment is the size in bytes of the longest comment body.
const MaxComment = 16 << 10

// CommentHeading is the first line of the comment. Source: checkpoint, step 3.
const CommentHeading = "## Checkpoint Status"

// Status is what the comment says of the session.
type Status string

const (
	Underway Status = "In Progress"
	Blocked  Status = "Blocked"
	Resuming Status = "Resuming"
)

// StatusOf is Blocked when a blocker stands or a gate is awaited, Resuming on the
// first save of a session that goes on with an older state, else in progress.
func StatusOf(f Facts, resuming bool) Status {
	switch {
	case len(f.Blockers) > 0 || f.Gate != 0:
		return Blocked
	case resuming:
		return Resuming
	}
	return Underway
}

// Unsent are the decisions that are not in sent, the lines of those that the last
// comment knew of. See [Lines].
func Unsent(decisions []Entry, sent []string) []Entry {
	var left []Entry
	for _, d := range decisions {
		if !slices.ContainsFunc(sent, func(line string) bool { return same(line, d.Line) }) {
			left = append(left, d)
		}
	}
	return left
}

// Lines are the lines of entries, for [Unsent] of the next comment.
func Lines(entries []Entry) []string {
	lines := make([]string, len(entries))
	for i, e := range entries {
		lines[i] = e.Line
	}
	return lines
}

// cutNote stands at the end of a comment that does not hold everything.
const cutNote = "_Cut to fit: the rest stands in " + ProgressFile + "._"

// CommentBody is the comment of step 3, with line feeds and one at the end, at
// most [MaxComment] bytes: the longest of its parts are cut to fit, which a note
// at the end says. The decisions of f are those to tell, see [Unsent]. The same
// facts, time and status give the same bytes.
func CommentBody(f Facts, updated time.Time, status Status) string {
	parts := []string{taskLine(&f), told(f.Decisions, "; "), told(f.Blockers, "; "), or(OneLine(f.Next), "None")}
	write := func(note string) string {
		return fmt.Sprintf("%s\n\n**Updated:** %s\n**Task:** %s\n**Status:** %s\n\n**Decisions:** %s\n**Blockers:** %s\n**Next:** %s\n%s",
			CommentHeading, updated.UTC().Format(TimeLayout), parts[0], status, parts[1], parts[2], parts[3], note)
	}
	body := write("")
	for len(body) > MaxComment {
		longest := 0
		for i := range parts {
			if len(parts[i]) > len(parts[longest]) {
				longest = i
			}
		}
		body = write("\n" + cutNote + "\n")
		parts[longest] = shorten(parts[longest], len(body)-MaxComment)
		body = write("\n" + cutNote + "\n")
	}
	return body
}

// shorten takes by bytes or a few more off the end of text, but leaves half of
// it, and puts an ellipsis there.
func shorten(text string, by int) string {
	end := max(len(text)-by-len("…"), len(text)/2)
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return strings.TrimRight(text[:end], " ") + "…"
}

func taskLine(f *Facts) string {
	task := or(OneLine(f.Task), "None")
	if of := f.TaskOf(); of != "" {
		return of + dash + task
	}
	return task
}

func told(entries []Entry, sep string) string {
	return or(strings.Join(Lines(entries), sep), "None")
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
