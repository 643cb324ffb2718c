package ohrfc

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/internal/protocoltest"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
)

func TestRounds(t *testing.T) {
	for _, e := range []struct {
		there   []int
		word    string // in the new bullets; round 2 has r2
		ask     int
		add     bool
		replace bool
		force   bool
		want    string // the round, "same N" for no change, or part of the error
	}{
		{nil, "x", 0, false, false, false, "1"},
		{nil, "x", 0, true, false, false, "1"},
		{nil, "x", 0, false, true, false, "1"},
		{nil, "x", 1, false, false, false, "1"},
		{nil, "x", 2, false, false, false, `there is no round before "Gate-B Round 2 Exit"`},
		{nil, "x", 2, false, false, true, "2"},
		{nil, "x", -1, false, false, true, `"-1" is not a number`},
		{[]int{1, 2}, "x", 0, false, false, false, "3"},
		{[]int{1, 2}, "r2", 0, false, false, false, "same 2"},
		{[]int{1, 2}, "r1", 0, false, false, false, "3"},
		{[]int{1, 2}, "r1", 1, false, false, false, "same 1"},
		{[]int{1, 2}, "x", 2, false, false, false, "already exists"},
		{[]int{1, 2}, "x", 2, false, false, true, "already exists"},
		{[]int{1, 2}, "x", 2, false, true, false, "2"},
		{[]int{1, 2}, "x", 1, false, true, false, "1"},
		{[]int{1, 2}, "x", 1, true, false, false, "1"},
		{[]int{1, 2}, "x", 0, false, true, false, "2"},
		{[]int{1, 2}, "x", 0, true, false, false, "2"},
		{[]int{1, 2}, "x", 3, false, false, false, "3"},
		{[]int{1, 2}, "x", 3, true, false, false, "3"},
		{[]int{1, 2}, "x", 4, false, false, false, `"Gate-B Round 4 Exit" does not follow the newest section "Gate-B Round 2 Exit"`},
		{[]int{1, 2}, "x", 4, false, true, false, `"Gate-B Round 4 Exit" does not follow the newest section "Gate-B Round 2 Exit"`},
		{[]int{1, 2}, "x", 4, false, false, true, "4"},
		{[]int{1, 3}, "x", 2, false, false, false, `"Gate-B Round 2 Exit" does not follow the newest section "Gate-B Round 3 Exit"`},
		{[]int{1, 3}, "x", 2, false, false, true, "2"},
		{[]int{2, 3}, "x", 1, false, false, true, `"Gate-B Round 1 Exit" is older than the newest 2`},
		{[]int{1, 2, 3}, "x", 1, false, true, false, `"Gate-B Round 1 Exit" is older than the newest 2`},
	} {
		t.Run(fmt.Sprintf("%v %+v", e.there, e), func(t *testing.T) {
			s := sample{version: 2, evidence: 2, phase: "design", groups: []string{group(DiscoverKey, 0, "d")}}
			for _, n := range e.there {
				s.groups, s.round, s.phase = append(s.groups, round(n)), n, fmt.Sprintf("gate_b_round_%d", n)
			}
			w := usual(t, s.text())
			a := Append{Group: Group(GateBKey), Round: e.ask, Add: e.add, Replace: e.replace, Force: e.force, Fillings: fillings(GateBKey, e.word)}
			change, err := w.appendTo(a.asked(), now)
			if err != nil {
				if _, ok := errors.AsType[*protocol.RequestError](err); !ok || !strings.HasPrefix(err.Error(), e.want) && !strings.Contains(err.Error(), e.want) {
					t.Errorf("got error %v, want %s", err, e.want)
				}
				return
			}
			got := fmt.Sprint(change.Round)
			if change.None != "" {
				got = strings.TrimSuffix(strings.TrimPrefix(change.None, `"Gate-B Round `), ` Exit" already contains these bullets`)
				got = "same " + got
			}
			if got != e.want {
				t.Errorf("wrote %s, want %s", got, e.want)
			}
		})
	}
}

func TestRoundOfOthers(t *testing.T) {
	_, err := usual(t, sample{version: 1, phase: "discover"}.text()).appendTo(Append{Group: Group(DesignKey), Round: 1, Fillings: fillings(DesignKey, "x")}.asked(), now)
	if request, ok := errors.AsType[*protocol.RequestError](err); !ok || request.Hint == "" {
		t.Errorf("got %v", err)
	}
}

// TestPartOfTheNewest checks that some bullets of the newest round make a new round.
func TestPartOfTheNewest(t *testing.T) {
	w := usual(t, sample{version: 1, phase: "gate_b_round_1", evidence: 2, round: 1, groups: []string{round(1)}}.text())
	change := mustAppend(t, w, Append{Group: Group(GateBKey), Fillings: only(t, GateBKey, "what", "r1 what-changed-this-round 0")})
	if change.Round != 2 || change.None != "" {
		t.Errorf("got %+v", change)
	}
}

func TestOlderRoundsLeaveMeta(t *testing.T) {
	w := usual(t, sample{version: 1, phase: "gate_b_round_2", evidence: 2, round: 2, groups: []string{round(1), round(2)}}.text())
	change := mustAppend(t, w, Append{Group: Group(GateBKey), Round: 1, Replace: true, Fillings: fillings(GateBKey, "x")})
	result := after(t, w, change)
	if phase, n := result.Checkpoint.Meta.Value(LastPhaseKey), result.State.Round(); phase != "gate_b_round_2" || n != 2 {
		t.Errorf("last_phase is %s, gate_b_round %d", phase, n)
	}
}

func TestAdd(t *testing.T) {
	const head = "# Checkpoint: rfc-1\n\n## Meta\n- checkpoint_version: 1\n\n## DISCOVER Exit\n\n"
	for name, e := range map[string]struct{ was, want string }{
		"to the end":       {"### Scan Insights\n- a\n- b\n\n---\n", "### Scan Insights\n- a\n- b«\n- new\n- newer»\n\n---\n"},
		"no newline":       {"### Scan Insights\n- a", "### Scan Insights\n- a«\n- new\n- newer»"},
		"one exists":       {"### Scan Insights\n- new\n", "### Scan Insights\n- new«\n- newer»\n"},
		"star":             {"### Scan Insights\n  * a\n", "### Scan Insights\n  * a«\n  * new\n  * newer»\n"},
		"ordered":          {"### Scan Insights\n9) a\n", "### Scan Insights\n9) a«\n10) new\n11) newer»\n"},
		"loose":            {"### Scan Insights\n\n- a\n\n- b\n\n### Notes\n", "### Scan Insights\n\n- a\n\n- b«\n- new\n- newer»\n\n### Notes\n"},
		"nested":           {"### Scan Insights\n- a\n  - b\n    c\n", "### Scan Insights\n- a\n  - b\n    c«\n- new\n- newer»\n"},
		"wrapped":          {"### Scan Insights\n- a\nb  \n", "### Scan Insights\n- a\nb  «\n- new\n- newer»\n"},
		"empty":            {"### Scan Insights\n\n### Notes\n", "### Scan Insights«\n- new\n- newer»\n\n### Notes\n"},
		"prose":            {"### Scan Insights\ntext\n\n---\n", "### Scan Insights\ntext«\n\n- new\n- newer»\n\n---\n"},
		"comment stays":    {"### Scan Insights\n<!-- mine -->\n", "### Scan Insights\n<!-- mine -->«\n\n- new\n- newer»\n"},
		"missing":          {"### Active Tensions\n- t\n", "«### Scan Insights\n- new\n- newer\n\n»### Active Tensions\n- t\n"},
		"missing, last":    {"### User Intent Signals\n- u\n\n---\n", "### User Intent Signals\n- u«\n\n### Scan Insights\n- new\n- newer»\n\n---\n"},
		"missing, stray":   {"- stray\n\n### Active Tensions\n- t\n", "- stray«\n\n### Scan Insights\n- new\n- newer»\n\n### Active Tensions\n- t\n"},
		"below deeper":     {"### Scan Insights\n- a\n\n#### More\n1. b\n", "### Scan Insights\n- a«\n- new\n- newer»\n\n#### More\n1. b\n"},
		"unknown between":  {"### User Intent Signals\n- u\n\n### Mine\n- m\n", "### User Intent Signals\n- u«\n\n### Scan Insights\n- new\n- newer»\n\n### Mine\n- m\n"},
		"carriage returns": {"### Scan Insights\r- a\r- b\r", "### Scan Insights\r- a\r- b«\n- new\n- newer»\r"},
	} {
		t.Run(name, func(t *testing.T) {
			want, span := protocoltest.Marked(t, head+e.want)
			if rest := want[:span.Start] + want[span.End:]; name != "one there" && rest != head+e.was {
				t.Fatalf("without what is marked it is %q", rest)
			}
			c := parse(t, head+e.was)
			a := Append{Group: Group(DiscoverKey), Add: true, Fillings: only(t, DiscoverKey, "scan", "new", "newer")}
			got, err := a.apply(c)
			if err != nil {
				t.Fatal(err)
			}
			protocoltest.Equal(t, "text", got.Text(), want)
		})
	}
}

func TestTemplateComments(t *testing.T) {
	for comment, gone := range map[string]bool{
		"<!-- 3-7 bullets. Nuances from user clarifications BEYOND formal DEC/REQ -->": true,
		"<!-- 1–3 bullets -->":                                 true,
		"<!-- 1 bullet -->":                                    true,
		"<!-- Per major DEC (max 7): close alternatives -->":   true,
		"<!-- Resolved: / Intensified: / New: -->":             true,
		"<!-- Appended per round. Delete previous round's -->": true,
		"<!--\n2-4 bullets.\nCodebase patterns\n-->":           true,
		"<!-- bullets -->":                                     false,
		"<!-- mdck:ignore any/all -->":                         false,
		"<!-- 3 reasons -->":                                   false,
		"<!-- 3-7 bullets --> text":                            false,
		"<!-- 3-7 bullets":                                     false,
	} {
		if got := IsTemplateComment(comment); got != gone {
			t.Errorf("%q is of the template: %v, want %v", comment, got, gone)
		}
		if !strings.HasSuffix(comment, "-->") {
			continue
		}
		const head = "## DISCOVER Exit\n\n### Scan Insights\n"
		a := Append{Group: Group(DiscoverKey), Add: true, Fillings: only(t, DiscoverKey, "scan", "new")}
		got, err := a.apply(parse(t, head+comment+"\n\n### Mine\n"))
		want := head + comment + "\n\n- new\n\n### Mine\n"
		if gone {
			want = head + "- new\n\n### Mine\n"
		}
		if err != nil {
			t.Fatal(err)
		}
		protocoltest.Equal(t, "text", got.Text(), want)
	}
}

func TestReplaceBullets(t *testing.T) {
	const head = "## DISCOVER Exit\n\n### Scan Insights\n"
	for name, e := range map[string]struct{ was, want string }{
		"all":        {"- a\n- b\n- c\n\n---\n", "- x\n- y\n\n---\n"},
		"loose":      {"- a\n\n- b\n\n- c\n", "- x\n- y\n"},
		"fewer":      {"- a", "- x\n- y"},
		"none":       {"\n### Mine\n", "- x\n- y\n\n### Mine\n"},
		"ordered":    {"3. a\n4. b\n", "3. x\n4. y\n"},
		"prose":      {"text\n\n  + a\n\nmore\n\n  + b\n\nend\n", "text\n\n  + x\n  + y\n\nmore\n\n\nend\n"},
		"nested":     {"- a\n  - b\n- c\n", "- x\n- y\n"},
		"over break": {"text\n- a\n---\n", "text\n- x\n- y\n---\n"},
	} {
		t.Run(name, func(t *testing.T) {
			a := Append{Group: Group(DiscoverKey), Add: true, Replace: true, Fillings: only(t, DiscoverKey, "scan", "x", "y")}
			got, err := a.apply(parse(t, head+e.was))
			if err != nil {
				t.Fatal(err)
			}
			protocoltest.Equal(t, "text", got.Text(), head+e.want)
		})
	}
}

func TestHostileBullets(t *testing.T) {
	for text, ok := range map[string]bool{
		"# heading": true, "## DESIGN Exit": true, "===": true, "---": false, "- - -": false, "- x": true, "1. x": true, "> quoted": true,
		"```": false, "~~~ x": false, "`code`": true, "<!-- open": false, "<!-- closed -->": true, "<pre>": false, "<div>": true,
		"[a]: /target": true, "a\tb  c": true, "\tindented": true, "ends with \\": true, "": false, " \t": false, "two\nlines": false,
		"two\rlines": false, "*": true, "bad \xff": false, "\x00": true, "---\n## DESIGN Exit": false, strings.Repeat("> ", 65) + "x": false,
	} {
		for _, add := range []bool{false, true} {
			was := sample{version: 1, phase: "design", evidence: 2, groups: []string{group(DiscoverKey, 0, "d"), group(reviewKey, 0, "v")}}.text()
			a := Append{Group: Group(DesignKey), Fillings: only(t, DesignKey, "tricky", "first", text, "last")}
			if add {
				a = Append{Group: Group(DiscoverKey), Add: true, Fillings: only(t, DiscoverKey, "scan", "first", text, "last")}
			}
			change, err := usual(t, was).appendTo(a.asked(), now)
			if (err == nil) != ok {
				t.Errorf("%q, add %v: got error %v", text, add, err)
			}
			if err == nil && !strings.Contains(change.Checkpoint, "\n- first\n- "+text+"\n- last\n") {
				t.Errorf("%q is not in\n%s", text, change.Checkpoint)
			}
		}
	}
}

func TestSwallowed(t *testing.T) {
	for name, e := range map[string]struct{ key, text string }{
		"open comment": {DesignKey, "# Checkpoint: rfc-1\n\n## DISCOVER Exit\n\n<!-- open\n"},
		"open fence":   {DesignKey, "# Checkpoint: rfc-1\n\n## DISCOVER Exit\n\n```\n"},
		"no number":    {GateBKey, "## Gate-B Round 2147483647 Exit\n- a bullet\n"},
	} {
		w := workspace(t, CheckpointFile, e.text, StateFile, "{}")
		if got, err := w.appendTo(Append{Group: Group(e.key), Fillings: fillings(e.key, "x")}.asked(), now); err == nil {
			t.Errorf("%s: got\n%s", name, got.Checkpoint)
		}
	}
}

func TestFirst(t *testing.T) {
	for version, want := range map[int]int{0: 1, 6: 7} {
		w := workspace(t, StateFile, stateText(version, 0, "null", before), EvidenceFile, `{"items": [{}]}`)
		change := mustAppend(t, w, Append{Group: Group(DiscoverKey), Fillings: fillings(DiscoverKey, "d")})
		s := sample{version: want, phase: "discover", evidence: 1, groups: []string{group(DiscoverKey, 0, "d")}}
		protocoltest.Equal(t, "checkpoint", change.Checkpoint, s.text())
		protocoltest.Equal(t, "state.json", change.State, stateText(want, 0, `"discover"`, now))
		if change.Was != version || len(change.Notes) > 0 {
			t.Errorf("got %+v", change)
		}
	}
}

func TestFirstOutside(t *testing.T) {
	w := Read(fstest.MapFS{"a/rfc.md": {}, "a/state.json": {Data: []byte(`{"rfc_id": "rfc-9"}`)}}, "a/checkpoint.md")
	change := mustAppend(t, w, Append{Group: Group(DiscoverKey), Fillings: fillings(DiscoverKey, "d")})
	if id := parse(t, change.Checkpoint).Match.ID; id != "rfc-9" {
		t.Errorf("id is %q", id)
	}
}

func TestMissing(t *testing.T) {
	fine := sample{version: 1, phase: "discover", evidence: 0}.text()
	for name, e := range map[string]struct {
		files         []string
		without       string
		append, stamp string // missing file in the error, or ""
		prune         string
	}{
		"all exist":     {[]string{CheckpointFile, fine, StateFile, "{}"}, "", "", "", ""},
		"no checkpoint": {[]string{StateFile, "{}"}, "", "", CheckpointFile, CheckpointFile},
		"no state":      {[]string{CheckpointFile, fine}, "", StateFile, StateFile, ""},
		"no rfc":        {[]string{CheckpointFile, fine, StateFile, "{}"}, RFCFile, RFCFile, RFCFile, ""},
	} {
		w := workspace(t, e.files...)
		delete(w.Tree.(fstest.MapFS), dir+e.without)
		for do, want := range map[string]string{"append": e.append, "stamp": e.stamp, "prune": e.prune} {
			var err error
			switch do {
			case "append":
				_, err = w.appendTo(Append{Group: Group(DesignKey), Fillings: fillings(DesignKey, "x")}.asked(), now)
			case "stamp":
				_, err = w.stamp(false, now)
			case "prune":
				_, err = w.prune(now)
			}
			missing, ok := errors.AsType[*protocol.RequestError](err)
			if ok != (want != "") || ok && !strings.HasPrefix(missing.Reason, "no "+want) || !ok && err != nil {
				t.Errorf("%s: %s gives %v, want %q", name, do, err, want)
			}
		}
	}
}

func TestUnreadable(t *testing.T) {
	w := workspace(t, CheckpointFile, "\xff", StateFile, "{", EvidenceFile, "[", SummaryFile, "}")
	_, err := w.appendTo(Append{Group: Group(DesignKey), Fillings: fillings(DesignKey, "x")}.asked(), now)
	for _, name := range []string{CheckpointFile, StateFile, EvidenceFile} {
		if err == nil || !strings.Contains(err.Error(), dir+name+":1:") {
			t.Errorf("%s is not named in %v", name, err)
		}
	}
	if err != nil && strings.Contains(err.Error(), SummaryFile) {
		t.Errorf("%s does not matter here, but: %v", SummaryFile, err)
	}
	for _, name := range []string{CheckpointFile, StateFile, EvidenceFile, SummaryFile} {
		if w.Faults[dir+name] == nil || w.Files[dir+name] == nil {
			t.Errorf("%s has no fault", name)
		}
	}
	if !lint.Unusable(w.Faults[dir+CheckpointFile]) || lint.Unusable(w.Faults[dir+StateFile]) || lint.Unusable(fs.ErrPermission) {
		t.Error("wrong files are unusable")
	}
}

func TestStateKeys(t *testing.T) {
	fine := sample{version: 4, phase: "discover", evidence: 0}.text()
	w := workspace(t, CheckpointFile, fine, StateFile, "{\n  \"a\": 1\n}\n")
	change := mustAppend(t, w, Append{Group: Group(GateBKey), Fillings: fillings(GateBKey, "x")})
	protocoltest.Equal(t, "state.json", change.State, "{\n  \"a\": 1,\n  \"checkpoint_version\": 5,\n  \"last_checkpoint_phase\": \"gate_b\",\n  \"gate_b_round\": 1,\n  \"updated_at\": \""+now+"\"\n}\n")
	w = workspace(t, CheckpointFile, fine, StateFile, "[]")
	if change, err := w.stamp(true, now); err == nil {
		t.Errorf("wrote %s", change.State)
	}
}

func TestEvidence(t *testing.T) {
	for text, e := range map[string]struct {
		count int
		notes int
	}{`{"items": [1, 2, 3]}`: {3, 0}, `{"items": []}`: {0, 0}, `{}`: {0, 1}, `[]`: {0, 1}, "": {0, 1}} {
		files := []string{CheckpointFile, sample{version: 1, evidence: 9, phase: "discover"}.text(), StateFile, "{}"}
		if text != "" {
			files = append(files, EvidenceFile, text)
		}
		change, err := workspace(t, files...).stamp(false, now)
		if err != nil || len(change.Notes) != e.notes || !strings.Contains(change.Checkpoint, fmt.Sprintf("evidence(%d items)", e.count)) {
			t.Errorf("%s: got %+v, %v", text, change, err)
		}
	}
}

func TestRoundOfState(t *testing.T) {
	for _, e := range []struct {
		rounds []int
		state  int
		want   int
	}{{nil, 0, 0}, {nil, -1, 0}, {nil, 2, 2}, {[]int{1}, 0, 1}, {[]int{1, 2}, 1, 2}, {[]int{1, 2}, 3, 2}} {
		s := sample{version: 1, phase: "design"}
		for _, n := range e.rounds {
			s.groups = append(s.groups, round(n))
		}
		w := workspace(t, CheckpointFile, s.text(), StateFile, stateText(1, e.state, `"design"`, before))
		change, err := w.stamp(true, now)
		if err != nil {
			t.Fatal(err)
		}
		result := after(t, w, change)
		if got, _ := result.Checkpoint.Meta.Artifact.Round.Int(); got != e.want || result.State.Round() != e.want {
			t.Errorf("%+v: Meta says %d, state.json %d", e, got, result.State.Round())
		}
	}
}

func TestReview(t *testing.T) {
	w := usual(t, sample{version: 1, phase: "gate_b_round_1", evidence: 2, round: 1, groups: []string{round(1)}}.text())
	change := mustAppend(t, w, Append{Group: Group(reviewKey), Fillings: only(t, reviewKey, "what", "the scope")})
	want := sample{version: 2, phase: "review", evidence: 2, round: 1, groups: []string{round(1), "## REVIEW Exit\n\n### What Changed\n- the scope"}}
	protocoltest.Equal(t, "checkpoint", change.Checkpoint, want.text())
	protocoltest.Equal(t, "state.json", change.State, stateText(2, 1, `"review"`, now))
}

func TestTensionsMayBeEmpty(t *testing.T) {
	w := usual(t, sample{version: 1, phase: "design", evidence: 2}.text())
	change := mustAppend(t, w, Append{Group: Group(GateBKey), Fillings: only(t, GateBKey, "what", "x")})
	if !strings.HasSuffix(change.Checkpoint, "### What Changed This Round\n- x\n\n### Active Tensions Updated\n") {
		t.Errorf("got\n%s", change.Checkpoint)
	}
}

func TestNothingAsked(t *testing.T) {
	for _, f := range [][]Filling{nil, only(t, DiscoverKey, "scan")} {
		_, err := usual(t, sample{version: 1, phase: "discover", groups: []string{group(DiscoverKey, 0, "d")}}.text()).
			appendTo(Append{Group: Group(DiscoverKey), Replace: true, Fillings: f}.asked(), now)
		if _, ok := errors.AsType[*protocol.RequestError](err); !ok {
			t.Errorf("got %v", err)
		}
	}
}

// TestRefusedAtTheEnd checks that prune and stamp verify their result.
func TestRefusedAtTheEnd(t *testing.T) {
	joined := "## Meta\n- checkpoint_version: 1\n\n## Gate-B Round 1 Exit\n```\nx\n```\nNotes\n-----\n- mine\n\n## Gate-B Round 2 Exit\n\n## Gate-B Round 3 Exit\n"
	if change, err := usual(t, joined).prune(now); err == nil || !strings.Contains(err.Error(), `"Notes" would be lost`) {
		t.Errorf("got %v\n%s", err, change.Checkpoint)
	}
	last := sample{version: 1<<31 - 1, phase: "design"}.text()
	if change, err := usual(t, last).stamp(true, now); err == nil {
		t.Errorf("got\n%s", change.Checkpoint)
	}
}
