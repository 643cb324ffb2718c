package ohrfc

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// A row describes an event as the protocol's documents do, independently of [Transitions].
type row struct {
	from, event, to string   // to has the possible phases after the event, separated by spaces
	failure         string   // possible numbers of the failure, of three rounds
	writes          []string // alternating keys and values of state.json
}

var documented = []row{
	{"discover", "discover-done", "design", "", nil},
	{"design", "design-done", "gate_a", "", nil},
	{"gate_a", "gate-a-pass", "gate_b", "", []string{"gate_a_result", `"pass"`}},
	{"gate_a", "gate-a-fail", "design", "", []string{"gate_a_result", `"fail"`}},
	{"gate_b", "gate-b-pass", "review", "", []string{"gate_b_result", `"pass"`}},
	{"gate_b", "gate-b-fail", "design", "1", nil},
	{"gate_b", "auto-fix", "design", "2", nil},
	{"gate_b", "scope-cut", "design", "2 3 4", nil},
	{"gate_b", "risk-accepted", "review design", "2 3 4", nil},
	{"gate_b", "escalate", "design gate_b", "3 4", nil},
	{"gate_b", "evidence-gap", "discover", "", nil},
	{"review", "review-approve", "finalize", "", []string{"baseline_accepted", "true"}},
	{"review", "review-reject", "design", "", nil},
	{"finalize", "scope-change", "baseline_change", "", nil},
	{"baseline_change", "baseline-design", "design", "", nil},
}

var layouts = map[string]func(phase string, failures int) string{
	"spread": func(phase string, failures int) string {
		return fmt.Sprintf("{\r\n\t\"zz\" : [1.50, {}],\r\n \"current_phase\":   %q,\r\n\t\"strictness\": \"full\", \"gate_a_result\": null,\r\n"+
			"\t\"gate_b_result\": null,\"gate_b_round\": %d,\r\n\"größe\": \"\\u00e9\\/\", \"rejection_count\":%d, \"gate_b_max_rounds\": 3,\r\n"+
			"\"baseline_accepted\": false, \"updated_at\": \"2026-11-01\" }\r\n\r\n", phase, failures, failures)
	},
	"one line": func(phase string, failures int) string {
		return fmt.Sprintf(`{"current_phase":%q,"strictness":"full","rejection_count":%d,"gate_b_round":%d,"big":12345678901234567890}`, phase, failures, failures)
	},
	"missing keys": func(phase string, failures int) string {
		if failures > 0 {
			return fmt.Sprintf("{\n  \"rejection_count\": %d,\n  \"strictness\": \"Full\",\n  \"current_phase\": %q\n}\n", failures, phase)
		}
		return fmt.Sprintf("{\n  \"current_phase\": %q,\n  \"strictness\": \"Full\"\n}\n", phase)
	},
}

func TestAdvance(t *testing.T) {
	if len(documented) != len(Transitions) {
		t.Fatalf("%d events are documented, the table has %d", len(documented), len(Transitions))
	}
	moves := 0
	for name, layout := range layouts {
		for _, phase := range Phases {
			for _, r := range documented {
				for _, to := range append([]string{"", "elsewhere"}, Phases...) {
					for failures := range 4 {
						if phase == phaseGateB || failures == 0 {
							moves += checkAdvance(t, name, layout(phase, failures), r, phase, to, failures)
						}
					}
				}
			}
		}
	}
	if moves < 100 {
		t.Errorf("only %d moves were possible", moves)
	}
}

func checkAdvance(t *testing.T, name, text string, r row, phase, to string, failures int) (moves int) {
	t.Helper()
	what := fmt.Sprintf("%s: %s in %s after %d failures to %q", name, r.event, phase, failures, to)
	w := workspace(t, StateFile, text, SummaryFile, "{}")
	refused, _ := errors.AsType[*protocol.Refused](w.allowed(Event(r.event)))
	change, move, err := w.advance(Event(r.event), to, now)
	targets := strings.Fields(r.to)
	possible := phase == r.from && (to == "" || slices.Contains(targets, to)) &&
		(r.failure == "" || slices.Contains(strings.Fields(r.failure), strconv.Itoa(failures+1)))
	if !possible {
		if never, _ := errors.AsType[*protocol.Refused](err); (never == nil || !never.Never) && (refused == nil || refused.Reason == "") {
			t.Errorf("%s: got %+v, %v, want a refusal", what, change, err)
		}
		return 0
	}
	if refused != nil && refused.Reason != "" {
		t.Errorf("%s: %v", what, refused)
	}
	if err != nil {
		t.Errorf("%s: %v", what, err)
		return 0
	}
	if to == "" {
		to = targets[0]
	}
	want := append([]string{"current_phase", strconv.Quote(to), "updated_at", strconv.Quote(now)}, r.writes...)
	if r.failure != "" {
		n := strconv.Itoa(failures + 1)
		want = append(want, "gate_b_result", `"fail"`, "rejection_count", n, "gate_b_round", n)
	}
	checkOnly(t, what, text, change.State, want)
	if change.Checkpoint != "" || move.Into != to || string(move.Event) != r.event {
		t.Errorf("%s: got %+v, %+v", what, change, move)
	}
	return 1
}

func checkOnly(t *testing.T, what, before, after string, pairs []string) {
	t.Helper()
	var keys []string
	for i := 0; i < len(pairs); i += 2 {
		keys = append(keys, pairs[i])
		if got := raw(t, after, pairs[i]); got != pairs[i+1] {
			t.Errorf("%s: %s is %s, want %s", what, pairs[i], got, pairs[i+1])
		}
	}
	for _, key := range keys {
		if was := raw(t, before, key); was != "" {
			d, err := jsondoc.Parse("", after)
			if err != nil {
				t.Fatal(err)
			}
			after = must(t)(setJSON(d, key, was))
			continue
		}
		d, err := jsondoc.Parse("", after)
		if err != nil {
			t.Fatal(err)
		}
		edits, err := d.Remove(key)
		if err != nil {
			t.Fatal(err)
		}
		after = protocoltest.Apply(t, after, edits, nil)
	}
	protocoltest.Equal(t, what+": the rest of state.json", after, before)
}

func must(t *testing.T) func(string, error) string {
	return func(text string, err error) string {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
}

func raw(t *testing.T, text, key string) string {
	t.Helper()
	d, err := jsondoc.Parse("", text)
	if err != nil {
		t.Fatalf("%v in %s", err, text)
	}
	v := d.Root.Get(key)
	if v == nil {
		return ""
	}
	return d.File.Slice(v.Span)
}

func TestFailuresSoFar(t *testing.T) {
	for _, r := range []struct {
		state string
		want  int
	}{
		{`"gate_b_round": 0`, 1},
		{``, 1},
		{`"rejection_count": null, "gate_b_round": null, "gate_b_result": null`, 1},
		// by mdck advance
		{`"rejection_count": 1, "gate_b_round": 1, "gate_b_result": "fail", "last_checkpoint_phase": "gate_b"`, 2},
		{`"rejection_count": 1, "gate_b_round": 2, "gate_b_result": "fail", "last_checkpoint_phase": "gate_b"`, 2},
		{`"rejection_count": 2, "gate_b_round": 2, "gate_b_result": "pass", "last_checkpoint_phase": "design"`, 3},
		{`"rejection_count": 2`, 3},
		// by the protocol's script and documents
		{`"rejection_count": 0, "gate_b_round": 1, "gate_b_result": "fail", "last_checkpoint_phase": "design"`, 2},
		{`"rejection_count": 0, "gate_b_round": 2, "gate_b_result": "fail", "last_checkpoint_phase": "design"`, 3},
		{`"rejection_count": 0, "gate_b_round": 2, "gate_b_result": "fail", "last_checkpoint_phase": null`, 3},
		{`"gate_b_round": 2, "gate_b_result": "FAIL"`, 3},
		{`"rejection_count": 0, "gate_b_round": 1, "gate_b_result": "fail", "last_checkpoint_phase": "gate_b"`, 2},
		{`"rejection_count": 0, "gate_b_round": 0, "gate_b_result": "fail", "last_checkpoint_phase": "gate_b"`, 1},
		// gate_b_result was reset, or Gate-B passed later
		{`"rejection_count": 0, "gate_b_round": 1, "gate_b_result": null, "last_checkpoint_phase": "design"`, 2},
		{`"rejection_count": 0, "gate_b_round": 1, "gate_b_result": "pass", "last_checkpoint_phase": "review"`, 2},
		{`"rejection_count": 0, "gate_b_round": 2, "gate_b_result": null, "last_checkpoint_phase": "discover"`, 3},
		// the round is written, but its failure is not recorded yet
		{`"rejection_count": 0, "gate_b_round": 1, "gate_b_result": null, "last_checkpoint_phase": "gate_b"`, 1},
		{`"rejection_count": 0, "gate_b_round": 1, "gate_b_result": null, "last_checkpoint_phase": null`, 1},
		{`"rejection_count": 0, "gate_b_round": 2, "gate_b_result": "fail", "last_checkpoint_phase": "gate_b"`, 2},
		{`"rejection_count": 0, "gate_b_round": 3, "gate_b_result": "fail", "last_checkpoint_phase": "gate_b"`, 3},
	} {
		s, err := ParseState(StateFile, "{"+r.state+"}")
		if err != nil {
			t.Fatal(err)
		}
		w := &Workspace{Tree: fstest.MapFS{}, State: s}
		if got := w.nextFailure(); got != r.want {
			t.Errorf("%s: the next failure is %d, want %d", r.state, got, r.want)
		}
	}
}

func TestAdvancedByUs(t *testing.T) {
	const left = `{"rejection_count": 0, "gate_b_round": 1, "gate_b_result": null, "last_checkpoint_phase": "design"}`
	const failed = `{"rejection_count": 0, "gate_b_round": 1, "gate_b_result": "fail", "last_checkpoint_phase": "design"}`
	ledger := func() ([]claim.Entry, error) { return []claim.Entry{{Command: "advance"}}, nil }
	for _, c := range []struct {
		state  string
		ledger func() ([]claim.Entry, error)
		want   int
	}{
		{left, nil, 2},
		{left, ledger, 1},
		{failed, ledger, 2},
	} {
		w := workspace(t, StateFile, c.state)
		w.Ledger = c.ledger
		if got := w.nextFailure(); got != c.want {
			t.Errorf("%s: the next failure is %d, want %d", c.state, got, c.want)
		}
	}
}

func TestRoundsCountedOnce(t *testing.T) {
	const none = `"gate_b_round": 0, "gate_b_result": null, "rejection_count": 0, "last_checkpoint_phase": "design"`
	for _, from := range []struct {
		name, state string
		failed      int
	}{
		{"new", none, 0},
		{"keys missing", `"last_checkpoint_phase": "design"`, 0},
		{"one of the documents", `"gate_b_round": 1, "gate_b_result": "fail", "rejection_count": 0, "last_checkpoint_phase": "design"`, 1},
		{"one, DESIGN not written again", `"gate_b_round": 1, "gate_b_result": "fail", "rejection_count": 0, "last_checkpoint_phase": "gate_b"`, 1},
		{"one, reset", `"gate_b_round": 1, "gate_b_result": null, "rejection_count": 0, "last_checkpoint_phase": "design"`, 1},
		{"two of the documents", `"gate_b_round": 2, "gate_b_result": "fail", "rejection_count": 0, "last_checkpoint_phase": "design"`, 2},
	} {
		for order := range 8 { // bit i: round i is written before its failure
			for _, redesign := range []bool{false, true} {
				w := atGate(t, from.state, from.failed)
				for i := range 3 {
					w = failedRound(t, w, order&(1<<i) != 0, from.failed+i+1)
					w = backAtGate(t, w, redesign)
				}
				what := fmt.Sprintf("%s, order %03b, DESIGN written again: %v", from.name, order, redesign)
				if n, want := w.State.Round(), from.failed+3; n != want || w.State.int("rejection_count") != want || w.Checkpoint.NewestRound() != want {
					t.Errorf("%s: gate_b_round %d, rejection_count %d, newest round %d, want %d", what, n, w.State.int("rejection_count"), w.Checkpoint.NewestRound(), want)
				}
			}
		}
	}
}

func atGate(t *testing.T, state string, failed int) *Workspace {
	t.Helper()
	groups := []string{group(DiscoverKey, 0, "d"), group(DesignKey, 0, "e")}
	for n := range failed {
		groups = append(groups, round(n+1))
	}
	return workspace(t, CheckpointFile, sample{version: 2, phase: "design", round: failed, groups: groups}.text(),
		StateFile, `{"current_phase": "gate_b", "strictness": "full", `+state+`}`, EvidenceFile, `{"items": []}`)
}

func failedRound(t *testing.T, w *Workspace, written bool, n int) *Workspace {
	t.Helper()
	write := func() {
		change := mustAppend(t, w, Append{Group: Group(GateBKey), Fillings: fillings(GateBKey, fmt.Sprintf("r%d", n))})
		w = after(t, w, change)
	}
	if written {
		write()
	}
	event := map[int]Event{1: GateBFail, 2: AutoFix}[n]
	if event == "" {
		event = ScopeCut
	}
	change, move, err := w.advance(event, "", now)
	if err != nil {
		t.Fatalf("failure %d: %v", n, err)
	}
	if move.Failure != n || move.round != n || (move.Write == nil) != written {
		t.Errorf("failure %d, written %v: got %+v", n, written, move)
	}
	change.Checkpoint = w.Checkpoint.Text()
	if w = after(t, w, change); !written {
		write()
	}
	return w
}

func backAtGate(t *testing.T, w *Workspace, redesign bool) *Workspace {
	t.Helper()
	if redesign {
		bullets := fillings(DesignKey, fmt.Sprintf("again%d", w.State.Version()))
		w = after(t, w, mustAppend(t, w, Append{Group: Group(DesignKey), Replace: true, Fillings: bullets}))
	}
	for _, event := range []Event{DesignDone, GateAPass} {
		change, _, err := w.advance(event, "", now)
		if err != nil {
			t.Fatal(err)
		}
		change.Checkpoint = w.Checkpoint.Text()
		w = after(t, w, change)
	}
	return w
}

func TestStages(t *testing.T) {
	later := "scope-cut risk-accepted"
	for _, r := range []struct {
		state string
		want  []string
	}{
		{`"strictness": "standard", "gate_b_max_rounds": 2`, []string{"gate-b-fail", later + " escalate", later + " escalate", later + " escalate"}},
		{`"strictness": "full", "gate_b_max_rounds": 3`, []string{"gate-b-fail", "auto-fix " + later, later + " escalate", later + " escalate"}},
		{`"strictness": "light", "gate_b_max_rounds": 0`, []string{"gate-b-fail", later + " escalate"}},
		{`"strictness": "standard"`, []string{"gate-b-fail", later + " escalate"}},
		{`"strictness": "Full", "gate_b_max_rounds": null`, []string{"gate-b-fail", "auto-fix " + later, later + " escalate"}},
		{`"strictness": "light", "gate_b_max_rounds": 0, "baseline_accepted": true`, []string{"gate-b-fail", later + " escalate"}},
		{`"strictness": "full", "gate_b_max_rounds": 3, "baseline_accepted": true`, []string{"gate-b-fail", "auto-fix " + later, later + " escalate"}},
	} {
		for i, want := range r.want {
			w := workspace(t, StateFile, fmt.Sprintf(`{"current_phase": "gate_b", "rejection_count": %d, %s}`, i, r.state))
			moves, err := w.Moves()
			var got []string
			for _, m := range moves {
				if m.Stages != 0 {
					got = append(got, string(m.Event))
				}
			}
			if strings.Join(got, " ") != want || err != nil {
				t.Errorf("%s, failure %d: got %q (%v), want %q", r.state, i+1, got, err, want)
			}
		}
	}
}

func TestMaxRounds(t *testing.T) {
	for state, want := range map[string]int{
		`"gate_b_max_rounds": 0`: 0, `"gate_b_max_rounds": 3`: 3,
		`"strictness": "full"`: 3, `"strictness": "L2"`: 2, `"strictness": "light"`: 0, `"strictness": "?"`: 0,
		`"gate_b_max_rounds": 0, "current_phase": "baseline_change"`:               2,
		`"gate_b_max_rounds": 0, "current_phase": "gate_b"`:                        0,
		`"gate_b_max_rounds": 0, "current_phase": "gate_b", "baseline_accepted":1`: 0,
		`"gate_b_max_rounds": 0, "baseline_accepted": true`:                        2,
		`"gate_b_max_rounds": 3, "baseline_accepted": true`:                        3,
	} {
		s, err := ParseState(StateFile, "{"+state+"}")
		if err != nil {
			t.Fatal(err)
		}
		if got := s.MaxRounds(); got != want {
			t.Errorf("%s: %d rounds, want %d", state, got, want)
		}
	}
}

func TestAdvanceFrom(t *testing.T) {
	for name, e := range map[string]struct {
		text  string // « and » are around the place of the error
		event Event
		want  string
	}{
		"free text":     {`{"current_phase": «"almost\u001b done"»}`, GateBFail, `current_phase is "almost\x1b done"; expected one of init, discover, design`},
		"error":         {`{"current_phase": «"error"»}`, DesignDone, `current_phase is "error"; expected one of`},
		"title case":    {`{"current_phase": «"Design"»}`, DesignDone, `current_phase is "Design"; expected one of`},
		"number":        {`{"current_phase": «3»}`, DesignDone, `current_phase is ""`},
		"null":          {`{"current_phase": «null»}`, DesignDone, `current_phase is ""`},
		"missing":       {`«{»"rfc_id": "x"}`, DesignDone, `current_phase is ""`},
		"array":         {`«[»]`, DesignDone, "expected a JSON object, found an array"},
		"text for one":  {`{"current_phase": "gate_b", "rejection_count": «"1"»}`, GateBFail, "rejection_count is not a whole number"},
		"negative":      {`{"current_phase": "gate_b", "gate_b_round": «-1»}`, GateBFail, "gate_b_round is not a whole number"},
		"fraction":      {`{"current_phase": "gate_b", "gate_b_round": «1.5»}`, AutoFix, "gate_b_round is not a whole number"},
		"huge":          {`{"current_phase": "gate_b", "rejection_count": «9223372036854775807»}`, Escalate, "rejection_count is not a whole number"},
		"beyond an int": {`{"current_phase": "gate_b", "gate_b_round": «123456789012345678901234567890»}`, GateBFail, "gate_b_round is not a whole number"},
	} {
		text, at := protocoltest.Marked(t, e.text)
		w := workspace(t, StateFile, text)
		change, _, err := w.advance(e.event, "", now)
		fault, ok := errors.AsType[*source.Error](err)
		if change != nil || !ok || !strings.Contains(err.Error(), e.want) {
			t.Errorf("%s: got %+v, %v, want %q", name, change, err, e.want)
			continue
		}
		if want := w.State.Doc.File.Position(at.Start); fault.Pos != want {
			t.Errorf("%s: the place is %v, want %v", name, fault.Pos, want)
		}
	}
	_, _, err := workspace(t).advance(DesignDone, "", now)
	if missing, ok := errors.AsType[*protocol.RequestError](err); !ok || !strings.HasPrefix(missing.Reason, "no "+StateFile) {
		t.Errorf("no state.json: got %v", err)
	}
	if _, _, err = workspace(t, StateFile, "{").advance(DesignDone, "", now); err == nil || !strings.Contains(err.Error(), "not valid JSON") {
		t.Errorf("broken state.json: got %v", err)
	}
}

func TestAdvanceNeedsNoMore(t *testing.T) {
	for name, w := range map[string]*Workspace{
		"broken evidence":   workspace(t, StateFile, `{"current_phase": "gate_b"}`, EvidenceFile, "{"),
		"broken checkpoint": workspace(t, StateFile, `{"current_phase": "gate_b"}`, CheckpointFile, "\xff"),
	} {
		change, _, err := w.advance(GateBPass, "", now)
		if err != nil || raw(t, change.State, "current_phase") != `"review"` {
			t.Errorf("%s: got %+v, %v", name, change, err)
		}
	}
	change, _, err := workspace(t, StateFile, `{"current_phase": "design", "gate_b_round": "two"}`).advance(DesignDone, "", now)
	if err != nil || raw(t, change.State, "gate_b_round") != `"two"` {
		t.Errorf("odd counts in design: got %+v, %v", change, err)
	}
}

func TestSectionOfMove(t *testing.T) {
	d, e, v := group(DiscoverKey, 0, "d"), group(DesignKey, 0, "e"), group(reviewKey, 0, "v")
	for _, r := range []struct {
		name, state, last string
		groups            []string
		event             Event
		ledger            string // events, oldest first
		want              string
	}{
		{"none", `"current_phase": "discover"`, "", nil, DiscoverDone, "", "refused: --section discover"},
		{"exists", `"current_phase": "discover"`, "discover", []string{d}, DiscoverDone, "", ""},
		{"exists, as does the next", `"current_phase": "discover"`, "design", []string{d, e}, DiscoverDone, "", ""},
		{"gap", `"current_phase": "discover"`, "design", []string{d, e}, DiscoverDone, "append discover,evidence-gap", "refused: --section discover --replace"},
		{"gap answered", `"current_phase": "discover"`, "discover", []string{d, e}, DiscoverDone, "evidence-gap,append discover", ""},
		{"design after a gap", `"current_phase": "design"`, "discover", []string{d, e}, DesignDone, "append design,evidence-gap,append discover,discover-done", "refused: --section design --replace"},
		{"gate A failed", `"current_phase": "design"`, "design", []string{d, e}, DesignDone, "append design,design-done,gate-a-fail", "refused: --section design --replace"},
		{"gate A failed, no ledger", `"current_phase": "design"`, "design", []string{d, e}, DesignDone, "", ""},
		{"gate A failed, written", `"current_phase": "design"`, "design", []string{d, e}, DesignDone, "gate-a-fail,append design", ""},
		{"design of an earlier pass", `"current_phase": "design"`, "gate_b_round_1", []string{d, e, round(1)}, DesignDone, "", "refused: --section design --replace"},
		{"design again, then the round", `"current_phase": "design"`, "gate_b_round_1", []string{d, e, round(1)}, DesignDone, "gate-b-fail,append design,append gate-b", ""},
		{"design again", `"current_phase": "design"`, "design", []string{d, e, round(1)}, DesignDone, "", ""},
		{"round not written", `"current_phase": "design", "rejection_count": 1`, "design", []string{d, e}, DesignDone, "append design,gate-b-fail", "refused: --section gate-b, --section design --replace"},
		{"rejected", `"current_phase": "design"`, "review", []string{d, e, v}, DesignDone, "", "refused: --section design --replace"},
		{"baseline", `"current_phase": "design", "baseline_accepted": true`, "design", nil, DesignDone, "append design,gate-a-fail", ""},
		{"baseline after a failure", `"current_phase": "design", "baseline_accepted": true`, "gate_b_round_1", []string{round(1)}, DesignDone, "", "refused: --section design"},
		{"baseline after an accepted risk", `"current_phase": "design", "baseline_accepted": true`, "gate_b_round_1", []string{d, e, round(1)}, DesignDone, "scope-cut,baseline-design", ""},
		{"round 1", `"current_phase": "gate_b", "rejection_count": 0`, "design", []string{d, e}, GateBFail, "", "--section gate-b"},
		{"round 1 exists", `"current_phase": "gate_b", "gate_b_round": 1, "last_checkpoint_phase": "gate_b"`, "gate_b_round_1", []string{d, e, round(1)}, GateBFail, "", ""},
		{"round 2", `"current_phase": "gate_b", "rejection_count": 1, "gate_b_round": 1`, "gate_b_round_1", []string{d, e, round(1)}, ScopeCut, "", "--section gate-b"},
		{"rounds never written", `"current_phase": "gate_b", "rejection_count": 2, "gate_b_round": 2`, "design", []string{d, e}, ScopeCut, "", "--section gate-b --round 3 --force"},
		{"review", `"current_phase": "review"`, "design", []string{d, e}, ReviewReject, "", "--section review"},
		{"review exists", `"current_phase": "review"`, "review", []string{d, e, v}, ReviewReject, "", ""},
		{"review of an earlier pass", `"current_phase": "review"`, "design", []string{d, e, v}, ReviewReject, "", "--section review --replace"},
		{"no section", `"current_phase": "review"`, "review", []string{v}, ReviewApprove, "", ""},
	} {
		state := fmt.Sprintf("{%s, %q: %q}", r.state, "last_checkpoint_phase", ReadPhase(r.last).state())
		if strings.Contains(r.state, "last_checkpoint_phase") {
			state = "{" + r.state + "}"
		}
		w := workspace(t, CheckpointFile, sample{version: 1, phase: r.last, groups: r.groups}.text(), StateFile, state, SummaryFile, "{}")
		w.Ledger = ledgerOf(r.ledger)
		_, m, err := w.advance(r.event, "", now)
		if err != nil {
			t.Errorf("%s: %v", r.name, err)
			continue
		}
		all := []protocol.Due{}
		got := ""
		if m.Write != nil {
			all = append(all, *m.Write)
		}
		if m.Refused != nil {
			got, all = "refused: ", m.Refused.Due
		}
		for i, d := range all {
			if i > 0 {
				got += ", "
			}
			got += strings.TrimPrefix(d.CommandLine(""), "mdck append ")
		}
		if got != r.want {
			t.Errorf("%s: got %q, want %q", r.name, got, r.want)
		}
	}
}

func ledgerOf(events string) func() ([]claim.Entry, error) {
	var all []claim.Entry
	for event := range strings.SplitSeq(events, ",") {
		command, _, _ := strings.Cut(event, " ")
		if command != "append" {
			command = "advance"
		}
		all = append(all, claim.Entry{Event: event, Command: command})
	}
	return func() ([]claim.Entry, error) { return all, nil }
}

func TestRestarts(t *testing.T) {
	for i := range Transitions {
		r := &Transitions[i]
		for _, into := range r.To {
			want := NoRestart
			switch {
			case r.From == phaseGateB && r.Section != "" && into == phaseDesign:
				want = MandatoryRestart
			case r.From == phaseGateB && r.Section != "", r.Event == ReviewReject:
				want = OptionalRestart
			}
			if got := r.restartInto(into); got != want {
				t.Errorf("%s into %s: restart %s, want %s", r.Event, into, got, want)
			}
		}
		if (r.Stages != 0) != (r.Section == GateBKey) || (r.Does != "") != (r.Note == recordChoice) {
			t.Errorf("%s: a failure without a round, or a choice that is not to be recorded", r.Event)
		}
	}
}

func TestCountBound(t *testing.T) {
	for text, want := range map[string]bool{"-1": false, "0": true, "1073741824": true, "1073741825": false, "1.5": false} {
		w := workspace(t, StateFile, `{"current_phase": "gate_b", "rejection_count": `+text+`}`)
		if _, err := w.Moves(); (err == nil) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}
