package agents

import (
	"cmp"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/source"
)

// Source: handoff (the template of the status file).
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

// updatedKeys are the names of UPDATED in STATUS files. Source: handoff, real files.
var updatedKeys = [...]string{statusUpdated, "LAST_UPDATE", "LAST_UPDATED"}

var agentKeys = [...]string{statusAgentID, statusAgent}

const blockerSeparator = "; "

// A Status is a STATUS file: lines such as "STAGE: S2.P1".
type Status struct {
	File  *source.File
	Lines []StatusLine
}

type StatusLine struct {
	Key   string
	Value string
	Span  source.Span // only the value, without surrounding white space
}

// ParseStatus reads text as the STATUS file called name. It returns a [*source.Error] if text is
// not UTF-8.
func ParseStatus(name, text string) (*Status, error) {
	f, err := readText(name, text)
	if err != nil {
		return nil, err
	}
	s := &Status{File: f}
	for _, at := range forms().status.FindAllStringSubmatchIndex(text, -1) {
		value := source.Between(at[4], at[5])
		s.Lines = append(s.Lines, StatusLine{
			Key:   text[at[2]:at[3]],
			Value: f.Slice(value),
			Span:  value,
		})
	}
	return s, nil
}

func (s *Status) get(key string) (value string, ok bool) {
	for i := 0; s != nil && i < len(s.Lines); i++ {
		if s.Lines[i].Key == key {
			return s.Lines[i].Value, true
		}
	}
	return "", false
}

// ahead reports whether s is newer than c or shows more progress. s may be nil.
func (s *Status) ahead(c *Checkpoint) bool {
	return s != nil && slices.ContainsFunc(s.Lines, func(l StatusLine) bool {
		switch {
		case l.Key == statusStatus:
			return meansFinished(l.Value) && !meansFinished(c.Status())
		case l.Key == statusStage:
			return compareStages(l.Value, c.Stage()) > 0
		case l.isUpdated():
			at, ok := readTime(l.Value)
			return ok && c.isBefore(at)
		}
		return false
	})
}

func meansFinished(status string) bool {
	words := strings.FieldsFunc(foldStatus(status), func(r rune) bool { return (r < 'A' || r > 'Z') && (r < '0' || r > '9') })
	finished := func(word string) bool { return word == "READY" || slices.Contains(finishedWords[:], word) }
	return slices.ContainsFunc(words, finished) && !slices.Contains(words, "NOT")
}

func (l *StatusLine) isUpdated() bool { return slices.Contains(updatedKeys[:], l.Key) }

func (s *Status) differences(c *Checkpoint) (all []string) {
	for _, fact := range [...][2]string{{statusStage, c.Stage()}, {statusStatus, c.Status()}} {
		inStatus, ok := s.get(fact[0])
		inStatus, inCheckpoint := spelling.OneLine(inStatus), spelling.OneLine(fact[1])
		if ok && inCheckpoint != "" && !strings.EqualFold(inStatus, inCheckpoint) {
			all = append(all, fmt.Sprintf("%s is %s in %s, but %s in the checkpoint", fact[0], spelling.QuoteValue(inStatus), s.File.Name, spelling.QuoteValue(inCheckpoint)))
		}
	}
	return all
}

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

func (c *Checkpoint) nextAction() string {
	if steps := c.Next(); len(steps) > 0 {
		return steps[0].Text
	}
	return c.Step()
}

func (s *Status) set(values map[string]string, now time.Time) *Change {
	var edits []source.Edit
	var did []string
	dated := false
	for _, l := range s.Lines {
		value, ok := values[l.Key]
		value = spelling.CleanLine(value)
		if l.isUpdated() {
			at, _ := readTime(l.Value)
			value, ok, dated = spelling.FormatTime(now), !at.After(now), true
		}
		if !ok || l.Value == value {
			continue
		}
		did = append(did, l.Key+": "+value)
		if l.Span.Len() == 0 && s.File.Text[l.Span.Start-1] != ' ' {
			value = " " + value
		}
		edits = append(edits, source.Replace(l.Span, value))
	}
	if !dated {
		line := statusUpdated + ": " + spelling.FormatTime(now)
		edits, did = append(edits, appendLine(s.File, line)), append(did, line)
	}
	return edited(s.File, edits, did...)
}

func appendLine(f *source.File, line string) source.Edit {
	if f.Text == "" || strings.HasSuffix(f.Text, "\n") {
		return source.Insert(len(f.Text), line+lineEnd(f))
	}
	return source.Insert(len(f.Text), lineEnd(f)+line)
}

// statusOf returns the STATUS file of a feature, or nil if it is missing or the agent must not write
// it.
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
		d.note("%s was not changed, because it belongs to %s", name, owner)
		return nil
	}
	return s
}

func (d *Draft) owner(s *Status) string {
	for _, key := range agentKeys {
		id, _ := s.get(key)
		if name, err := checkpointFileName(id); err == nil && slices.Contains(d.names, name) {
			return id
		}
	}
	return ""
}

func (d *Draft) putStatus(s *Status, c *Checkpoint, previous string, values map[string]string) {
	if s == nil {
		return
	}
	for _, key := range agentKeys {
		if was, ok := s.get(key); ok && previous != "" && foldID(was) == foldID(previous) {
			values[key] = c.DisplayID()
		}
	}
	change := s.set(values, d.read.Now)
	d.put(s.File.Name, s.File.Text, true, change)
	after, err := ParseStatus(s.File.Name, change.Text)
	d.fail(err)
	d.noteDifferent(after, c)
}

func (d *Draft) noteDifferent(s *Status, c *Checkpoint) {
	for _, line := range s.differences(c) {
		d.note("%s", line)
	}
}
