package hook

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"mdck/internal/change"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
)

// recordTime limits git during one event. Source: at the end of a session, Codex CLI allows 1
// second and Claude Code 1.5 seconds.
const recordTime = 700 * time.Millisecond

type factsRecord struct {
	claim.Facts
	// Reported is the time of the facts for which a hook last blocked a turn.
	Reported time.Time `json:"reported,omitzero"`
}

func (o Options) records() bool {
	return !o.ReadOnly && slices.ContainsFunc(o.Table.All(), func(p *protocol.Protocol) bool { return p.Facts != nil })
}

// record stores the state of the repository beside each checkpoint. With report, it returns what
// changed, once for each edit of a checkpoint.
func (s *search) record(all []checkpoint, report bool) (changed string) {
	ctx, cancel := context.WithTimeout(context.Background(), recordTime)
	defer cancel()
	now := time.Now
	if s.Clock != nil {
		now = s.Clock
	}
	for i := range all {
		c := &all[i]
		recorded, ok := c.facts()
		if !ok {
			continue
		}
		fresh, err := c.Target.RepositoryFacts(ctx, &recorded, now())
		if err != nil {
			continue // no repository, or a slow git
		}
		r := factsRecord{fresh, c.lastRecord().Reported}
		lines := recorded.Changes(fresh)
		if report && changed == "" && len(lines) > 0 && !r.Reported.Equal(recorded.Time) {
			changed, r.Reported = c.changedSentence(lines), recorded.Time
		}
		w := change.For(c.Target, change.Options{Command: "hook", Wait: -1})
		_ = w.CreateMemo(protocol.FactsNote, string(encode(r))) // the next event tries again
	}
	return changed
}

func (c *checkpoint) facts() (f claim.Facts, ok bool) {
	if c.Target.Row().Facts == nil {
		return f, false
	}
	return c.Target.Row().Facts(c.tree, c.Target.Target)
}

func (c *checkpoint) lastRecord() (r factsRecord) {
	text, ok, err := c.Target.ReadMemo(protocol.FactsNote)
	if !ok || err != nil || json.Unmarshal([]byte(text), &r) != nil {
		return factsRecord{}
	}
	return r
}

// recordedFacts returns the record for [claim.Outside], or nil if the checkpoint was edited later.
func (c *checkpoint) recordedFacts() func(claim.Facts) (claim.Facts, error) {
	own, ok := c.facts()
	r := c.lastRecord()
	if !ok || r.Time.IsZero() || r.Time.Before(own.Time) {
		return nil
	}
	return func(claim.Facts) (claim.Facts, error) { return r.Facts, nil }
}

const maxChange = 200

func (c *checkpoint) changedSentence(lines []string) string {
	for i, line := range lines {
		lines[i] = spelling.Cut(spelling.OneLine(line), maxChange)
	}
	hint := ""
	if command, ok := c.command("stamp"); ok && c.Target.Row().Stamp != nil {
		hint = ", or run " + command + " if the checkpoint is still correct"
	}
	return fmt.Sprintf("The repository changed after the checkpoint %s was edited: %s. Bring %s up to date%s.",
		c.label(), strings.Join(lines, "; "), spelling.Path(c.shown(c.Target.Main), MaxSummary), hint)
}
