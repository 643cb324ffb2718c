package loop

import (
	"os"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mdck/internal/protocoltest"
	"mdck/internal/testtmp"
	"mdck/mdcheckpoint/loop/tasks"
)

func TestMain(m *testing.M) {
	testtmp.Use()
	os.Exit(m.Run())
}

var now = time.Date(2026, 11, 4, 10, 30, 5, 0, time.UTC)

const stamp = "2026-11-04T10:30:05Z"

// sample is metadata of version 2 with unusual parts that must not change.
const sample = `{
  "version": 2,
  "track_id": "header_20260213",
  "type": "feature",
  "status": "in_progress",
  "created_at": "2026-02-13T11:00:00Z",
  "updated_at": "2026-02-13T12:05:00Z",
  "größe": 1.50,
  "loop_state": {
    "current_step": "EXECUTE",
    "step_status": "IN_PROGRESS",
    "step_started_at": "2026-02-13T12:00:00Z",
    "fix_cycle_count": 1,
    "max_fix_cycles": 3,
    "checkpoints": {
      "PLAN": {
        "status": "PASSED", "started_at": "2026-02-13T11:00:00Z", "completed_at": "2026-02-13T11:30:00Z",
        "agent": "superpowers:writing-plans", "output_files": ["conductor/tracks/header_20260213/plan.md"], "notes": "8 tasks"
      },
      "ENRICH": {"status": "PASSED", "started_at": "2026-02-13", "completed_at": "2026-02-13", "agent": "me", "artifacts": ["a \u00e9"]},
      "EXECUTE": {
        "status": "IN_PROGRESS",
        "started_at": "2026-02-13T12:00:00Z",
        "completed_at": null,
        "agent": "superpowers:executing-plans",
        "tasks_total": 4,
        "tasks_completed": 2,
        "last_task": "Task 1.2",
        "last_commit": "abc1234",
        "commits": [
          {"sha": "abc1234", "message": "read the header", "task": "1.2"}
        ],
        "last_updated": "2026-02-13T12:05:00Z"
      },
      "EVALUATE_EXECUTION": {"status": "NOT_STARTED", "notes": ["first", "second"]},
      "FIX": {"status": "NOT_STARTED"}
    }
  },
  "lead_consultations": [],
  "discovered_work": [],
  "blockers": []
}
`

const (
	samplePlan  = protocoltest.LoopPlan
	steppedPlan = protocoltest.SteppedPlan
	phasedPlan  = protocoltest.PhasedPlan
)

func parse(t testing.TB, text string) *Metadata {
	t.Helper()
	m, err := Parse("metadata.json", text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func track(t testing.TB, text, plan string) *Track {
	t.Helper()
	tr := &Track{Path: "metadata.json", ID: "header_20260213", Root: ".", Dir: ".", Metadata: parse(t, text)}
	if plan != "" {
		tr.Plan = parsePlan("plan.md", plan)
	}
	return tr
}

func with(t testing.TB, text, path, json string) string {
	t.Helper()
	edits, err := parse(t, text).Doc.Set(json, strings.Split(path, "/")...)
	return protocoltest.Apply(t, text, edits, err)
}

func without(t testing.TB, text, path string) string {
	t.Helper()
	edits, err := parse(t, text).Doc.Remove(strings.Split(path, "/")...)
	return protocoltest.Apply(t, text, edits, err)
}

func at(t testing.TB, text, path string) string {
	t.Helper()
	m := parse(t, text)
	if v := m.Doc.Root.Get(strings.Split(path, "/")...); v != nil {
		return m.Doc.File.Slice(v.Span)
	}
	return ""
}

func wantValues(t testing.TB, text string, pairs ...string) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if got := at(t, text, pairs[i]); got != pairs[i+1] {
			t.Errorf("%s is %s, want %s", pairs[i], got, pairs[i+1])
		}
	}
}

var styles = protocoltest.Styles(
	protocoltest.Replacing("tabs", "  ", "\t"),
	protocoltest.Style{Name: "one line", Of: func(s string) string { return strings.Join(strings.Fields(s), " ") }},
	protocoltest.Style{Name: "tight", Of: func(s string) string { return strings.Join(strings.Fields(s), "") }},
	protocoltest.Replacing("four spaces", "  ", "    "),
)

func tree(files ...string) fstest.MapFS {
	dir := "conductor/tracks/header_20260213/"
	fs := fstest.MapFS{dir + MetadataFile: {Data: []byte(sample)}, dir + PlanFile: {Data: []byte(samplePlan)}}
	for i := 0; i < len(files); i += 2 {
		fs[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return fs
}

const samplePath = "conductor/tracks/header_20260213/metadata.json"

func parsePlan(name, text string) *tasks.Plan {
	p, _ := tasks.Parse(name, text) // never fails
	return p
}

type Change struct {
	Text  string    // the metadata
	After *Metadata // Text, parsed
	Plan  string
	Did   []string
	Notes []string

	before string
}

func (c *Change) Changed() bool { return c.Text != c.before }

func (t *Track) change(verb string, r Request, now time.Time) (*Change, error) {
	r.Verb = verb
	made, err := t.Change(r, now)
	if err != nil {
		return nil, err
	}
	text := t.Metadata.Doc.File.Text
	c := &Change{Text: text, Notes: made.Notes, before: text}
	if made.None != "" {
		c.Notes = strings.Split(made.None, "\n")
	}
	for _, f := range made.Files {
		if f.Name == t.Path {
			c.Text, c.Did = f.After, f.Did
		} else {
			c.Plan = f.After
		}
	}
	c.After, err = Parse("", c.Text)
	return c, err
}

func (t *Track) Start(r Request, now time.Time) (*Change, error) { return t.change("start", r, now) }
func (t *Track) Progress(r Request, now time.Time) (*Change, error) {
	return t.change("progress", r, now)
}
func (t *Track) Pass(r Request, now time.Time) (*Change, error)  { return t.change("pass", r, now) }
func (t *Track) Fail(r Request, now time.Time) (*Change, error)  { return t.change("fail", r, now) }
func (t *Track) Skip(r Request, now time.Time) (*Change, error)  { return t.change("skip", r, now) }
func (t *Track) Block(r Request, now time.Time) (*Change, error) { return t.change("block", r, now) }
func (t *Track) Unblock(r Request, now time.Time) (*Change, error) {
	return t.change("unblock", r, now)
}
func (t *Track) Sync(now time.Time) (*Change, error)    { return t.change("sync", Request{}, now) }
func (t *Track) Migrate(now time.Time) (*Change, error) { return t.change("migrate", Request{}, now) }
