// Package agents reads and edits the files of an epic on which several agents work: their checkpoints
// in agent_checkpoints/, the messages between them, the STATUS file of each feature, the agents'
// sections of EPIC_README.md, and the locks. It also returns the claims of a checkpoint about files.
//
// Reading is lenient: a string counts as a list of one entry, a time that cannot be parsed as unknown,
// and unknown keys are kept. Checkpoint.check reports each deviation. Writing is strict: new text
// follows the protocol and is parsed before it is returned. Bytes outside the edits do not change.
//
// The package uses no disk, network or clock.
//
// "Source" in comments names a document of the protocol: checkpoint (the checkpoint protocol), stale
// (about stale agents), messages, locks, handoff (the template of the handoff package) or validator (a
// script). "Real files" marks a value that is in no document, but in files that agents wrote.
package agents

import (
	"time"

	"mdck/internal/spelling"
)

// Folders and files in an epic. Source: checkpoint, locks, messages.
const (
	CheckpointDir = "agent_checkpoints"
	BackupDir     = "agent_checkpoints/backups"
	MessageDir    = "agent_comms"
	LockDir       = ".epic_locks"
	EpicFile      = "EPIC_README.md"
	EpicLock      = ".epic_locks/epic_readme.lock"
	statusFile    = "STATUS" // in the folder of each feature
)

// Limits. Source: checkpoint; replyWithin: stale; LockLasts: locks.
const (
	interval     = 15 * time.Minute // time between two checkpoints
	replyWithin  = 15 * time.Minute // time to answer a warning
	warningAfter = 30               // minutes until a checkpoint gets a warning
	staleAfter   = 60               // minutes until an agent is stale
	lateAfter    = 16               // next_checkpoint_expected is too late if it is this many minutes after last_checkpoint
	littleWork   = 30 * time.Minute // an abort may lose less work than this
	LockLasts    = 5 * time.Minute
	KeptBackups  = 10
)

func readTime(text string) (time.Time, bool) { return spelling.ReadTime(text, time.UTC) }
