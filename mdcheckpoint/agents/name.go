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

const extension = ".json"

// A Kind classifies a file in the folder of checkpoints by its name.
type Kind uint8

const (
	NoAgent  Kind = iota // not a file of the protocol
	Standard             // a checkpoint: primary.json, secondary_a.json
	Odd                  // a checkpoint whose name the protocol's validator rejects, such as secondary-h.json or secondary_a_new.json
	Other                // a checkpoint only if namesAgent is true for its text
	Crashed              // an archive: secondary_a_crashed_1768487400.json
	Aborted              // an archive: secondary_a_aborted_1768487400.json
	Backup               // a backup: secondary_a_20260115_143000.json
)

// isAgent reports whether a file of this kind is a checkpoint, whatever its content is.
func (k Kind) isAgent() bool { return k == Standard || k == Odd }

// MayBeAgent reports whether a file of this kind can be a checkpoint, depending on its content.
func (k Kind) MayBeAgent() bool { return k.isAgent() || k == Other }

// KindOf returns the kind of the file called name, which is directly in the folder of checkpoints.
// It matches whole names: the files secondary_a_crashed_1.json and secondary_a_new.json are not the
// standard file of Secondary-A. Source: checkpoint, validator.
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

func (k Kind) mark() string {
	if k == Aborted {
		return "_aborted_"
	}
	return "_crashed_"
}

// foldID returns the form that all spellings of an agent's id share. The file name without its
// extension counts as a spelling. For example, it returns "primary" for "Agent-Primary" and
// "Primary", and "secondary_a" for "Secondary-A" and "secondary_a_1768487400". Source: handoff; for
// the time at the end: real files.
func foldID(id string) string {
	folded, _ := cutTime(strings.TrimPrefix(underscored(identity(id)), "agent_"))
	return folded
}

func cutTime(folded string) (agent string, timed bool) {
	if m := forms().timed.FindStringSubmatch(folded); m != nil {
		return m[1], true
	}
	return folded, false
}

// idOf returns the protocol's spelling of a folded id.
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

// checkpointFileName returns the file name for the agent called id. If no file name can be made
// from the id, the error is a [*protocol.RequestError].
func checkpointFileName(id string) (string, error) {
	folded := foldID(id)
	safe := strings.Trim(folded, "abcdefghijklmnopqrstuvwxyz0123456789_") == "" && !strings.HasPrefix(folded, "_")
	if name := folded + extension; safe && KindOf(name).MayBeAgent() {
		return name, nil
	}
	return "", badID(id, "it does not form a valid name of a checkpoint file")
}

// newName is like checkpointFileName, for a new agent. It also refuses an id that ends in a time,
// and an id whose file name the validator rejects.
func newName(id string) (string, error) {
	name, err := checkpointFileName(id)
	if _, timed := cutTime(underscored(identity(id))); timed {
		err = badID(id, "the id of an agent must not end with a time such as 20260115_1430")
	} else if err == nil && KindOf(name) != Standard {
		err = badID(id, "its file would be "+name+", which the protocol's scripts ignore")
	}
	return name, err
}

func badID(id, problem string) error {
	return protocol.BadRequest("expected Agent-Primary or an id such as Secondary-A", "agent %q: %s", id, problem)
}

// Inbox returns the file of messages from the primary to the agent called id, relative to the epic.
// It returns "" for the primary, and if no file name can be made from the id.
func Inbox(id string) string { return mailbox(id, toAgent+"%s"+mailExtension) }

// outbox returns the file of messages from the agent to the primary. It returns "" for the same ids
// as [Inbox].
func outbox(id string) string { return mailbox(id, "%s"+toPrimary+mailExtension) }

// Parts of the names of message files. Source: messages.
const (
	toAgent       = "primary_to_"
	toPrimary     = "_to_primary"
	mailExtension = ".md"
)

// inboxes returns the files of messages to the agent called id, relative to the epic. The parameter
// names lists the files in [MessageDir]. An agent other than the primary has one file, its [Inbox],
// whether or not it exists. The primary has several files, the outboxes of the other agents.
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

// archiveName returns the file name for the archive of the file called name. The parameter why is
// [Crashed] or [Aborted], and at is the time in the name. If taken contains that name, archiveName
// uses the next second that is free.
func archiveName(name string, why Kind, at time.Time, taken []string) string {
	stem := strings.TrimSuffix(name, extension) + why.mark()
	for epoch := at.Unix(); ; epoch++ {
		if archive := stem + strconv.FormatInt(epoch, 10) + extension; !slices.Contains(taken, archive) {
			return archive
		}
	}
}

// writerOf returns the folded id of the agent that writes the message file called box to the
// primary.
func writerOf(box string) string { return strings.TrimSuffix(box, toPrimary+mailExtension) }

// ParseID returns the id of an agent that a user gives as an id or a file name. It keeps the
// spelling of an id.
func ParseID(asked string) string {
	folded := foldID(stem(asked))
	if stem(asked) == folded || folded == Primary {
		return idOf(folded)
	}
	return stem(asked)
}

func stem(name string) string { return strings.TrimSuffix(name, extension) }
