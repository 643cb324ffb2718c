// Package ohrfc implements the checkpoint protocol of the RFC workflow. It knows the files of a
// workspace .ohrfc/<id>/, their valid content, the claims that they make about each other, and how they
// change.
//
// Reading is lenient. Existing content is returned with its position. Missing content is zero or nil.
// Package lint decides what is an error. Edits are spans with replacements, so all other bytes stay the
// same. The package does not access the disk: a [Change] contains the new content of files.
//
// "Source" in comments names a document of the protocol: checkpoint_protocol, methodology, phase_NAME,
// SKILL, schema (a JSON Schema of the skill) or script (ohrfc_init.py).
package ohrfc

import (
	"path"
	"strings"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/schema"
)

const (
	CheckpointFile = "checkpoint.md"
	StateFile      = "state.json"
	RFCFile        = "rfc.md"
	EvidenceFile   = "evidence.json"
	SummaryFile    = ".reviews/summary.json"
)

const workspacesDir = ".ohrfc"

// Keys of the section groups, as used in commands.
const (
	metaKey     = "meta"
	DiscoverKey = "discover"
	DesignKey   = "design"
	GateBKey    = "gate-b"
	reviewKey   = "review"
)

// keepRounds is the number of Gate-B rounds that a checkpoint keeps. Source: checkpoint_protocol §5.
const keepRounds = 2

// hashDigits is the number of hex digits that artifact_state has of the hash of rfc.md. Source:
// checkpoint_protocol §2.
const hashDigits = 8

// DefaultLimits are the default budgets. Source: checkpoint_protocol §2, §5; "~3K" tokens.
var DefaultLimits = schema.Limits{Lines: 200, GroupLines: 40, Tokens: 3000}

// tensionLabels are labels of bullets under [ActiveTensionsUpdated]. Source: checkpoint_protocol
// §2.
var tensionLabels = []string{"Resolved", "Intensified", "New"}

const (
	ActiveTensions        = "Active Tensions"
	feedbackDigest        = "Reviewer Feedback Digest"
	ActiveTensionsUpdated = "Active Tensions Updated"
)

// Format is the grammar of checkpoint.md. Source: checkpoint_protocol §2. mdck uses REVIEW Exit
// after a rejected review, because §1 requires a checkpoint but has no template.
var Format = &schema.Schema{
	Title:   "Checkpoint: {ID}",
	Bullets: true,
	Limits:  DefaultLimits,
	Groups: []schema.Group{
		{Key: metaKey, Title: "Meta"},
		{Key: DiscoverKey, Title: "DISCOVER Exit", Subsections: []schema.Subsection{
			{Title: "User Intent Signals", Min: 3, Max: 7},
			{Title: "Scan Insights", Min: 2, Max: 4},
			{Title: ActiveTensions, Min: 1, Max: 3},
		}},
		{Key: DesignKey, Title: "DESIGN Exit", Subsections: []schema.Subsection{
			{Title: "Design Reasoning Notes", Min: 1, Max: 7},
			{Title: "Decision Interdependencies", Min: 2, Max: 5},
			{Title: "Tricky Sections", Min: 1, Max: 3},
		}},
		{Key: GateBKey, Title: "Gate-B Round {N} Exit", Keep: keepRounds, Subsections: []schema.Subsection{
			{Title: feedbackDigest, Min: 3, Max: 5},
			{Title: "What Changed This Round", Min: 1, Max: 3},
			{Title: ActiveTensionsUpdated, Labels: tensionLabels},
		}},
		{Key: reviewKey, Title: "REVIEW Exit", Subsections: []schema.Subsection{
			{Title: feedbackDigest, Max: 5, Optional: true},
			{Title: "What Changed", Max: 3, Optional: true},
			{Title: ActiveTensionsUpdated, Labels: tensionLabels, Optional: true},
		}},
	},
}

// Group returns the group with that key, or nil.
func Group(key string) *schema.Group {
	if i := Format.Rank(key); i >= 0 {
		return &Format.Groups[i]
	}
	return nil
}

func workspaceID(name string) string {
	parts := strings.Split(path.Clean(name), "/")
	for i := len(parts) - 3; i >= 0; i-- {
		if parts[i] == workspacesDir {
			return parts[i+1]
		}
	}
	return ""
}

func readTime(text string) (time.Time, bool) { return spelling.ReadTime(text, time.UTC) }
