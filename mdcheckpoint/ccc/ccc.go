// Package ccc knows the session files of the command centre: the progress file
// .ccc-progress.md in both of its shapes and the loop's state .ccc-state.json,
// what they claim of each other and of the tree, and how they change.
//
// Reading is lenient: whatever is there is given with its place, and what is not
// there is zero or nil. Judging is for package lint. A change of the progress
// file is made of spans and replacements, entry by entry; it is read again before
// it is handed out, so that a text which Markdown would take for something else
// is an error and not a broken file. The package touches no disk, network or
// clock: files come as a tree, times as arguments.
//
// "Source" in comments names the document of the protocol: checkpoint (the
// four-step protocol), engine (the execution engine's skill and go command),
// stop (the stop handler).
package ccc

import (
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
)

// Names of the files, relative to the root of the project.
const (
	ProgressFile = ".ccc-progress.md"
	StateFile    = ".ccc-state.json"
)

// isArchive reports whether name, a slash-separated path, is that of a copy of
// the progress file as a session's end leaves it:
// .ccc-progress-20060102-150405.md.
func isArchive(name string) bool {
	stamp, before := strings.CutPrefix(path.Base(name), ".ccc-progress-")
	stamp, behind := strings.CutSuffix(stamp, ".md")
	_, err := time.Parse("20060102-150405", stamp)
	return before && behind && err == nil
}

// A Shape is one of the two layouts of a progress file, or both at once.
type Shape string

const (
	ShapeP     Shape = "P"     // checkpoint: a title, header lines, a continuation prompt
	ShapeE     Shape = "E"     // engine: a goal, the issue in a section, learnings
	ShapeMixed Shape = "mixed" // what only P has and what only E has
)

// Keys of the sections.
const (
	goalKey      = "goal"
	issueKey     = "issue"
	completedKey = "completed"
	currentKey   = "current"
	remainingKey = "remaining"
	decisionsKey = "decisions"
	learningsKey = "learnings"
	blockersKey  = "blockers"
	flaggedKey   = "flagged"
	promptKey    = "prompt"
)

// progressTitle is the heading of level 1 of shape P. Source: checkpoint, step 1.
const progressTitle = "Session Progress"

// Grammars of the shapes. E has no heading of level 1, and of Mixed only what both others
// demand is required. Source: checkpoint, step 1; engine.
var (
	formatP = sync.OnceValue(func() *schema.Schema {
		return format(progressTitle, completedKey, currentKey, remainingKey, decisionsKey, blockersKey, promptKey)
	})
	formatE = sync.OnceValue(func() *schema.Schema {
		return format("", goalKey, issueKey, completedKey, currentKey, learningsKey, flaggedKey)
	})
	formatMixed = sync.OnceValue(func() *schema.Schema { return format(progressTitle, completedKey, currentKey) })
)

// format makes the grammar of a shape with that title. The sections are those of both
// shapes, of which the ones with these keys are required.
func format(title string, required ...string) *schema.Schema {
	s := &schema.Schema{Title: title, Loosen: schema.Loosened}
	for _, g := range []struct {
		key, title string
		listed     bool
	}{
		{goalKey, "Goal", false},
		{issueKey, "Linear Issue", false},
		{completedKey, "Completed Tasks", true},
		{currentKey, "Current Task", title != ""},
		{remainingKey, "Remaining Tasks", true},
		{decisionsKey, "Decisions Made", true},
		{learningsKey, "Learnings", true},
		{blockersKey, "Blockers", true},
		{flaggedKey, "Blocked / Flagged", true},
		{promptKey, "Continuation Prompt", false},
	} {
		s.Groups = append(s.Groups, schema.Group{Key: g.key, Title: g.title, Listed: g.listed, Optional: !slices.Contains(required, g.key)})
	}
	return s
}

// Format is the grammar of the shape. The sections are the same in all three,
// in the same order; which of them are required differs, and the title.
func (s Shape) Format() *schema.Schema {
	switch s {
	case ShapeE:
		return formatE()
	case ShapeMixed:
		return formatMixed()
	}
	return formatP()
}

// rank is the place of the section with that key in the order of the format, or
// -1.
func rank(key string) int { return formatP().Rank(key) }

// shapeOf returns the shape of a document. Some headings of one shape decide; others decide only if there is none of these. A document without such
// headings has shape P. So has a document with the title of shape P, whatever else it has: a learning must not remove requirements for the rest.
// Only the goal of shape E with nothing of P below the title makes both count.
func shapeOf(d *mdcheckpoint.Document) Shape {
	has := func(titles ...string) bool {
		return slices.ContainsFunc(titles, func(title string) bool { return hasHeading(d, 2, title) })
	}
	title, lists := hasHeading(d, 1, progressTitle), has("Remaining Tasks", "Decisions Made", "Blockers")
	if title && (lists || !has("Goal")) {
		return ShapeP
	}
	p, e := title || has("Continuation Prompt"), has("Goal", "Learnings")
	if !p && !e {
		p, e = lists, has("Linear Issue", "Blocked / Flagged")
	}
	switch {
	case p && e:
		return ShapeMixed
	case e:
		return ShapeE
	}
	return ShapeP
}

func hasHeading(d *mdcheckpoint.Document, level int, title string) bool {
	return slices.ContainsFunc(d.Sections, func(s *mdcheckpoint.Section) bool {
		is := s.Title
		if level > 1 {
			is = schema.Loosened(is)
		}
		_, ok := schema.Fill(title, is)
		return ok && s.Level == level
	})
}
