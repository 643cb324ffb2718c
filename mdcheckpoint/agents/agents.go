// Package agents reads and edits the files with which several agents work on one epic at the same
// time: each agent's checkpoint in agent_checkpoints/, the messages between them, the STATUS of a
// feature, the sections of EPIC_README.md and the locks. It also returns the claims of a
// checkpoint about the tree.
//
// Reading is lenient: a string in place of a list is a list of one, an invalid time is unknown,
// and unknown keys are kept. Checkpoint.check reports deviations, each with its place. Writing is
// strict: new text has the form of the protocol and is parsed again before it is returned; bytes
// outside the edits stay the same.
//
// The package uses no disk, network or clock: files come as text or as a tree, times as
// arguments, file names as lists.
//
// "Source" in comments names the document of the protocol: checkpoint (the checkpoint protocol),
// stale (its companion on stale agents), messages (on communication), locks, handoff (the
// package's template), validator (the script that checks the folders); seen means that it occurs
// only in real files.
package agents

import (
	"errors"
	"time"

	"mdck/internal/spelling"
)

// Names of folders and files, relative to the epic. Source: checkpoint, locks,
// messages.
const (
	CheckpointDir = "agent_checkpoints"
	BackupDir     = "agent_checkpoints/backups"
	MessageDir    = "agent_comms"
	LockDir       = ".epic_locks"
	EpicFile      = "EPIC_README.md"
	EpicLock      = ".epic_locks/epic_readme.lock"
	statusFile    = "STATUS" // in the folder of the feature
)

// Limits. Source: checkpoint; of the reply and the lock: stale, locks.
const (
	interval     = 15 * time.Minute // from a checkpoint to the next
	replyWithin  = 15 * time.Minute // time to answer a warning; after it the agent is stale
	warningAfter = 30               // in whole minutes, exclusive
	staleAfter   = 60               // in whole minutes, exclusive
	lateAfter    = 16               // whole minutes from a checkpoint to the next that it expects
	littleWork   = 30 * time.Minute // if the work is younger, it may be started again
	LockLasts    = 5 * time.Minute
	KeptBackups  = 10
)

// TimeLayout is the layout of written times, in UTC. Source: checkpoint.
const TimeLayout = spelling.TimeLayout

// ErrNotObject is wrapped by the error for a text that is valid JSON but not an object.
var ErrNotObject = errors.New("not a JSON object")

// readTime is [spelling.ReadTime] with UTC for times without a zone.
func readTime(text string) (time.Time, bool) { return spelling.ReadTime(text, time.UTC) }

func stamp(t time.Time) string { return t.UTC().Format(TimeLayout) }
