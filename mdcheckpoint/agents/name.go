package agents

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/mdcheckpoint/protocol"
)

// extension is that of checkpoints.
const extension = ".json"

// A Kind classifies a file in the folder of checkpoints by its name.
type Kind uint8

const (
	NoAgent  Kind = iota // not a file of the protocol
	Standard             // a checkpoint: primary.json, secondary_a.json
	Odd                  // a checkpoint whose name the protocol's validator refuses, but which its scripts look at, or would in the spelling of the protocol
	Other                // a checkpoint if it names an agent, see namesAgent
	Crashed              // an archive: secondary_a_crashed_1768487400.json
	Aborted              // an archive: secondary_a_aborted_1768487400.json
	Backup               // secondary_a_20260115_143000.json
)

// isAgent reports whether a file of that kind is the checkpoint of an agent, whatever
// it holds.
func (k Kind) isAgent() bool { return k == Standard || k == Odd }

// MayBeAgent reports whether a file of that kind is one if it holds a checkpoint.
func (k Kind) MayBeAgent() bool { return k.isAgent() || k == Other }

// KindOf returns the kind of the file called name, which is directly in the folder of checkpoints. It matches whole names, so "secondary_a" matches
// neither the archives of Secondary-A nor secondary_a_new.json. Source: checkpoint, validator.
func KindOf(name string) Kind {
	stem, ok := strings.CutSuffix(name, extension)
	if !ok || stem == "" || stem[0] == '.' || strings.ContainsAny(stem, `/\`) {
		return NoAgent
	}
	parts := forms().name.FindStringSubmatch(stem)
	for i, k := range [...]Kind{Standard, Crashed, Aborted} {
		if parts != nil && parts[i+1] != "" {
			return k
		}
	}
	if _, _, ok := backupOf(name); ok {
		return Backup
	}
	if folded := foldID(stem); folded == Primary || strings.HasPrefix(folded, secondary+"_") {
		return Odd
	}
	return Other
}

// mark is what the name of an archive has before its time.
func (k Kind) mark() string {
	if k == Aborted {
		return "_aborted_"
	}
	return "_crashed_"
}

// foldID is what the spellings of an agent's id and the name of its file, without
// extension, have in common: "Agent-Primary", "Primary" and "primary" are
// "primary", "Secondary-A" and "secondary_a_1768487400" are "secondary_a". Source: handoff; for
// the time, real files.
func foldID(id string) string {
	folded, _ := cutTime(strings.TrimPrefix(underscored(identity(id)), "agent_"))
	return folded
}

// cutTime takes a time off the end of a folded id.
func cutTime(folded string) (agent string, timed bool) {
	if m := forms().timed.FindStringSubmatch(folded); m != nil {
		return m[1], true
	}
	return folded, false
}

// idOf returns the id of the agent with that folded id, as the protocol spells it.
func idOf(folded string) string {
	if folded == Primary {
		return "Agent-Primary"
	}
	words := strings.Split(folded, "_")
	for i, w := range words {
		if w != "" {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, "-")
}

// checkpointFileName returns the file name for the agent with that id. An id that cannot be a
// file name is a [*protocol.RequestError].
func checkpointFileName(id string) (string, error) {
	folded := foldID(id)
	safe := strings.Trim(folded, "abcdefghijklmnopqrstuvwxyz0123456789_") == "" && !strings.HasPrefix(folded, "_")
	if name := folded + extension; safe && KindOf(name).MayBeAgent() {
		return name, nil
	}
	return "", badID(id, "it does not form a checkpoint name")
}

// newName is checkpointFileName for a new agent. It also refuses an id that ends in a time, or whose
// file name the validator does not accept.
func newName(id string) (string, error) {
	name, err := checkpointFileName(id)
	if _, timed := cutTime(underscored(identity(id))); timed {
		err = badID(id, "an id must not end in a time")
	} else if err == nil && KindOf(name) != Standard {
		err = badID(id, "its file would be "+name+", which the protocol's scripts ignore")
	}
	return name, err
}

func badID(id, problem string) error {
	return protocol.BadRequest("expected Agent-Primary or an id such as Secondary-A", "agent %q: %s", id, problem)
}

// Inbox is the file of messages that the primary writes to the agent, and Outbox
// the one that it writes to the primary, both relative to the epic. The primary
// has neither, nor has an id that makes no name of a file.
func Inbox(id string) string { return mailbox(id, toAgent+"%s"+mailExtension) }

// outbox is described at [Inbox].
func outbox(id string) string { return mailbox(id, "%s"+toPrimary+mailExtension) }

// What the names of files of messages have beside that of the agent. Source: messages.
const (
	toAgent       = "primary_to_"
	toPrimary     = "_to_primary"
	mailExtension = ".md"
)

// inboxes returns the files with messages to the agent, relative to the epic: its [Inbox], even
// if it does not exist, or, for the primary, those of names in [MessageDir] that are the [outbox]
// of another agent.
func inboxes(id string, names []string) []string {
	if box := Inbox(id); box != "" {
		return []string{box}
	}
	if foldID(id) != Primary {
		return nil
	}
	var all []string
	for _, name := range names {
		if isOutbox(name) {
			all = append(all, path.Join(MessageDir, name))
		}
	}
	return all
}

func isOutbox(name string) bool {
	id, ok := strings.CutSuffix(name, toPrimary+mailExtension)
	return ok && path.Base(outbox(id)) == name
}

// isMailbox reports whether a file of that name in [MessageDir] is the [Inbox] or the
// [outbox] of an agent.
func isMailbox(name string) bool {
	id, ok := strings.CutPrefix(strings.TrimSuffix(name, mailExtension), toAgent)
	return ok && path.Base(Inbox(id)) == name || isOutbox(name)
}

func mailbox(id, format string) string {
	folded := foldID(id)
	if _, err := checkpointFileName(id); err != nil || folded == Primary {
		return ""
	}
	return path.Join(MessageDir, fmt.Sprintf(format, folded))
}

// archiveName returns the name for the archive of the file called name, archived at that time as [Crashed] or [Aborted]. If the name is taken, it
// uses the next free second.
func archiveName(name string, why Kind, at time.Time, taken []string) string {
	stem := strings.TrimSuffix(name, extension) + why.mark()
	for epoch := at.Unix(); ; epoch++ {
		if archive := stem + strconv.FormatInt(epoch, 10) + extension; !slices.Contains(taken, archive) {
			return archive
		}
	}
}

// writerOf returns the folded id of the agent who writes to the primary in that file.
func writerOf(box string) string { return strings.TrimSuffix(box, toPrimary+mailExtension) }

// AskedID returns the id of an agent given by its id or by the name of its file. The spelling stays, except for file names.
func AskedID(asked string) string {
	folded := foldID(stem(asked))
	if stem(asked) == folded || folded == Primary {
		return idOf(folded)
	}
	return stem(asked)
}

func stem(name string) string { return strings.TrimSuffix(name, extension) }
