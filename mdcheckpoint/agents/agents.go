// Package agents knows the files by which several agents work on one epic at a
// time: the checkpoint of each in agent_checkpoints/, the messages between them,
// the STATUS of a feature, the sections of EPIC_README.md and the locks, what a
// checkpoint claims of the tree, and how these files change.
//
// Reading is lenient: a string where a list belongs is a list of one, a time that
// cannot be read is unknown, a key that nobody describes is kept. What does not
// fit is told by Checkpoint.check, with its place. Writing is strict: what is
// written has the form of the protocol, is read again before it is handed out,
// and every byte that an edit does not name stays as it was.
//
// The package touches no disk, network or clock: files come as text or as a
// tree, times as arguments, names of files as lists.
//
// "Source" in comments names the document of the protocol: checkpoint (the
// checkpoint protocol), stale (its companion on stale agents), messages (on
// communication), locks, handoff (the package's template), validator (the script
// that checks the folders); seen is said of what only real files have.
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
	replyWithin  = 15 * time.Minute // of a warning, else the agent counts as stale
	warningAfter = 30               // whole minutes; more than that
	staleAfter   = 60               // whole minutes; more than that
	lateAfter    = 16               // whole minutes from a checkpoint to the next that it expects
	littleWork   = 30 * time.Minute // below this age the work may be started again
	LockLasts    = 5 * time.Minute
	KeptBackups  = 10
)

// TimeLayout is how times are written, in UTC. Source: checkpoint.
const TimeLayout = spelling.TimeLayout

// ErrNotObject is wrapped by the error of a text that is JSON but no object.
var ErrNotObject = errors.New("not a JSON object")

// readTime is [spelling.ReadTime] of a time that is UTC where it has no zone.
func readTime(text string) (time.Time, bool) { return spelling.ReadTime(text, time.UTC) }

func stamp(t time.Time) string { return t.UTC().Format(TimeLayout) }
