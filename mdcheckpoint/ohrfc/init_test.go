package ohrfc

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mdck/internal/protocoltest"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

// scriptState is the state.json of the protocol's script. Source: script, create.
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
		protocoltest.Equal(t, files[0].Name, files[0].Text, b.String())
		protocoltest.Equal(t, files[1].Name, files[1].Text, "{\n  \"schema_version\": \"v1\",\n  \"items\": []\n}\n")
		protocoltest.Equal(t, files[2].Name, files[2].Text, fmt.Sprintf(
			"---\ntemplate_id: rfc_template_os_service\ntemplate_version: 2026-02-09\nstrictness: %s\n---\n\n# RFC-20261104：Größe & <more>\n", strictness))
	}
}

func TestValidID(t *testing.T) {
	for _, id := range []string{"rfc-20261104-sync", "a b", "größe", "中文", "a.b", "RFC_1", "1"} {
		if err := validID(id); err != nil {
			t.Error(err)
		}
	}
	for _, id := range []string{
		"", ".", "..", ".x", "a/b", `a\b`, "a:b", " a", "a ", "a\n", "a\tb", "a\x1b", "a\x7f", "a\u202e", "a\u200b", "a\u2028",
		"*a*", "`a`", "a  b", "a #", "#", "a\u00a0", "a\xff", "{ID}：",
	} {
		if validID(id) == nil {
			t.Errorf("%q is an id", id)
		}
	}
}

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

func claims(w *Workspace) []string {
	var all []string
	for _, v := range claim.Verify(w.Tree, w.claims()) {
		all = append(all, v.String())
	}
	return all
}

func mustTime(t testing.TB) time.Time {
	t.Helper()
	at, err := time.Parse(spelling.TimeLayout, now)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func mustInit(t testing.TB, w *Workspace) []source.Named {
	t.Helper()
	made, err := w.init("", "", mustTime(t))
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestInitContradicts(t *testing.T) {
	full := `{"strictness": "Full"}`
	for name, c := range map[string]struct {
		title, strictness string
		files             []string
		want              string
	}{
		"same":             {"", "full", []string{StateFile, full}, ""},
		"other":            {"", "light", []string{StateFile, full}, `--strictness is "light", but state.json has "Full"`},
		"unknown value":    {"", "light", []string{StateFile, `{"strictness": "x"}`}, ""},
		"title":            {"x", "", []string{StateFile, full}, `--title "x" cannot change rfc.md, which already exists`},
		"Meta":             {"", "light", []string{CheckpointFile, "## Meta\n- strictness: Full\n"}, `--strictness is "light", but checkpoint.md has "Full"`},
		"broken state":     {"", "", []string{StateFile, "{"}, ".ohrfc/rfc-1/state.json:1:2: not valid JSON: unexpected end of text"},
		"broken and alone": {"", "", []string{CheckpointFile, "\xe9"}, ".ohrfc/rfc-1/checkpoint.md:1:1: not valid UTF-8: found byte 0xe9"},
	} {
		_, err := workspace(t, c.files...).init(c.title, c.strictness, mustTime(t))
		if got := fmt.Sprint(err); got != c.want && (err != nil || c.want != "") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

func TestInitFollowsMeta(t *testing.T) {
	text := sample{version: 7, phase: "gate_b_round_2", evidence: 0, round: 2, groups: []string{round(2)}}.text()
	w := workspace(t, CheckpointFile, strings.Replace(text, "Standard", "full", 1))
	made := mustInit(t, w)
	if len(made) != 2 || made[0].Name != StateFile || made[1].Name != EvidenceFile {
		t.Fatalf("made %+v", made)
	}
	done := workspace(t, CheckpointFile, w.Checkpoint.Text(), StateFile, made[0].Text, EvidenceFile, made[1].Text)
	for _, v := range claims(done) {
		if !strings.HasPrefix(v, "verified") {
			t.Error(v)
		}
	}
	if problems := done.State.Doc.Check(stateFields()); len(problems) > 0 {
		t.Errorf("%+v", problems)
	}
}

func TestInitFresh(t *testing.T) {
	var names []string
	for _, f := range mustInit(t, Read(fstest.MapFS{}, dir+CheckpointFile)) {
		names = append(names, f.Name)
	}
	if !slices.Equal(names, []string{StateFile, EvidenceFile, RFCFile}) {
		t.Errorf("made %q", names)
	}
}
