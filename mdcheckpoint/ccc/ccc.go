// Package ccc reads, checks and edits the session files of the command centre: the progress file
// .ccc-progress.md in both of its shapes and the loop's state .ccc-state.json. It also verifies the
// claims of these files about each other and about the tree.
//
// Reading is lenient: existing parts are returned with their positions, and missing parts are zero or
// nil. Package lint reports problems. A change of the progress file is a list of text edits, entry by
// entry. Its result is parsed again: if Markdown would parse a text as something else, such as a
// heading, the change is refused. The package does not access disk, network or clock.
//
// "Source" in comments names the document of the protocol: checkpoint (the four-step protocol), engine
// (the execution engine's skill and go command), stop (the stop handler).
package ccc

import (
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
)

// File names, relative to the project root.
const (
	ProgressFile = ".ccc-progress.md"
	StateFile    = ".ccc-state.json"
)

func isArchive(name string) bool {
	stamp, before := strings.CutPrefix(path.Base(name), ".ccc-progress-")
	stamp, behind := strings.CutSuffix(stamp, ".md")
	_, err := time.Parse("20060102-150405", stamp)
	return before && behind && err == nil
}

// A Shape is a layout of the progress file.
type Shape string

const (
	ShapeP     Shape = "P"     // of the checkpoint protocol: a title, header lines, a continuation prompt
	ShapeE     Shape = "E"     // of the engine: a goal, the issue in a section, learnings
	ShapeMixed Shape = "mixed" // parts of both
)

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

// Source: checkpoint, step 1.
const progressTitle = "Session Progress"

// Grammars of the shapes. Source: checkpoint, step 1; engine.
var (
	formatP = sync.OnceValue(func() *schema.Schema {
		return format(progressTitle, completedKey, currentKey, remainingKey, decisionsKey, blockersKey, promptKey)
	})
	formatE = sync.OnceValue(func() *schema.Schema {
		return format("", goalKey, issueKey, completedKey, currentKey, learningsKey, flaggedKey)
	})
	formatMixed = sync.OnceValue(func() *schema.Schema { return format(progressTitle, completedKey, currentKey) })
)

func format(title string, required ...string) *schema.Schema {
	s := &schema.Schema{Title: title, Loosen: spelling.PlainTitle}
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

// Format returns the grammar of the shape.
func (s Shape) Format() *schema.Schema {
	switch s {
	case ShapeE:
		return formatE()
	case ShapeMixed:
		return formatMixed()
	}
	return formatP()
}

// rank returns the position of the section with the key in the file, or -1.
func rank(key string) int { return formatP().Rank(key) }

// shapeOf returns the shape of a document. The title of shape P decides first.
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
			is = spelling.PlainTitle(is)
		}
		_, ok := schema.Fill(title, is)
		return ok && s.Level == level
	})
}
