package ohrfc

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"
)

// scriptState is state.json as the script builds it. Source: script, create.
type scriptState struct {
	SchemaVersion       string   `json:"schema_version"`
	RFCID               string   `json:"rfc_id"`
	CurrentPhase        string   `json:"current_phase"`
	Strictness          string   `json:"strictness"`
	TemplateID          string   `json:"template_id"`
	TemplateVersion     string   `json:"template_version"`
	CreatedAt           string   `json:"created_at"`
	UpdatedAt           string   `json:"updated_at"`
	GateAResult         *string  `json:"gate_a_result"`
	GateBRound          int      `json:"gate_b_round"`
	GateBMaxRounds      int      `json:"gate_b_max_rounds"`
	GateBResult         *string  `json:"gate_b_result"`
	ReviewerCount       int      `json:"reviewer_count"`
	UpgradeTriggers     []string `json:"upgrade_triggers"`
	BaselineAccepted    bool     `json:"baseline_accepted"`
	CheckpointVersion   int      `json:"checkpoint_version"`
	LastCheckpointPhase *string  `json:"last_checkpoint_phase"`
	SubStepProgress     *string  `json:"sub_step_progress"`
	DetourCount         int      `json:"detour_count"`
	RejectionCount      int      `json:"rejection_count"`
	GateBMode           *string  `json:"gate_b_mode"`
	ReviewerDispatch    struct{} `json:"reviewer_dispatch"`
	WebSearchEnabled    bool     `json:"web_search_enabled"`
}

// TestNewBytes holds the files of a new workspace byte for byte against what an
// encoder of JSON makes of the script's values: an indent of two spaces, characters
// as they are, a line ending at the end, times in UTC to the second.
func TestNewBytes(t *testing.T) {
	at := time.Date(2026, 11, 5, 1, 2, 3, 999, time.FixedZone("", 7200))
	const id = `größe <&> "q" 中`
	for strictness, want := range map[string][2]int{"light": {0, 0}, "standard": {2, 3}, "full": {3, 4}} {
		var b strings.Builder
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		err := enc.Encode(scriptState{
			SchemaVersion: "v2", RFCID: id, CurrentPhase: "discover", Strictness: strictness,
			TemplateID: "rfc_template_os_service", TemplateVersion: "2026-02-09",
			CreatedAt: "2026-11-04T23:02:03Z", UpdatedAt: "2026-11-04T23:02:03Z",
			GateBMaxRounds: want[0], ReviewerCount: want[1], UpgradeTriggers: []string{},
		})
		if err != nil {
			t.Fatal(err)
		}
		files, err := New(id, " Größe\n & <more> ", strictness, at)
		if err != nil || len(files) != 3 {
			t.Fatalf("%v, %v", files, err)
		}
		equal(t, files[0].Name, files[0].Text, b.String())
		equal(t, files[1].Name, files[1].Text, "{\n  \"schema_version\": \"v1\",\n  \"items\": []\n}\n")
		equal(t, files[2].Name, files[2].Text, fmt.Sprintf(
			"---\ntemplate_id: rfc_template_os_service\ntemplate_version: 2026-02-09\nstrictness: %s\n---\n\n# RFC-20261104：Größe & <more>\n", strictness))
	}
}

// TestValidID checks that an id is one element of a path that can be seen, and
// that a checkpoint is known by it.
func TestValidID(t *testing.T) {
	for _, id := range []string{"rfc-20261104-sync", "a b", "größe", "中文", "a.b", "RFC_1", "1"} {
		if err := ValidID(id); err != nil {
			t.Error(err)
		}
	}
	for _, id := range []string{
		"", ".", "..", ".x", "a/b", `a\b`, "a:b", " a", "a ", "a\n", "a\tb", "a\x1b", "a\x7f", "a\u202e", "a\u200b", "a\u2028",
		"*a*", "`a`", "a  b", "a #", "#", "a\u00a0", "a\xff", "{ID}：",
	} {
		if ValidID(id) == nil {
			t.Errorf("%q is an id", id)
		}
	}
}

// TestDateOfID checks that the title of a new RFC has the date of its id, or else today's.
func TestDateOfID(t *testing.T) {
	now := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	for id, want := range map[string]string{
		"rfc-20261104-sync": "20261104", "20261104": "20261104", "sync_20261104": "20261104", "rfc-2026-11-04-sync": "20261104", "rfc-20261104-20250101": "20261104",
		"rfc-sync": "20261121", "rfc-20261304-sync": "20261121", "rfc-20260230": "20261121", "rfc-120261104": "20261121", "rfc-202611045": "20261121", "rfc-0042": "20261121",
	} {
		files, err := New(id, "Sync", "light", now)
		if err != nil || !strings.Contains(files[2].Text, "\n# RFC-"+want+"：Sync\n") || !strings.Contains(files[0].Text, `"created_at": "2026-11-21T00:00:00Z"`) {
			t.Errorf("%s: want the date %s, got %q, %v", id, want, files, err)
		}
	}
}
