package ccc

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/spelling"
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
	var known []name
	for _, line := range sent {
		known = append(known, nameOf(line))
	}
	return slices.DeleteFunc(slices.Clone(decisions), func(d Entry) bool {
		n := nameOf(d.Line)
		return slices.ContainsFunc(known, func(k name) bool { return k.same(&n) })
	})
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

// A Comment is the comment of step 3.
type Comment struct {
	Text string // at most [MaxComment] bytes of lines that end with a line feed
	Cut  bool   // it does not hold everything, which a note at the end of Text says

	// Untold are the decisions of which Text does not hold the whole, because it was
	// cut: the comment after this one is to tell them. The first decision counts as
	// told however long it is, so that each comment gets further.
	Untold []Entry
}

// CommentBody makes the comment: if it is too long, the longest of its parts are cut
// to fit. The decisions of f are those to tell, see [Unsent]. The same facts, time
// and status give the same bytes.
func CommentBody(f Facts, updated time.Time, status Status) Comment {
	parts := [...]string{taskLine(&f), joined(f.Decisions, decisionSep), joined(f.Blockers, "; "), cmp.Or(OneLine(f.Next), "None")}
	write := func(note string) string {
		return fmt.Sprintf("%s\n\n**Updated:** %s\n**Task:** %s\n**Status:** %s\n\n**Decisions:** %s\n**Blockers:** %s\n**Next:** %s\n%s",
			CommentHeading, spelling.FormatTime(updated), parts[0], status, parts[1], parts[2], parts[3], note)
	}
	c := Comment{Text: write("")}
	whole := parts[1]
	for len(c.Text) > MaxComment {
		longest := 0
		for i := range parts {
			if len(parts[i]) > len(parts[longest]) {
				longest = i
			}
		}
		c.Cut, c.Text = true, write("\n"+cutNote+"\n")
		parts[longest] = shorten(parts[longest], len(c.Text)-MaxComment)
		c.Text = write("\n" + cutNote + "\n")
	}
	if parts[1] != whole {
		c.Untold = untold(f.Decisions, len(parts[1])-len("…"))
	}
	return c
}

// decisionSep stands between the decisions of a comment.
const decisionSep = "; "

// untold are those of the decisions, but for the first, that end after size bytes of
// their line in the comment.
func untold(decisions []Entry, size int) []Entry {
	end := 0
	for i, d := range decisions {
		if end += len(d.Line); end > size && i > 0 {
			return decisions[i:]
		}
		end += len(decisionSep)
	}
	return nil
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
	task := cmp.Or(OneLine(f.Task), "None")
	if of := f.TaskOf(); of != "" {
		return of + dash + task
	}
	return task
}

func joined(entries []Entry, sep string) string {
	return cmp.Or(strings.Join(Lines(entries), sep), "None")
}

// CommitMessage fills in template for the commit of step 2, without a line feed
// at the end. Placeholders are {issue}, {title}, {task}, {status}, {n}, {total},
// {mode} and {next}; what is not known is filled in as nothing, and the values are
// one line each. A message without text is a [*protocol.RequestError]. An empty template
// is "checkpoint: ISSUE task N/TOTAL" as far as these are known.
func CommitMessage(template string, f Facts) (string, error) {
	if template == "" {
		return defaultMessage(&f), nil
	}
	pairs := []string{
		"{issue}", f.Issue, "{title}", f.Title, "{task}", f.Task, "{status}", f.Status,
		"{n}", numberOr(f.N), "{total}", numberOr(f.Total), "{mode}", f.Mode, "{next}", f.Next,
	}
	for i := range pairs {
		pairs[i] = OneLine(clean(pairs[i]))
	}
	message := strings.TrimSpace(tidy(strings.NewReplacer(pairs...).Replace(clean(template))))
	if message == "" {
		return "", protocol.BadRequest("", "the commit message of template %q is empty", template)
	}
	return message, nil
}

func defaultMessage(f *Facts) string {
	message := "checkpoint:"
	if f.Issue != "" {
		message += " " + OneLine(clean(f.Issue))
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
