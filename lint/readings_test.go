package lint_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"mdck/internal/protocoltest"
	"mdck/lint"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocols"
)

// A reading is a change of the valid workspace and its findings.
type reading struct {
	name  string
	spoil mutation
	want  []string // as from ruleSet
}

func testReadings(t *testing.T, readings []reading) {
	t.Helper()
	for _, r := range readings {
		f := validFiles(t)
		r.spoil(f)
		if got := ruleSet(t, f.input()); !slices.Equal(got, r.want) {
			t.Errorf("%s: got %q, want %q", r.name, got, r.want)
		}
	}
}

// TestReadings checks how mdck resolves contradictions in the documents.
func TestReadings(t *testing.T) {
	set := func(key, value string) mutation {
		return inState(lines(`^(  "`+key+`": )[^\n]*?(,?)$`, "${1}"+value+"${2}"))
	}
	strict := func(meta, state string) mutation {
		return all(inCheckpoint(swap("Standard", meta)), set("strictness", `"`+state+`"`))
	}
	state, mismatch := "warning ohrfc/state-schema", "error ohrfc/state-mismatch"
	tensions := func(bullets string) mutation {
		return inCheckpoint(then(cut("- Resolved:", ""), atEnd(bullets)))
	}
	for _, row := range []struct {
		name     string
		readings []reading
	}{
		{"A3 row 1", []reading{ // strictness in any case, or its old names L1 to L3
			{"as each file writes it", strict("Standard", "standard"), nil},
			{"lower case in Meta", strict("standard", "standard"), []string{"warning ohrfc/meta"}},
			{"title case in state.json", strict("Standard", "Standard"), []string{state}},
			{"old name in Meta", strict("L2", "standard"), []string{"warning ohrfc/meta"}},
			{"old name in lower case", strict("l2", "standard"), []string{"warning ohrfc/meta"}},
			{"old name in state.json", strict("Standard", "L2"), []string{state}},
			{"another one after folding", strict("full", "standard"), []string{mismatch, "warning ohrfc/meta"}},
			{"another old name", strict("L3", "standard"), []string{mismatch, "warning ohrfc/meta"}},
		}},
		{"A3 row 2", []reading{ // gate_b_result "skip" is a warning
			{"skip", set("gate_b_result", `"skip"`), []string{state}},
			{"skip elsewhere", set("gate_a_result", `"skip"`), []string{"error ohrfc/state-schema"}},
		}},
		{"A3 row 3", []reading{ // the newest two rounds stay
			{"one round", inCheckpoint(cut("## Gate-B Round 1", "## Gate-B Round 2")), nil},
			{"two rounds", func(files) {}, nil},
			{"three rounds", all(full, round("3"), inCheckpoint(atEnd(round3))), []string{"error ohrfc/gate-rounds"}},
			{"a gap", all(full, round("3"), phase("gate_b_round_3", "gate_b"), inCheckpoint(swap("Round 2 Exit", "Round 3 Exit"))), []string{"warning ohrfc/round-order"}},
		}},
		{"A3 row 4", []reading{ // a review section is optional
			{"last_phase review", all(phase("review", "review"), inCheckpoint(atEnd("\n## REVIEW Exit\n\n### Active Tensions Updated\n- New: §5\n"))), nil},
			{"last_phase review without a group", phase("review", "review"), nil},
			{"a group without last_phase", inCheckpoint(atEnd("\n## REVIEW Exit\n")), nil},
		}},
		{"A3 row 5", []reading{ // gate_b_round is the newest round or the one before
			{"one behind", round("1"), []string{"warning ohrfc/round-mismatch"}},
			{"0 while round 1 runs", all(round("0"), inCheckpoint(then(cut("## Gate-B Round 2", ""), swap("gate_b_round_2", "gate_b_round_1")))), []string{"warning ohrfc/round-mismatch"}},
			{"two behind", round("0"), []string{"error ohrfc/round-mismatch"}},
			{"ahead", round("3"), []string{"error ohrfc/round-mismatch"}},
			{"a failure counted, its round not written yet", set("gate_b_round", "3"), []string{"warning ohrfc/state-mismatch"}},
			{"the same for round 1", all(set("gate_b_round", "1"), inCheckpoint(then(cut("## Gate-B", ""), swap("gate_b_round=2", "gate_b_round=0"), swap("gate_b_round_2", "design"))),
				set("last_checkpoint_phase", `"design"`)), []string{"warning ohrfc/state-mismatch"}},
			{"two counted", set("gate_b_round", "4"), []string{"error ohrfc/state-mismatch"}},
			{"state.json behind", set("gate_b_round", "1"), []string{"error ohrfc/state-mismatch"}},
		}},
		{"A3 row 6", []reading{ // agents may reset a failed result
			{"null", all(set("gate_b_result", "null"), set("current_phase", `"design"`)), nil},
			{"fail", all(set("gate_b_result", `"fail"`), set("current_phase", `"design"`)), nil},
		}},
		{"A3 row 7", []reading{ // reviewer_count is 0 for light, 3 for standard, 4 for full
			{"light, 0", all(strict("Light", "light"), set("reviewer_count", "0")), nil},
			{"light, 3", all(strict("Light", "light"), set("reviewer_count", "3")), []string{state}},
			{"standard, 3", strict("Standard", "standard"), nil},
			{"full, 4", all(strict("Full", "full"), set("reviewer_count", "4")), nil},
			{"full, 3", all(strict("Full", "full"), set("reviewer_count", "3")), []string{state}},
		}},
		{"A3 row 8", []reading{ // nothing updates these keys, so any valid value will do
			{"other values", all(set("rejection_count", "9"), set("detour_count", "9"), set("sub_step_progress", `"3/7"`), set("gate_b_mode", "null")), nil},
			{"not there", inState(lines(`^  "(rejection_count|detour_count|sub_step_progress|gate_b_mode)".*\n`, "")), nil},
			{"updated_at before created_at", set("updated_at", `"2026-11-01T08:00:00Z"`), nil},
		}},
		{"A3 row 9", []reading{ // light goes to gate_b or review
			{"gate_b", all(strict("Light", "light"), set("reviewer_count", "0"), set("current_phase", `"gate_b"`)), nil},
			{"review", all(strict("Light", "light"), set("reviewer_count", "0"), set("current_phase", `"review"`)), nil},
		}},
		{"A3 row 10", []reading{ // a new baseline allows two rounds
			{"light", set("gate_b_max_rounds", "0"), []string{"warning ohrfc/round-limit"}},
			{"light, baseline changed", all(set("gate_b_max_rounds", "0"), set("current_phase", `"baseline_change"`)), nil},
			{"light, baseline changed, third round", all(set("gate_b_max_rounds", "0"), set("current_phase", `"baseline_change"`), round("3"),
				inCheckpoint(then(swap("Round 2 Exit", "Round 3 Exit"), swap("Round 1 Exit", "Round 2 Exit"), swap("gate_b_round_2", "gate_b_round_3")))), []string{"warning ohrfc/round-limit"}},
			{"full, baseline changed", all(full, set("current_phase", `"baseline_change"`)), nil},
		}},
		// Row 12 has no effect on files.
		{"A3 row 13", []reading{ // no summary is a warning
			{"round above 0", drop(ohrfc.SummaryFile), []string{"warning ohrfc/summary-missing"}},
			{"round 0", all(drop(ohrfc.SummaryFile), inCheckpoint(then(cut("## Gate-B", ""), swap("gate_b_round=2", "gate_b_round=0"))),
				phase("design", "design"), set("gate_b_round", "0")), nil},
		}},
		{"A3 row 14", []reading{ // unknown keys are a warning
			{"the four keys", in(ohrfc.EvidenceFile, swap(`"confidence": "high"`,
				`"confidence": "high", "url": "https://example.org", "date": "2026-11-01", "applicability_scope": "all", "scope": "all"`)), []string{"warning ohrfc/evidence-schema"}},
		}},
		{"A3 row 15", []reading{ // blank lines and separators at the end do not count
			{"40 lines", inCheckpoint(longDesign(40)), nil},
			{"41 lines", inCheckpoint(longDesign(41)), []string{"error ohrfc/group-budget"}},
			{"40 lines, then blank ones and a separator", inCheckpoint(then(longDesign(40), swap("\n\n---\n\n## Gate-B Round 1", "\n\n\n\n\n---\n\n\n\n## Gate-B Round 1"))), nil},
			{"40 lines, with a separator within", inCheckpoint(then(longDesign(38), swap("\n### Tricky", "\n---\n\n### Tricky"))), nil},
			{"41 lines, with a separator within", inCheckpoint(then(longDesign(39), swap("\n### Tricky", "\n---\n\n### Tricky"))), []string{"error ohrfc/group-budget"}},
			{"200 lines", inCheckpoint(padded(200)), nil},
			{"201 lines", inCheckpoint(padded(201)), []string{"error ohrfc/line-budget"}},
		}},
		{"A3 row 16", []reading{ // one to seven notes, any number of tensions
			{"no note", inCheckpoint(lines(`^- DEC-00[12]: .*\n`, "")), []string{"error ohrfc/bullet-count"}},
			{"one note", inCheckpoint(lines(`^- DEC-001: .*\n`, "")), nil},
			{"no tension", tensions(""), nil},
			{"twelve tensions", tensions(strings.Repeat("- New: battery life\n", 12)), nil},
			{"a label on one of two", tensions("- New: a\n- b\n"), []string{"warning ohrfc/tension-labels"}},
		}},
		{"A3 row 17", []reading{ // comments are not bullets
			{"a comment only", inCheckpoint(swap("- Battery life, or uploads within a minute\n", "<!-- 1-3 bullets -->\n")), []string{"error ohrfc/unfilled"}},
			{"a comment beside bullets", inCheckpoint(after("- Battery life, or uploads within a minute\n", "<!-- 1-3 bullets -->\n")), []string{"warning ohrfc/template-comment"}},
			{"three bullets and a comment", inCheckpoint(after("- Battery life, or uploads within a minute\n", "- b\n- c\n\n<!-- mine -->\n")), []string{"warning ohrfc/template-comment"}},
		}},
		{"A3 row 19", []reading{ // both versions must be equal
			{"behind", set("checkpoint_version", "6"), []string{mismatch}},
			{"ahead", set("checkpoint_version", "8"), []string{mismatch}},
		}},
	} {
		t.Run(row.name, func(t *testing.T) { testReadings(t, row.readings) })
	}
	t.Run("A3 row 11", testReferences)
	t.Run("A3 row 18", testScript)
}

func testReferences(t *testing.T) {
	for _, phase := range ohrfc.Phases {
		if len(ohrfc.References(phase)) == 0 {
			t.Errorf("no references for %s", phase)
		}
	}
}

// testScript checks that rules name the script only with create, because other calls fail.
func testScript(t *testing.T) {
	for _, r := range protocols.Default().Rules() {
		if text := r.Summary + r.Why; strings.Contains(text, "ohrfc_init.py") && !strings.Contains(text, "ohrfc_init.py create") {
			t.Errorf("%s names the script without create: %s", r.ID, text)
		}
	}
}

func TestReadingFixes(t *testing.T) {
	for _, test := range []struct {
		name  string
		spoil mutation
		from  string
		file  string
		want  string // line after the fix
	}{
		{"A3 row 1, case", inCheckpoint(swap("Standard", "STANDARD")), "", ohrfc.CheckpointFile, "- strictness: Standard"},
		{"A3 row 1, old name", inCheckpoint(swap("Standard", "L2")), "", ohrfc.CheckpointFile, "- strictness: Standard"},
		{"A3 row 1, from Meta", inCheckpoint(swap("Standard", "Full")), lint.FromMeta, ohrfc.StateFile, `  "strictness": "full",`},
		{"A3 row 1, from state.json", inCheckpoint(swap("Standard", "Full")), lint.FromState, ohrfc.CheckpointFile, "- strictness: Standard"},
		{"A3 row 2", inState(swap(`"gate_b_result": "fail"`, `"gate_b_result": "skip"`)), "", ohrfc.StateFile, `  "gate_b_result": null,`},
		{"A3 row 4, from Meta", inCheckpoint(swap("gate_b_round_2", "review")), lint.FromMeta, ohrfc.StateFile, `  "last_checkpoint_phase": "review",`},
		{"A3 row 4, from state.json", inCheckpoint(swap("gate_b_round_2", "design")), lint.FromState, ohrfc.CheckpointFile, "- last_phase: gate_b_round_2"},
		{"A3 row 5, from Meta", inState(swap(`"gate_b_round": 2`, `"gate_b_round": 1`)), lint.FromMeta, ohrfc.StateFile, `  "gate_b_round": 2,`},
		{"A3 row 19, Meta is higher", inState(swap(`"checkpoint_version": 7`, `"checkpoint_version": 5`)), "", ohrfc.StateFile, `  "checkpoint_version": 7,`},
		{"A3 row 19, Meta is higher, from state.json", inState(swap(`"checkpoint_version": 7`, `"checkpoint_version": 5`)), lint.FromState, ohrfc.StateFile, `  "checkpoint_version": 7,`},
		{"A3 row 19, state.json is higher", inState(swap(`"checkpoint_version": 7`, `"checkpoint_version": 9`)), "", ohrfc.CheckpointFile, "- checkpoint_version: 9"},
	} {
		f := validFiles(t)
		test.spoil(f)
		in := f.input()
		in.From = test.from
		fixed, err := lint.FixAll(in, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		text := fixed.Texts[protocoltest.ExampleDir+"/"+test.file]
		if len(fixed.Texts) != 1 || !slices.Contains(strings.Split(text, "\n"), test.want) {
			t.Errorf("%s: want the line %q in %s alone, got %q", test.name, test.want, test.file, fixed.Texts)
		}
	}
}

func TestUndecided(t *testing.T) {
	for _, test := range []struct {
		name  string
		spoil mutation
		from  string
	}{
		{"a round, neither side", inState(swap(`"gate_b_round": 2`, `"gate_b_round": 1`)), ""},
		{"a strictness, neither side", inCheckpoint(swap("Standard", "Full")), ""},
		{"an unknown strictness in Meta", inCheckpoint(swap("Standard", "Heavy")), lint.FromMeta},
		{"an unknown strictness in state.json", inState(swap(`"standard"`, `"heavy"`)), lint.FromState},
		{"an unknown phase in state.json", inState(swap(`"last_checkpoint_phase": "gate_b"`, `"last_checkpoint_phase": "gate_z"`)), lint.FromState},
		{"no round for the phase", all(round("0"), inCheckpoint(then(cut("## Gate-B", ""), swap("gate_b_round_2", "design")))), lint.FromState},
		{"a round that is none", inState(swap(`"gate_b_round": 2`, `"gate_b_round": -1`)), lint.FromState},
		{"a version that is too high", inState(swap(`"checkpoint_version": 7`, `"checkpoint_version": 99999999999`)), ""},
	} {
		f := validFiles(t)
		test.spoil(f)
		in := f.input()
		in.From = test.from
		fixed, err := lint.FixAll(in, testNow)
		if err != nil || len(fixed.Left) == 0 {
			t.Errorf("%s: nothing is left to decide, %v", test.name, err)
		}
		for name, text := range fixed.Texts {
			t.Errorf("%s: %s becomes %q", test.name, name, text)
		}
	}
}
