package ohrfc

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
)

func TestClaims(t *testing.T) {
	text := sample{version: 3, phase: "gate_b_round_1", evidence: 2, round: 1, groups: []string{round(1)}}.text()
	state := `{"rfc_id": "rfc-1", "checkpoint_version": 3, "strictness": "standard", "last_checkpoint_phase": "gate_b", "gate_b_round": 1}`
	evidence := `{"items": [1, 2]}`
	replace := func(text, old, new string) string {
		if !strings.Contains(text, old) {
			t.Fatalf("no %q", old)
		}
		return strings.Replace(text, old, new, 1)
	}
	for name, e := range map[string]struct{ checkpoint, state, evidence, rfc, want string }{
		"all agree":       {text, state, evidence, rfc, ""},
		"other case":      {replace(text, "Standard", "STANDARD"), state, evidence, rfc, ""},
		"old name":        {replace(text, "Standard", "L2"), state, evidence, rfc, ""},
		"padded":          {replace(text, "version: 3", "version: 03"), state, evidence, rfc, ""},
		"hash in capital": {replace(text, hash(rfc), strings.ToUpper(hash(rfc))), state, evidence, rfc, ""},
		"rfc":             {text, state, evidence, rfc + "x", "stale: SHA-256 of rfc.md, recorded " + hash(rfc) + ", actual " + hash(rfc+"x")},
		"rfc line ending": {text, state, evidence, rfc + "\r", "stale: SHA-256 of rfc.md, recorded " + hash(rfc) + ", actual " + hash(rfc+"\r")},
		"evidence":        {text, state, `{"items": []}`, rfc, "stale: number of items in evidence.json, recorded 2, actual 0"},
		"version":         {text, replace(state, "version\": 3", "version\": 4"), evidence, rfc, "stale: checkpoint_version of state.json, recorded 3, actual 4"},
		"phase":           {text, replace(state, `"gate_b"`, `"design"`), evidence, rfc, "stale: last_checkpoint_phase of state.json, recorded gate_b_round_1, actual design"},
		"round":           {text, replace(state, "round\": 1", "round\": 0"), evidence, rfc, "stale: gate_b_round of state.json, recorded 1, actual 0"},
		"strictness":      {text, replace(state, "standard", "full"), evidence, rfc, "stale: strictness of state.json, recorded Standard, actual full"},
		"id":              {replace(text, "rfc-1", "Rfc-1"), state, evidence, rfc, "stale: rfc_id of state.json, recorded Rfc-1, actual rfc-1"},
		"phase null":      {text, replace(state, `"gate_b"`, `null`), evidence, rfc, "unverifiable: last_checkpoint_phase of state.json, recorded gate_b_round_1, because state.json has no last_checkpoint_phase"},
		"version kind":    {text, replace(state, "version\": 3", "version\": []"), evidence, rfc, "unverifiable: checkpoint_version of state.json, recorded 3, because checkpoint_version in state.json is neither a string nor a number"},
		"no items":        {text, state, "{}", rfc, "unverifiable: number of items in evidence.json, recorded 2, because evidence.json has no list of items"},
		"bad evidence":    {text, state, "{", rfc, "unverifiable: number of items in evidence.json, recorded 2, because evidence.json cannot be read"},
		"no evidence":     {text, state, "", rfc, "unverifiable: number of items in evidence.json, recorded 2, because evidence.json does not exist"},
		"no rfc":          {text, state, evidence, "", "unverifiable: SHA-256 of rfc.md, recorded " + hash(rfc) + ", because " + dir + "rfc.md does not exist"},
		"not claimed":     {replace(text, "rfc.md(", "rfc("), state, evidence, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			tree := fstest.MapFS{}
			for file, text := range map[string]string{CheckpointFile: e.checkpoint, StateFile: e.state, EvidenceFile: e.evidence, RFCFile: e.rfc} {
				if text != "" {
					tree[dir+file] = &fstest.MapFile{Data: []byte(text)}
				}
			}
			w := Read(tree, dir+CheckpointFile)
			var got []string
			for _, v := range claim.Verify(tree, w.claims()) {
				if v.Status != claim.Verified {
					got = append(got, v.String())
				}
				if recorded := w.Checkpoint.Document.File.Slice(v.Span); recorded != v.Recorded && v.Key != claimID {
					t.Errorf("%s records %q, at %q", v.Key, v.Recorded, recorded)
				}
			}
			if strings.Join(got, "\n") != e.want {
				t.Errorf("got %q, want %q", got, e.want)
			}
		})
	}
}

func TestClaimsOfNothing(t *testing.T) {
	for _, text := range []string{"", "# Title\n", "## Meta\n- checkpoint_version: x\n- last_phase: later\n- artifact_state: none\n"} {
		if claims := workspace(t, CheckpointFile, text).claims(); len(claims) > 0 {
			t.Errorf("%q claims %+v", text, claims)
		}
	}
	if claims := workspace(t).claims(); claims != nil {
		t.Errorf("no file claims %+v", claims)
	}
	w := workspace(t, CheckpointFile, sample{version: 1, phase: "design"}.text())
	for _, v := range claim.Verify(w.Tree, w.claims()) {
		if strings.Contains(v.Name, StateFile) && v.Reason != "state.json does not exist" {
			t.Errorf("got %s", v)
		}
	}
}

func TestTransitions(t *testing.T) {
	kinds := map[string]bool{}
	for i := range Transitions {
		r := &Transitions[i]
		for _, phase := range append([]string{r.From}, r.To...) {
			if !slices.Contains(Phases, phase) {
				t.Errorf("%s: unknown phase %q", r.Event, phase)
			}
		}
		if r.Light && len(r.To) != 2 {
			t.Errorf("%s: light and other levels lead to %q", r.Event, r.To)
		}
		if name := string(r.Event); kinds[name] {
			t.Errorf("%s: twice, or without a source", name)
		}
		kinds[string(r.Event)] = true
		if (r.Section == "") != (r.Restart == "") || r.Section != "" && Group(r.Section) == nil {
			t.Errorf("%s: section %q, restart %q", r.Event, r.Section, r.Restart)
		}
		for _, write := range r.Writes {
			checkWrite(t, r, write)
		}
	}
	for section, want := range map[string]struct {
		event   Event
		restart RestartNeed
	}{DiscoverKey: {DiscoverDone, NoRestart}, DesignKey: {DesignDone, NoRestart}, GateBKey: {GateBFail, MandatoryRestart}, reviewKey: {ReviewReject, OptionalRestart}} {
		if r := sectionTransition(section); r == nil || r.Event != want.event || r.Restart != want.restart {
			t.Errorf("%s is written at %+v", section, r)
		}
	}
	if sectionTransition("") != nil || sectionTransition(metaKey) != nil {
		t.Error("a transition writes what is no section")
	}
	for _, e := range []struct {
		strictness string
		baseline   bool
		want       string
	}{
		{"standard", false, "gate_b"}, {"full", false, "gate_b"}, {"", false, "gate_b"}, {"odd", true, "gate_b"},
		{"light", false, "review gate_b"}, {"Light", false, "review gate_b"}, {"L1", false, "review gate_b"},
		{"light", true, "gate_b review"}, {"standard", true, "gate_b"},
	} {
		if got := strings.Join(eventTransition(GateAPass).Targets(e.strictness, e.baseline), " "); got != e.want {
			t.Errorf("gate A leads to %q in %q (baseline changed: %v), want %q", got, e.strictness, e.baseline, e.want)
		}
	}
}

func checkWrite(t *testing.T, r *Transition, write Write) {
	t.Helper()
	i := slices.IndexFunc(stateFields().Fields, func(f jsondoc.Field) bool { return f.Name == write.Key })
	if i < 0 {
		t.Errorf("%s writes %q, which is no key", r.Event, write.Key)
		return
	}
	value := write.Value
	if value == counted {
		value = "1"
	}
	d, err := jsondoc.Parse("", `{"`+write.Key+`": `+value+`}`)
	if err != nil {
		t.Fatal(err)
	}
	field := stateFields().Fields[i]
	if problems := d.Check(jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{field}}); len(problems) > 0 {
		t.Errorf("%s writes %s: %+v", r.Event, write.Value, problems)
	}
	if write.Value == counted && field.Kind != jsondoc.Int {
		t.Errorf("%s raises %q", r.Event, write.Key)
	}
}

func TestReferences(t *testing.T) {
	for _, phase := range Phases {
		all := References(phase)
		if len(all) == 0 {
			t.Errorf("nothing to read for %s", phase)
		}
		seen := map[string]bool{}
		for _, r := range all {
			if seen[r.Path] || strings.HasPrefix(r.Path, "/") || !strings.Contains(r.Path, "/") {
				t.Errorf("%s: path %q", phase, r.Path)
			}
			seen[r.Path] = true
		}
	}
	if References("elsewhere") != nil || References("") != nil {
		t.Error("an unknown phase has references")
	}
}

// scriptKeys lists the keys of state.json in the script's order. Source: script.
const scriptKeys = `schema_version rfc_id current_phase strictness template_id template_version created_at updated_at
	gate_a_result gate_b_round gate_b_max_rounds gate_b_result reviewer_count upgrade_triggers baseline_accepted
	checkpoint_version last_checkpoint_phase sub_step_progress detour_count rejection_count gate_b_mode
	reviewer_dispatch web_search_enabled`

func TestNew(t *testing.T) {
	for strictness, want := range map[string]string{"light": "0 0", "Standard": "2 3", "L3": "3 4"} {
		files, err := New("rfc-1", "Größe", strictness, time.Date(2026, 11, 4, 12, 0, 0, 0, time.FixedZone("", 7200)))
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, f := range files {
			all = append(all, f.Name, f.Text)
		}
		w := workspace(t, all...)
		var keys []string
		for _, m := range w.State.Doc.Root.Members {
			keys = append(keys, m.Key)
		}
		reviewers, _ := w.State.Int("reviewer_count")
		if got := fmt.Sprint(w.State.MaxRounds(), reviewers); got != want || !slices.Equal(keys, strings.Fields(scriptKeys)) {
			t.Errorf("%s: %s, keys %q", strictness, got, keys)
		}
		if problems := slices.Concat(w.State.Doc.Check(stateFields()), w.docs[EvidenceFile].Check(evidenceFields())); len(problems) > 0 {
			t.Errorf("%s: %+v", strictness, problems)
		}
		change := mustAppend(t, w, Append{Group: Group(DiscoverKey), Fillings: fillings(DiscoverKey, "d")})
		if change.Version != 1 || len(change.Notes) > 0 {
			t.Errorf("got %+v", change)
		}
	}
	for _, id := range []string{"", ".x", "a/b", `a\b`, "a:b", " a", "a\n"} {
		if _, err := New(id, "t", "light", time.Time{}); err == nil {
			t.Errorf("%q is an id", id)
		}
	}
	if _, err := New("a", "t", "strict", time.Time{}); err == nil {
		t.Error("a strictness that there is not")
	}
}

func TestStateFields(t *testing.T) {
	required := strings.Fields("schema_version rfc_id current_phase strictness template_id template_version created_at updated_at")
	script := strings.Fields(scriptKeys)
	var names, must []string
	for _, f := range stateFields().Fields {
		if f.Name != "template_ref" {
			names = append(names, f.Name)
		}
		if f.Required {
			must = append(must, f.Name)
		}
	}
	if len(script) != 23 || !slices.Equal(names, script) || len(names) != len(stateFields().Fields)-1 {
		t.Errorf("keys are %q, want %q", names, script)
	}
	if !slices.Equal(must, required) || stateFields().Open {
		t.Errorf("required are %q, want %q", must, required)
	}
}

func TestFieldTables(t *testing.T) {
	issue := `{"location": "l", "issue": "i", "risk": "r", "action": "a"}`
	item := `{"evd_id": "EVD-001", "source_type": "user_input", "locator": "l", "summary": "s", "truncated": false, "confidence": "low", "links_to": ["HR-001"]}`
	for name, e := range map[string]struct {
		table jsondoc.Field
		good  string
		bad   [][2]string // a part of the valid document, and an invalid replacement
	}{
		"state": {stateFields(), `{"schema_version": "v2", "rfc_id": "r", "current_phase": "gate_b", "strictness": "full", "template_id": "t", "template_version": "1",
			"created_at": "2026-01-02T03:04:05Z", "updated_at": "2026-01-02T03:04:05Z", "gate_a_result": "pass", "gate_b_round": 1, "gate_b_max_rounds": 3, "gate_b_result": null,
			"reviewer_count": 4, "last_checkpoint_phase": "review", "gate_b_mode": "self_review",
			"reviewer_dispatch": {"default": "task", "models": {"m": {"type": "mcp"}}, "role_assignment": {"qa": "m"}, "fallback_chain": ["current"]}}`,
			[][2]string{{`"v2"`, `"v1"`}, {`"r"`, `""`}, {`"t"`, `""`}, {`"1"`, `""`}, {`"gate_b"`, `"done"`}, {`"full"`, `"Full"`}, {`"2026-01-02T03:04:05Z", "g`, `"now", "g`}, {`"pass"`, `"PASS"`}, {`round": 1`, `round": -1`},
				{`: 3`, `: 1`}, {`: null`, `: "skip"`}, {`: 4`, `: 5`}, {`"review"`, `"gate_a"`}, {`"self_review"`, `"none"`}, {`"mcp"`, `"web"`}, {`"qa"`, `"dev"`}, {`["current"]`, `[1]`}, {`"rfc_id"`, `"id"`}}},
		"evidence": {evidenceFields(), `{"schema_version": "1", "items": [` + item + `]}`,
			[][2]string{{`"1"`, `""`}, {"EVD-001", "EVD-01"}, {"EVD-001", "xEVD-001"}, {"user_input", "web"}, {`false`, `"no"`}, {`"low"`, `"none"`}, {`["HR-001"]`, `"HR-001"`}, {`"locator"`, `"place"`}}},
		"summary": {summaryFields(), `{"result": "FAIL", "blocking_reasons": ["b"], "p0_issues": [` + issue + `], "p1_issues": [], "p2_issues": [], "required_actions": [{"location": "l", "edit": "e"}], "role_votes": {"qa": "pass"}}`,
			[][2]string{{"FAIL", "fail"}, {`["b"]`, `"b"`}, {`"risk"`, `"cost"`}, {`"edit"`, `"do"`}, {`"pass"`, `"PASS"`}, {`"p2_issues": [], `, ""}}},
	} {
		check := func(text string) int {
			d, err := jsondoc.Parse("", text)
			if err != nil {
				t.Fatal(err)
			}
			return len(d.Check(e.table))
		}
		if check(e.good) > 0 {
			t.Errorf("%s: the good one has problems", name)
		}
		for _, change := range e.bad {
			text := strings.Replace(e.good, change[0], change[1], 1)
			if text == e.good || check(text) == 0 {
				t.Errorf("%s: no problem with %s", name, change[1])
			}
		}
	}
}

func TestState(t *testing.T) {
	state := func(text string) *State {
		s, err := ParseState("state.json", text)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := state(`{"rfc_id": "r", "current_phase": "baseline_change", "strictness": "Full", "checkpoint_version": 4, "gate_b_round": 3, "gate_b_max_rounds": 0}`)
	if got := fmt.Sprintln(s.ID(), s.Phase(), s.Strictness(), s.Version(), s.Round(), s.MaxRounds()); strings.TrimSpace(got) != "r baseline_change Full 4 3 2" {
		t.Errorf("got %s", got)
	}
	if got := s.Doc.File.Slice(s.span("gate_b_round")) + s.Doc.File.Slice(s.span("none")); got != "3{" {
		t.Errorf("spans are those of %q", got)
	}
	for text, want := range map[string]int{`{"gate_b_max_rounds": 3}`: 3, `{"gate_b_max_rounds": 3, "current_phase": "baseline_change"}`: 3, `{"gate_b_max_rounds": 0}`: 0, `{}`: 0} {
		if got := state(text).MaxRounds(); got != want {
			t.Errorf("%s allows %d rounds, want %d", text, got, want)
		}
	}
	for _, text := range []string{"{}", "[]", "null", `{"rfc_id": 1, "checkpoint_version": "4"}`} {
		if s := state(text); s.ID() != "" || s.Version() != 0 {
			t.Errorf("%s reads as %q, %d", text, s.ID(), s.Version())
		}
	}
}

func TestSummary(t *testing.T) {
	const summary = `{"result": "FAIL", "blocking_reasons": ["a\n b", "", 1], "required_actions": [{"location": "l", "edit": "e"}, {"edit": "f"}, {"location": "m"}, {}, 2, "n"]}`
	w := workspace(t, SummaryFile, summary)
	if got := fmt.Sprintf("%s %q %q", w.result(), w.reviewed("blocking_reasons"), w.reviewed("required_actions")); got != `FAIL ["a b"] ["l: e" "f" "m:" "n"]` {
		t.Errorf("got %s", got)
	}
	if w = workspace(t, SummaryFile, "[]"); w.result() != "" || w.reviewed("blocking_reasons") != nil || w.reviewed("required_actions") != nil {
		t.Error("an array has a result")
	}
}

func TestWorkspaceID(t *testing.T) {
	for name, want := range map[string]string{
		".ohrfc/rfc-1/checkpoint.md": "rfc-1", "a/b/.ohrfc/rfc-1/.reviews/summary.json": "rfc-1", "/a/.ohrfc/x/rfc.md": "x", ".ohrfc/x/../y/rfc.md": "y",
		".ohrfc/a/.ohrfc/b/rfc.md": "b", ".ohrfc/rfc-1": "", ".ohrfc": "", "": "", "checkpoint.md": "", "x.ohrfc/rfc-1/rfc.md": "",
	} {
		if got := workspaceID(name); got != want {
			t.Errorf("%q lies in %q, want %q", name, got, want)
		}
	}
}

func TestFormat(t *testing.T) {
	var got []string
	for i := range Format.Groups {
		g := &Format.Groups[i]
		got = append(got, fmt.Sprintf("%s %d", g.Key, g.Keep))
		for k := range g.Subsections {
			got = append(got, fmt.Sprintf("%s %s", g.Subsections[k].Slug(), g.Subsections[k].Range()))
		}
		if Group(g.Key) != g || Format.Rank(g.Key) != i {
			t.Errorf("%s is not found", g.Key)
		}
	}
	want := []string{
		"meta 0",
		"discover 0", "user-intent-signals 3 to 7 bullets", "scan-insights 2 to 4 bullets", "active-tensions 1 to 3 bullets",
		"design 0", "design-reasoning-notes 1 to 7 bullets", "decision-interdependencies 2 to 5 bullets", "tricky-sections 1 to 3 bullets",
		"gate-b 2", "reviewer-feedback-digest 3 to 5 bullets", "what-changed-this-round 1 to 3 bullets", "active-tensions-updated any number of bullets",
		"review 0", "reviewer-feedback-digest at most 5 bullets", "what-changed at most 3 bullets", "active-tensions-updated any number of bullets",
	}
	if !slices.Equal(got, want) || Group("x") != nil || Format.Rank("x") != -1 {
		t.Errorf("got %q\nwant %q", got, want)
	}
	if l := DefaultLimits; l.Lines != 200 || l.GroupLines != 40 || l.Tokens != 3000 {
		t.Errorf("limits are %+v", l)
	}
}
