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
	Odd                  // a checkpoint, but the validator rejects its name: secondary_a_new.json
	Other                // a checkpoint if namesAgent says so
	Crashed              // an archive: secondary_a_crashed_1768487400.json
	Aborted              // an archive: secondary_a_aborted_1768487400.json
	Backup               // a backup: secondary_a_20260115_143000.json
)

// isAgent reports whether the name alone makes a file a checkpoint.
func (k Kind) isAgent() bool { return k == Standard || k == Odd }

// MayBeAgent reports whether a file of this kind can be a checkpoint.
func (k Kind) MayBeAgent() bool { return k.isAgent() || k == Other }

// KindOf returns the kind of a file in the folder of checkpoints. Source: checkpoint, validator.
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

// foldID returns one form for all spellings of an id: "secondary_a" for "Secondary-A" and
// "secondary_a_1768487400". Source: handoff, real files.
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

// idOf returns the protocol's spelling of a folded id: "Secondary-A" for "secondary_a".
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

// checkpointFileName returns the file name for an agent. The error is a [*protocol.RequestError].
func checkpointFileName(id string) (string, error) {
	folded := foldID(id)
	safe := strings.Trim(folded, "abcdefghijklmnopqrstuvwxyz0123456789_") == "" && !strings.HasPrefix(folded, "_")
	if name := folded + extension; safe && KindOf(name).MayBeAgent() {
		return name, nil
	}
	return "", badID(id, "no checkpoint file can have that name")
}

func newName(id string) (string, error) {
	name, err := checkpointFileName(id)
	if _, timed := cutTime(underscored(identity(id))); timed {
		err = badID(id, "an id must not end with a time")
	} else if err == nil && KindOf(name) != Standard {
		err = badID(id, "the scripts of the protocol would ignore its file "+name)
	}
	return name, err
}

func badID(id, problem string) error {
	return protocol.BadRequest("expected Agent-Primary or an id such as Secondary-A", "%q cannot be the id of an agent: %s", id, problem)
}

// Inbox returns the file of messages to an agent, relative to the epic. For the primary and invalid
// ids, it returns "".
func Inbox(id string) string { return mailbox(id, toAgent+"%s"+mailExtension) }

// outbox returns the file of messages from an agent to the primary, or "" as [Inbox] does.
func outbox(id string) string { return mailbox(id, "%s"+toPrimary+mailExtension) }

// Source: messages.
const (
	toAgent       = "primary_to_"
	toPrimary     = "_to_primary"
	mailExtension = ".md"
)

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

func archiveName(name string, why Kind, at time.Time, taken []string) string {
	stem := strings.TrimSuffix(name, extension) + why.mark()
	for epoch := at.Unix(); ; epoch++ {
		if archive := stem + strconv.FormatInt(epoch, 10) + extension; !slices.Contains(taken, archive) {
			return archive
		}
	}
}

// ParseID returns the agent's id for an id or file name from the user.
func ParseID(asked string) string {
	folded := foldID(stem(asked))
	if stem(asked) == folded || folded == Primary {
		return idOf(folded)
	}
	return stem(asked)
}

func stem(name string) string { return strings.TrimSuffix(name, extension) }
