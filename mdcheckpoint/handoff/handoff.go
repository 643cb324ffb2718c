// Package handoff knows the note that one session leaves for the next in a repository that
// follows no other protocol: HANDOFF.md, with a goal, one next action, pending and completed
// work, decisions, blockers, what was verified, and facts about the repository.
//
// Reading is lenient: headings by the names that people give them, any marker of a list, check
// boxes, any section missing. Writing is strict and changes no byte outside of the sections that
// it writes. The facts are written by mdck alone, with each edit. The package touches no disk,
// clock or git: files come as a tree, facts of the repository as values.
package handoff

import (
	"sync"

	"mdck/mdcheckpoint/schema"
)

// File is the usual name of the note.
const File = "HANDOFF.md"

// Title is the heading of a note that mdck makes, by which notes are known.
const Title = "Hand-off"

// Keys of the sections.
const (
	GoalKey         = "goal"
	NextKey         = "next"
	PendingKey      = "pending"
	DoneKey         = "done"
	DecisionsKey    = "decisions"
	BlockersKey     = "blockers"
	VerificationKey = "verification"
	FactsKey        = "facts"
)

// MostDone is how many completed items a note keeps; older ones go to the archive.
const MostDone = 15

// limits are the budgets of a note without a configuration.
var limits = schema.Limits{Lines: 120, Tokens: 2500}

// titles are the sections in their order: the key, the title that is written, and others that
// are read.
var titles = [...][]string{
	{GoalKey, "Goal", "Goals", "Objective", "Task"},
	{NextKey, "Next action", "Next actions", "Next step", "Next steps", "Next", "Exact next action"},
	{PendingKey, "Pending", "Pending work", "Pending tasks", "Remaining", "Remaining work", "Remaining tasks", "To do", "Todo", "Backlog"},
	{DoneKey, "Done", "Completed", "Completed work", "Completed tasks", "Finished"},
	{DecisionsKey, "Decisions", "Decisions made", "Key decisions"},
	{BlockersKey, "Blockers", "Blocked by", "Blocked"},
	{VerificationKey, "Verification", "Verified", "Test results", "Tests", "Checks"},
	{FactsKey, "Facts"},
}

// written is the format of what can be written to, and format that of all that is read.
var (
	written = sync.OnceValue(func() *schema.Schema {
		s := &schema.Schema{Title: Title, Loose: true}
		for _, t := range titles[:len(titles)-1] {
			s.Groups = append(s.Groups, group(t[0], t[1]))
		}
		return s
	})
	format = sync.OnceValue(func() *schema.Schema {
		s := &schema.Schema{Title: Title, Loose: true}
		for _, t := range titles {
			for _, title := range t[1:] {
				s.Groups = append(s.Groups, group(t[0], title))
			}
		}
		return s
	})
)

func group(key, title string) schema.Group {
	return schema.Group{Key: key, Title: title, Listed: key != GoalKey, Optional: true}
}

// groupOf returns the section with that key as it is written.
func groupOf(key string) *schema.Group { return &format().Groups[format().Rank(key)] }
