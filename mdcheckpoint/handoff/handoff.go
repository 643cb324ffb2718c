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
	"slices"
	"sync"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
)

// File is the usual name of the note.
const File = "HANDOFF.md"

// noteTitle is the heading of a note that mdck makes, by which notes are known.
const noteTitle = "Hand-off"

// Keys of the sections.
const (
	goalKey         = "goal"
	nextKey         = "next"
	pendingKey      = "pending"
	doneKey         = "done"
	decisionsKey    = "decisions"
	blockersKey     = "blockers"
	verificationKey = "verification"
	factsKey        = "facts"
)

// mostDone is how many completed items a note keeps; older ones go to the archive.
const mostDone = 15

// limits are the budgets of a note without a configuration.
var limits = schema.Limits{Lines: 120, Tokens: 2500}

// format is the format of what is read, and written that of what can be written to: all but the facts.
var (
	format  = sync.OnceValue(func() *schema.Schema { return formatOf(sections[:]) })
	written = sync.OnceValue(func() *schema.Schema { return formatOf(sections[:len(sections)-1]) })
)

func formatOf(rows [][3]string) *schema.Schema {
	s := &schema.Schema{Title: noteTitle, Loosen: plainTitle}
	for _, r := range rows {
		s.Groups = append(s.Groups, schema.Group{Key: r[0], Title: r[1], Listed: r[0] != goalKey, Optional: true})
	}
	return s
}

// groupOf returns the section with that key as it is written.
func groupOf(key string) *schema.Group { return &format().Groups[format().Rank(key)] }

// matchNote reads d as a note. The sections are headings of level 2. If none of that level is one, they
// are those of the level that has any, each once.
func matchNote(d *mdcheckpoint.Document) *schema.Match {
	m := format().Match(d)
	for _, level := range []int{1, 3, 4} {
		if len(m.Groups) > 0 {
			break
		}
		at := *format()
		at.Level = level
		if other := at.Match(d); len(other.Groups) > 1 && !hasTwice(other) {
			m = other
		}
	}
	return m
}

// hasTwice reports whether a section is there twice.
func hasTwice(m *schema.Match) bool {
	return slices.ContainsFunc(m.Groups, func(g *schema.GroupMatch) bool { return len(m.All(g.Group.Key)) > 1 })
}
