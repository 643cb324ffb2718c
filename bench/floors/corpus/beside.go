package main

import (
	"fmt"
	"strings"
)

// state is a template of state.json: id, version.
const state = `{
  "schema_version": "v2",
  "rfc_id": %q,
  "current_phase": "gate_b",
  "strictness": "standard",
  "template_id": "rfc_template_os_service",
  "template_version": "2026-02-09",
  "created_at": "2026-11-04T08:00:00Z",
  "updated_at": "2026-11-20T16:40:00Z",
  "gate_a_result": "pass",
  "gate_b_round": 2,
  "gate_b_max_rounds": 2,
  "gate_b_result": "fail",
  "reviewer_count": 3,
  "upgrade_triggers": [],
  "baseline_accepted": false,
  "checkpoint_version": %d,
  "last_checkpoint_phase": "gate_b",
  "sub_step_progress": null,
  "detour_count": 0,
  "rejection_count": 2,
  "gate_b_mode": "parallel_current",
  "reviewer_dispatch": {},
  "web_search_enabled": false
}
`

const items = 6 // pieces of evidence in a workspace

func (w *writer) evidence() string {
	all := make([]string, items)
	for i := range all {
		all[i] = fmt.Sprintf(`    {
      "evd_id": "EVD-%03d",
      "source_type": "code",
      "locator": "%s/%s.go:%d",
      "repo_rev": "%07x",
      "summary": "the %s",
      "truncated": false,
      "confidence": "high",
      "links_to": ["DEC-%03d"]
    }`, i+1, w.sentence(1), w.sentence(1), 1+w.r.IntN(400), w.r.IntN(1<<28), w.sentence(8), i+1)
	}
	return "{\n  \"schema_version\": \"v1\",\n  \"items\": [\n" + strings.Join(all, ",\n") + "\n  ]\n}\n"
}

func (w *writer) summary() string {
	return fmt.Sprintf(`{
  "result": "FAIL",
  "blocking_reasons": ["the %s"],
  "p0_issues": [],
  "p1_issues": [
    {"location": "rfc.md", "issue": "%s", "risk": "%s", "action": "%s"}
  ],
  "p2_issues": [],
  "required_actions": [
    {"location": "rfc.md", "edit": "%s"}
  ],
  "role_votes": {"architect": "fail", "security": "pass", "qa": "fail"}
}
`, w.sentence(8), w.sentence(6), w.sentence(6), w.sentence(6), w.sentence(6))
}

func (w *writer) rfc(id string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\ntemplate_id: rfc_template_os_service\ntemplate_version: \"2026-02-09\"\nstrictness: standard\n---\n\n# %s\n", id)
	for i := range 6 {
		fmt.Fprintf(&b, "\n## Section %d\n\n", i+1)
		for range 4 {
			fmt.Fprintf(&b, "The %s.\n", w.sentence(10))
		}
	}
	return b.String()
}
