package agents

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"mdck/internal/protocoltest"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

var now = time.Date(2026, 1, 15, 15, 0, 5, 0, time.UTC)

// protocolFields is the number of keys that every checkpoint has: the first of [checkpointFields].
const protocolFields = 17

func isChanged(c *Change) bool { return len(c.Did) > 0 }

func containsAll(c *Checkpoint, key string, texts ...string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool {
		return !slices.ContainsFunc(c.Items(key), func(i Item) bool { return identity(i.Text) == identity(text) })
	})
}

func replacement(before, after string) source.Edit {
	start := 0
	for start < min(len(before), len(after)) && before[start] == after[start] {
		start++
	}
	end := 0
	for end < min(len(before), len(after))-start && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	return source.Edit{Span: source.Span{Start: start, End: len(before) - end}, New: after[start : len(after)-end]}
}

func updated(s *Status) (at time.Time, ok bool) {
	for _, key := range updatedKeys {
		if text, ok := s.get(key); ok {
			return readTime(text)
		}
	}
	return time.Time{}, false
}

// sample is a checkpoint with all keys, an unknown key, irregular layout and escapes.
const sample = `{
  "agent_id": "Secondary-A",
  "agent_type": "secondary",
  "session_id": "5c1e",
  "feature": "feature_02_penalty",
  "stage": "S2.P2",
  "phase": "Spécification \u2014 halfway",
  "last_checkpoint": "2026-01-15T14:30:00Z",
  "next_checkpoint_expected": "2026-01-15T14:45:00Z",
  "status": "IN_PROGRESS",
  "can_resume": true,
  "blockers": [],
  "files_modified": [
    "feature_02_penalty/spec.md",
    "EPIC_README.md"
  ],
  "recovery_instructions": "Go on with section 5.",
  "current_step": "Writing section 5",
  "completed_steps": [ "Read the guide",   "Wrote sections 1-4" ],
  "next_steps": [
    "Finish section 5",
    "Write the criteria",
    "Ask the questions"
  ],
  "x_cost": 1.50e2,
  "coordination_state": {
    "last_inbox_check": "2026-01-15T14:28:00Z",
    "unread_messages": 0,
    "last_epic_readme_update": "2026-01-15T14:15:00Z",
    "last_status_update": "2026-01-15T14:15:00Z"
  }
}
`

const samplePath = "agent_checkpoints/secondary_a.json"

const thin = `{"agent_id":"Secondary-A","timestamp":"2026-01-15","blockers":"waiting for the primary","next_action":"go on"}`

var styles = protocoltest.Styles(
	protocoltest.Replacing("tabs", "  ", "\t"),
	protocoltest.Replacing("one line", "\n", " "),
)

func parse(t testing.TB, text string) *Checkpoint {
	t.Helper()
	c, err := Parse(samplePath, text)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func with(t testing.TB, old, new string) string {
	t.Helper()
	if strings.Count(sample, old) != 1 {
		t.Fatalf("%q occurs %d times in the sample", old, strings.Count(sample, old))
	}
	return strings.Replace(sample, old, new, 1)
}

func beat(t testing.TB, c *Checkpoint, b Beat) *Change {
	t.Helper()
	change, err := c.Beat(b, now)
	if err != nil {
		t.Fatal(err)
	}
	return change
}

func withError(c *Change) (*Change, error) { return c, c.Err }

// Beat, Fill and Resume edit a single checkpoint as a Draft does.
func (c *Checkpoint) Beat(b Beat, now time.Time) (*Change, error) {
	if err := b.Tidy(); err != nil {
		return nil, err
	}
	e := newEditor(c, now)
	e.beat(&b)
	return withError(e.change())
}

func (c *Checkpoint) Fill(session, stage string, now time.Time) (*Change, error) {
	e := newEditor(c, now)
	e.fill(session, stage)
	return withError(e.change())
}

func (c *Checkpoint) Resume(session string, now time.Time) (*Change, error) {
	e := newEditor(c, now)
	e.resume(session)
	return withError(e.change())
}

func newFile(b Beat, now time.Time) (*Change, error) {
	if err := b.Tidy(); err != nil {
		return nil, err
	}
	return withError(newCheckpoint(&b, now))
}

type succession struct {
	*Change
	Archive string
}

func (c *Checkpoint) succeed(t Takeover, now time.Time, taken ...string) (*succession, error) {
	t.archive = archiveName(c.Base(), Crashed, now, taken)
	change, err := withError(c.takeover(&t, now))
	return &succession{change, t.archive}, err
}

func equalAll(t testing.TB, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", what, got, want)
	}
}

func wantRequest(t testing.TB, err error, part string) {
	t.Helper()
	if r, ok := errors.AsType[*protocol.RequestError](err); !ok || r.Refused || !strings.Contains(r.Reason, part) {
		t.Errorf("got %T %v, want a request error with %q", err, err, part)
	}
}

func wantRefused(t testing.TB, err error, part string) {
	t.Helper()
	if r, ok := errors.AsType[*protocol.RequestError](err); !ok || !r.Refused || !strings.Contains(r.Reason, part) || r.Hint == "" {
		t.Errorf("got %T %v, want a refusal with %q and a hint", err, err, part)
	}
}

func wantPlace(t testing.TB, err, cause error, place string) {
	t.Helper()
	e, ok := errors.AsType[*source.Error](err)
	if !ok || !errors.Is(err, cause) || !strings.HasSuffix(e.Pos.String(), place) {
		t.Errorf("got %T %v, want %v at %s", err, err, cause, place)
	}
}

func messages(c *Checkpoint, problems []problem) []string {
	var all []string
	for _, p := range problems {
		grade := "warning"
		if p.Severity == lint.Error {
			grade = "error"
		}
		pos := c.Doc.File.Position(p.Span.Start)
		pos.Name = ""
		all = append(all, pos.String()+": "+grade+": "+p.Message+" ["+strings.TrimPrefix(p.Rule, "agents/")+"]")
	}
	return all
}

func changedKeys(c, after *Checkpoint) []string {
	var keys []string
	for _, m := range after.Doc.Root.Members {
		was := c.Doc.Root.Get(m.Key)
		if was == nil || c.Doc.File.Slice(was.Span) != after.Doc.File.Slice(m.Value.Span) {
			keys = append(keys, m.Key)
		}
	}
	return keys
}
