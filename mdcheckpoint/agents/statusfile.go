package agents

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"mdck/bootstrap"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/source"
)

// Keys of a STATUS file. Source: handoff (the template of the status file).
const (
	statusStage    = "STAGE"
	statusPhase    = "PHASE"
	statusAgent    = "AGENT"
	statusAgentID  = "AGENT_ID"
	statusUpdated  = "UPDATED"
	statusStatus   = "STATUS"
	statusBlockers = "BLOCKERS"
	statusNext     = "NEXT_ACTION"
	statusReady    = "READY_FOR_SYNC"
)

// updatedKeys are the names under which files have UPDATED. Source: handoff, seen.
var updatedKeys = [...]string{statusUpdated, "LAST_UPDATE", "LAST_UPDATED"}

// agentKeys are the keys of the agent that owns the file.
var agentKeys = [...]string{statusAgentID, statusAgent}

// blockerSeparator is between the blockers in a STATUS file.
const blockerSeparator = "; "

// A Status is a STATUS file: lines with a key, a colon and a value, in order. Other lines are
// ignored and stay unchanged.
type Status struct {
	File  *source.File
	Lines []StatusLine
}

// A StatusLine is one key and its value.
type StatusLine struct {
	Key   string
	Value string
	Span  source.Span // of the value, without white space around it
}

// ParseStatus reads text as the STATUS file called name. It fails with a
// [*source.Error] if the text is not UTF-8.
func ParseStatus(name, text string) (*Status, error) {
	f, err := readText(name, text)
	if err != nil {
		return nil, err
	}
	s := &Status{File: f}
	for _, at := range forms().status.FindAllStringSubmatchIndex(text, -1) {
		value := source.Span{Start: at[4], End: at[5]}
		s.Lines = append(s.Lines, StatusLine{
			Key:   text[at[2]:at[3]],
			Value: f.Slice(value),
			Span:  value,
		})
	}
	return s, nil
}

// get returns the value of the first line with that key; ok is false if there is none.
func (s *Status) get(key string) (value string, ok bool) {
	for i := 0; s != nil && i < len(s.Lines); i++ {
		if s.Lines[i].Key == key {
			return s.Lines[i].Value, true
		}
	}
	return "", false
}

// ahead reports whether s is newer than c, or shows more progress; false if s is nil.
func (s *Status) ahead(c *Checkpoint) bool {
	return s != nil && slices.ContainsFunc(s.Lines, func(l StatusLine) bool {
		switch {
		case l.Key == statusStatus:
			return saysFinished(l.Value) && !saysFinished(c.Status())
		case l.Key == statusStage:
			return compareStages(l.Value, c.Stage()) > 0
		case l.isUpdated():
			at, ok := readTime(l.Value)
			return ok && c.isBefore(at)
		}
		return false
	})
}

// saysFinished reports whether a status means, in any words, that the work is finished.
func saysFinished(status string) bool {
	words := strings.FieldsFunc(foldStatus(status), func(r rune) bool { return (r < 'A' || r > 'Z') && (r < '0' || r > '9') })
	finished := func(word string) bool {
		return slices.Contains([]string{Complete, "COMPLETED", "DONE", "FINISHED", "READY"}, word)
	}
	return slices.ContainsFunc(words, finished) && !slices.Contains(words, "NOT")
}

// isUpdated reports whether l says when the file was written.
func (l *StatusLine) isUpdated() bool { return slices.Contains(updatedKeys[:], l.Key) }

// differences returns a line for the stage and the status, if s and c say different things.
func (s *Status) differences(c *Checkpoint) []string {
	var all []string
	for key, said := range map[string]string{statusStage: c.Stage(), statusStatus: c.Status()} {
		value, ok := s.get(key)
		value, recorded := spelling.OneLine(value), spelling.OneLine(said)
		if ok && said != "" && !strings.EqualFold(value, recorded) {
			all = append(all, fmt.Sprintf("%s is %s, but the checkpoint has %s", key, bootstrap.QuoteValue(value), bootstrap.QuoteValue(recorded)))
		}
	}
	slices.Sort(all)
	return all
}

// statusValues returns the values of c for a STATUS file: stage, phase, status, blockers and next
// action.
func (c *Checkpoint) statusValues() map[string]string {
	all := map[string]string{
		statusStage:    c.Stage(),
		statusPhase:    c.Str(PhaseKey),
		statusStatus:   c.Status(),
		statusNext:     c.nextAction(),
		statusBlockers: cmp.Or(strings.Join(texts(c.Blockers()), blockerSeparator), "none"),
	}
	maps.DeleteFunc(all, func(_, value string) bool { return value == "" })
	return all
}

// nextAction returns the first next step, or without one the current step.
func (c *Checkpoint) nextAction() string {
	if steps := c.Next(); len(steps) > 0 {
		return steps[0].Text
	}
	return c.Step()
}

// set returns the change that sets values for existing keys of s, and sets UPDATED to now unless
// it is later: under the key that s uses for it, or in a new line at the end. A repeated key is
// changed everywhere.
func (s *Status) set(values map[string]string, now time.Time) *Change {
	var edits []source.Edit
	var did []string
	dated := false
	for _, l := range s.Lines {
		value, ok := values[l.Key]
		value = oneLine(value)
		if l.isUpdated() {
			at, _ := readTime(l.Value)
			value, ok, dated = stamp(now), !at.After(now), true
		}
		if !ok || l.Value == value {
			continue
		}
		did = append(did, l.Key+": "+value)
		if l.Span.Len() == 0 && s.File.Text[l.Span.Start-1] != ' ' {
			value = " " + value
		}
		edits = append(edits, source.Edit{Span: l.Span, New: value})
	}
	if !dated {
		line := statusUpdated + ": " + stamp(now)
		edits, did = append(edits, appendLine(s.File, line)), append(did, line)
	}
	return edited(s.File, edits, did...)
}

// appendLine makes the edit that puts line after the others of f, which has a
// line ending at its end afterwards if it had one before.
func appendLine(f *source.File, line string) source.Edit {
	if f.Text == "" || strings.HasSuffix(f.Text, "\n") {
		return source.Insert(len(f.Text), line+lineEnd(f))
	}
	return source.Insert(len(f.Text), lineEnd(f)+line)
}

// statusOf returns the STATUS file of a feature; nil if the agent with that id cannot write
// it, as it is missing or that of another agent. It notes why a file stays as it is.
func (d *Draft) statusOf(feature, id string) *Status {
	name := path.Join(feature, statusFile)
	if feature == "" || !owns(d.read.Tree, name) {
		return nil
	}
	text, ok, err := d.text(name)
	if err == nil && !ok {
		return nil
	}
	s, fault := ParseStatus(name, text)
	if err = cmp.Or(err, fault); err != nil {
		d.note("%s was not changed: %v", name, err)
		return nil
	}
	if owner := d.owner(s); owner != "" && foldID(owner) != foldID(id) {
		d.note("%s was not changed: it belongs to %s", name, owner)
		return nil
	}
	return s
}

// owner returns the agent whose STATUS s is, if it has a checkpoint; else "".
func (d *Draft) owner(s *Status) string {
	for _, key := range agentKeys {
		id, _ := s.get(key)
		if name, err := checkpointFileName(id); err == nil && slices.Contains(d.names, name) {
			return id
		}
	}
	return ""
}

// putStatus writes values to the STATUS file of c, if there is one. previous is the agent that
// had the feature before, if it is another one now.
func (d *Draft) putStatus(s *Status, c *Checkpoint, previous string, values map[string]string) {
	if s == nil {
		return
	}
	for _, key := range agentKeys {
		if was, ok := s.get(key); ok && previous != "" && foldID(was) == foldID(previous) {
			values[key] = c.Shown()
		}
	}
	change := s.set(values, d.read.Now)
	d.put(s.File.Name, s.File.Text, true, change)
	after, err := ParseStatus(s.File.Name, change.Text)
	d.fail(err)
	d.noteDifferent(after, c)
}

// noteDifferent notes where a STATUS file and a checkpoint say different things.
func (d *Draft) noteDifferent(s *Status, c *Checkpoint) {
	for _, line := range s.differences(c) {
		d.note("%s: %s", s.File.Name, line)
	}
}
