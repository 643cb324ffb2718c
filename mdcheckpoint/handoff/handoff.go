// Package handoff reads, checks and edits HANDOFF.md: the note that one session leaves for the next
// in a repository without another protocol. It has a goal, one next action, pending and completed
// work, decisions, blockers, verification results, and facts about the repository.
//
// Reading is lenient: it accepts common titles, any list marker, check boxes and missing sections.
// Writing changes no byte outside the sections that it writes. Each edit also writes the facts. The
// package does not access disk, clock or git.
package handoff

import (
	"sync"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
)

// File is the usual name of the note.
const File = "HANDOFF.md"

const noteTitle = "Hand-off"

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

// mostDone is how many completed items a note keeps. Older items go to the archive.
const mostDone = 15

var limits = schema.Limits{Lines: 120, Tokens: 2500}

// format has all sections. written lacks the facts, which users must not write.
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

func groupOf(key string) *schema.Group { return &format().Groups[format().Rank(key)] }

// matchNote matches d as a note. The sections can have level 1 to 4.
func matchNote(d *mdcheckpoint.Document) *schema.Match {
	m := format().Match(d)
	for _, level := range []int{1, 3, 4} {
		if len(m.Groups) > 0 {
			break
		}
		at := *format()
		at.Level = level
		if other := at.Match(d); len(other.Groups) > 1 && len(other.Repeated()) == 0 {
			m = other
		}
	}
	return m
}
