package loop

import (
	"errors"
	"fmt"
	"testing"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

func TestLenientBlockers(t *testing.T) {
	blocked := with(t, sample, "loop_state/step_status", `"BLOCKED"`)
	for json, want := range map[string]string{
		`["no key"]`:                           "escalate no key",
		`"no key"`:                             "escalate no key",
		`{"id": "b", "description": "no key"}`: "escalate b (no key)",
		`[{"id": 3, "description": "x"}]`:      "escalate 3 (x)",
		`[{"id": "b", "status": "OPEN"}]`:      "escalate b",
		`[{"id": "b", "status": "resolved"}]`:  "dispatch",
		`[{"id": "b", "resolved_at": "2026"}]`: "dispatch",
		`["none", null, ""]`:                   "dispatch",
		`"N/A"`:                                "dispatch",
		`{}`:                                   "dispatch",
		`[{"why": "x"}]`:                       "escalate why: x",
		`{"why": "x"}`:                         "escalate why: x",
		`7`:                                    "escalate 7",
	} {
		r := resume(t, with(t, blocked, "blockers", json), samplePlan)
		got := string(r.Action)
		for _, b := range r.Blockers {
			got += " " + b.Name()
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", json, got, want)
		}
	}
}

func TestUnblockOdd(t *testing.T) {
	blocked := with(t, sample, "loop_state/step_status", `"BLOCKED"`)
	for json, want := range map[string]string{
		`["no key"]`:                `[{"description": "no key", "status": "RESOLVED", "resolved_at": "` + stamp + `"}]`,
		`{"description": "no key"}`: `{"description": "no key", "status": "RESOLVED", "resolved_at": "` + stamp + `"}`,
	} {
		c, err := track(t, with(t, blocked, "blockers", json), "").Unblock(Request{}, now)
		wantValues(t, mustDo(t, c, err).Text, "blockers", want, "loop_state/step_status", `"NOT_STARTED"`)
	}
	bare := `{"loop_state": {"current_step": "PLAN", "checkpoints": {}}, "blockers": ["no key"]}`
	resolved, err := track(t, bare, "").Unblock(Request{}, now)
	wantValues(t, mustDo(t, resolved, err).Text, "loop_state/checkpoints", "{}")
	_, err = track(t, sample, "").Unblock(Request{}, now)
	if r, ok := errors.AsType[*protocol.RequestError](err); !ok || !r.Refused || err.Error() != "there is no active blocker, and EXECUTE is IN_PROGRESS" {
		t.Errorf("got %v", err)
	}
	c, err := track(t, sample, "").Block(Request{Blocker: "no key"}, now)
	_, err = track(t, mustDo(t, c, err).Text, "").Unblock(Request{Blocker: "blocker-1", Step: Fix}, now)
	if r, ok := errors.AsType[*protocol.RequestError](err); !ok || r.Refused {
		t.Errorf("got %v", err)
	}
}

func TestUnreadableState(t *testing.T) {
	for _, text := range []string{"[]", "null", `{"loop_state": []}`, `{"loop_state": "PLAN"}`} {
		_, err := track(t, text, "").Resume()
		_, err2 := track(t, text, "").Start(Request{Step: Planning}, now)
		for _, err := range []error{err, err2} {
			if _, ok := errors.AsType[*source.Error](err); !ok {
				t.Errorf("%s: %v", text, err)
			}
		}
	}
}

func TestMigratePosition(t *testing.T) {
	for text, want := range map[string]string{
		`{"version": 1, "loop_state": {}}`:                                                              "EXECUTE IN_PROGRESS",
		`{"loop_state": {"current_step": "EXECUTE"}}`:                                                   "EXECUTE NOT_STARTED",
		`{"loop_state": {"current_step": "EXECUTE", "checkpoints": {"EXECUTE": {"status": "PASSED"}}}}`: "EXECUTE PASSED",
		`{"version": 2, "loop_state": {"step_status": "PASSED"}}`:                                       "EXECUTE PASSED",
		`{"version": 2, "loop_state": {"current_step": null, "step_status": null}}`:                     "EXECUTE IN_PROGRESS",
		`{"version": 2, "loop_state": {"current_step": "NOT_STARTED"}}`:                                 "PLAN NOT_STARTED",
	} {
		c, err := track(t, text, samplePlan).Migrate(now)
		if got := fmt.Sprint(mustDo(t, c, err).After.Step(), " ", c.After.stepStatus()); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
		for _, p := range c.After.check(nil, false) {
			if !p.Warning {
				t.Errorf("%s: %s", c.Text, p.Message)
			}
		}
	}
}

func TestLoneBlocker(t *testing.T) {
	for _, lone := range []string{`"txt"`, `{"id": "b", "description": "txt"}`} {
		for _, path := range []string{"blockers", "loop_state/blockers"} {
			text := with(t, without(t, sample, "blockers"), path, lone)
			c, err := track(t, text, "").Unblock(Request{}, now)
			for _, before := range []string{text, mustDo(t, c, err).Text} {
				c, err = track(t, before, "").Block(Request{Blocker: "next"}, now)
				if all := mustDo(t, c, err).After.Blockers(); len(all) != 2 || all[0].Description != "txt" || all[1].Description != "next" {
					t.Errorf("%s: %s", lone, at(t, c.Text, path))
				}
			}
		}
	}
	c, err := track(t, with(t, sample, "blockers", `"txt"`), "").Unblock(Request{}, now)
	wantValues(t, mustDo(t, c, err).Text, "blockers/0", `{"description": "txt", "status": "RESOLVED", "resolved_at": "`+stamp+`"}`)
}
