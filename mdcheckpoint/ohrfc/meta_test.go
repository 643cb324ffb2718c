package ohrfc

import (
	"regexp"
	"strings"
	"testing"

	"mdck/internal/protocoltest"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/source"
)

func TestReadMeta(t *testing.T) {
	for name, e := range map[string]struct{ bullet, key, value string }{
		"plain":           {"- last_phase: «design»", LastPhaseKey, "design"},
		"star":            {"* last_phase : «design»  ", LastPhaseKey, "design"},
		"case":            {"- Last_Phase:«design»", LastPhaseKey, "design"},
		"full width":      {"- last_phase：«design»", LastPhaseKey, "design"},
		"bold":            {"- **last_phase**: «design»", LastPhaseKey, "design"},
		"bold colon":      {"- **last_phase:** «design»", LastPhaseKey, "design"},
		"code":            {"- `last_phase`: `«design»`", LastPhaseKey, "design"},
		"bold code":       {"- **last_phase:** `«design»`", LastPhaseKey, "design"},
		"ends in _":       {"- last_phase: «gate_b_»", LastPhaseKey, "gate_b_"},
		"empty":           {"- last_phase:«»", LastPhaseKey, ""},
		"two lines":       {"- last_phase: «design»\n  more", LastPhaseKey, "design"},
		"carriage return": {"- last_phase: «design»\rmore", LastPhaseKey, "design"},
		"vertical tab":    {"- last_phase:\v«design»\v", LastPhaseKey, "design"},
		"other colon":     {"- artifact_state: «rfc.md: none»", ArtifactKey, "rfc.md: none"},
		"unknown":         {"- owner: «Zoë»", "owner", "Zoë"},
	} {
		t.Run(name, func(t *testing.T) {
			for style, write := range map[string]func(string) string{"lf": styles["template"], "crlf": styles["crlf"], "bom": styles["byte order mark"]} {
				text, want := protocoltest.Marked(t, write("## Meta\n"+e.bullet+"\n"))
				f := parse(t, text).Meta.Field(e.key)
				if f == nil || f.Value != e.value || f.Span != want {
					t.Errorf("%s: got %+v, want %q at %v", style, f, e.value, want)
				} else if name := text[f.NameSpan.Start:f.NameSpan.End]; name != f.Name || strings.ToLower(name) != e.key {
					t.Errorf("%s: name is %q at %q", style, f.Name, name)
				}
			}
		})
	}
	for _, text := range []string{"## Meta\n- no colon\n- : x\n", "## DISCOVER Exit\n- last_phase: x\n", ""} {
		if m := parse(t, text).Meta; len(m.Fields) > 0 || m.Version != -1 {
			t.Errorf("%q has %+v", text, m)
		}
	}
}

func TestReadVersion(t *testing.T) {
	for value, want := range map[string]int{"0": 0, "7": 7, "07": 7, "2147483647": 2147483647, "2147483648": -1, "-1": -1, "1.5": -1, "v2": -1, "": -1, "`3`": 3} {
		if got := parse(t, "## Meta\n- checkpoint_version: "+value+"\n").Meta.Version; got != want {
			t.Errorf("%q is %d, want %d", value, got, want)
		}
	}
}

func TestReadArtifact(t *testing.T) {
	for value, want := range map[string][3]string{
		"rfc.md(0123abcd), evidence(5 items), gate_b_round=2":         {"0123abcd", "5", "2"},
		"RFC.md( 0123ABCD ) , Evidence(1 item) , GATE_B_ROUND =  12 ": {"0123ABCD", "1", "12"},
		"gate_b_round=2,evidence(5 items),rfc.md(0123abcd)":           {"0123abcd", "5", "2"},
		"rfc.md(0123abc), evidence(5), gate_b_round=two":              {},
		"rfc.md(0123abcg), evidence(x items), gate_b_round 2":         {},
		"rfc.md(0123abcd, evidence(-1 items), gate_b_round=-2":        {},
		"rfc.md(<sha256[:8]>), evidence(5 items), gate_b_round=":      {"", "5", ""},
		"rfc.md(0123abcd)": {"0123abcd", "", ""},
		"":                 {},
	} {
		c := parse(t, "## Meta\n- artifact_state: "+value+"\n")
		a := c.Meta.Artifact
		if got := [3]string{a.Hash.Text, a.Evidence.Text, a.Round.Text}; got != want {
			t.Errorf("%q gives %q, want %q", value, got, want)
		}
		for _, p := range []Part{a.Hash, a.Evidence, a.Round} {
			if c.Document.File.Slice(p.Span) != p.Text {
				t.Errorf("%q: %q stands at %q", value, p.Text, c.Document.File.Slice(p.Span))
			}
		}
	}
}

func TestReadPhase(t *testing.T) {
	for text, want := range map[string]Phase{
		"discover": {"discover", 0}, " DESIGN ": {"design", 0}, "review": {"review", 0}, "gate_b_round_2": {"gate_b_round", 2},
		"Gate_B_Round_12": {"gate_b_round", 12}, "gate_b_round_0": {}, "gate_b_round_": {}, "gate_b": {}, "gate_a": {}, "": {}, "discover | design": {},
	} {
		if got := ReadPhase(text); got != want {
			t.Errorf("%q is %+v, want %+v", text, got, want)
		}
		if p := ReadPhase(ReadPhase(text).String()); p != want {
			t.Errorf("%q written is %q", text, p)
		}
	}
	for phase, want := range map[string]string{"gate_b_round_2": "gate_b", "design": "design", "x": ""} {
		if got := ReadPhase(phase).state(); got != want {
			t.Errorf("%s is %q in state.json, want %q", phase, got, want)
		}
	}
}

func TestStrictness(t *testing.T) {
	for text, want := range map[string]string{
		"Light": "light", "STANDARD": "standard", " full\t": "full", "L1": "light", "l2": "standard", "L3": "full", "L4": "", "": "", "strict": "",
	} {
		if got := Strictness(text); got != want {
			t.Errorf("%q is %q", text, got)
		}
	}
	for folded, want := range map[string]string{"": "", "light": "Light", "standard": "Standard"} {
		if got := titleCase(folded); got != want {
			t.Errorf("%q is %q in Meta", folded, got)
		}
	}
}

func TestReadTime(t *testing.T) {
	for text, want := range map[string]string{
		"2026-11-04T10:00:00Z": "2026-11-04T10:00:00Z", "2026-11-04T10:00:00+02:00": "2026-11-04T08:00:00Z", "2026-11-04T10:00:00.5Z": "2026-11-04T10:00:00Z",
		"2026-11-04": "2026-11-04T00:00:00Z", "2026-11-04 10:30": "2026-11-04T10:30:00Z", "N/A": "", "": "", "pending": "", "04.11.2026": "", "2026-02-30": "",
	} {
		when, ok := readTime(text)
		if got := when.UTC().Format(spelling.TimeLayout); ok != (want != "") || ok && got != want {
			t.Errorf("%q is %s, %v, want %q", text, got, ok, want)
		}
	}
}

func TestSetMeta(t *testing.T) {
	for name, e := range map[string]struct{ was, want string }{
		"both exist":    {"- last_phase: x\n- checkpoint_version: 3\n", "- last_phase: design\n- checkpoint_version: 4\n"},
		"already equal": {"- checkpoint_version:  4\n- Last_Phase : design\n", "- checkpoint_version:  4\n- Last_Phase : design\n"},
		"one missing":   {"- checkpoint_version: 3\n- strictness: Full\n", "- checkpoint_version: 4\n- last_phase: design\n- strictness: Full\n"},
		"first missing": {"- last_phase: design\n", "- checkpoint_version: 4\n- last_phase: design\n"},
		"both missing":  {"", "- checkpoint_version: 4\n- last_phase: design\n"},
		"empty value":   {"- checkpoint_version:\n- last_phase:   \n", "- checkpoint_version: 4\n- last_phase: design   \n"},
		"twice":         {"- checkpoint_version: 3\n- checkpoint_version: 2\n- last_phase: design\n", "- checkpoint_version: 4\n- checkpoint_version: 2\n- last_phase: design\n"},
		"emphasis":      {"- **checkpoint_version:** `3`\n- __last_phase__: *x*\n", "- **checkpoint_version:** `4`\n- __last_phase__: *design*\n"},
		"nested":        {"- checkpoint_version: 3\n  - why\n", "- checkpoint_version: 4\n  - why\n- last_phase: design\n"},
	} {
		c := parse(t, "# T\n\n## Meta\n"+e.was+"\n## Notes\n")
		got := protocoltest.Apply(t, c.Text(), c.setMeta(VersionKey, "4", LastPhaseKey, "design"), nil)
		protocoltest.Equal(t, name, got, "# T\n\n## Meta\n"+e.want+"\n## Notes\n")
	}
}

func TestNewMeta(t *testing.T) {
	const meta = "## Meta\n- checkpoint_version: 4"
	for name, e := range map[string]struct{ was, want string }{
		"empty file":        {"", "«" + meta + "\n»"},
		"title":             {"# T", "# T«\n\n" + meta + "»"},
		"title and group":   {"# T\n\n## DESIGN Exit\n", "# T«\n\n" + meta + "\n\n---»\n\n## DESIGN Exit\n"},
		"existing break":    {"# T\n\n***\n\n## DESIGN Exit\n", "# T«\n\n" + meta + "»\n\n***\n\n## DESIGN Exit\n"},
		"no title":          {"## DESIGN Exit\n", "«" + meta + "\n\n---\n\n»## DESIGN Exit\n"},
		"text":              {"text\n\n## DESIGN Exit\n", "text«\n\n" + meta + "\n\n---»\n\n## DESIGN Exit\n"},
		"front matter":      {"---\na: b\n---\n## DESIGN Exit\n", "---\na: b\n---\n«" + meta + "\n\n---\n\n»## DESIGN Exit\n"},
		"front matter only": {"---\na: b\n---", "---\na: b\n---«\n" + meta + "\n»"},
		"without breaks":    {"# T\n\n## DISCOVER Exit\n\n## DESIGN Exit\n", "# T«\n\n" + meta + "»\n\n## DISCOVER Exit\n\n## DESIGN Exit\n"},
		"text below title":  {"# T\n- a\n\n### Scan Insights\n- b\n\n## DESIGN Exit\n", "# T\n- a\n\n### Scan Insights\n- b«\n\n" + meta + "\n\n---»\n\n## DESIGN Exit\n"},
		"carriage returns":  {"# T\r\r## DESIGN Exit\r", "# T«\r\r" + strings.ReplaceAll(meta, "\n", "\r") + "\r\r---»\r\r## DESIGN Exit\r"},
		"byte order mark":   {"\ufeff## DESIGN Exit\n", "\ufeff«" + meta + "\n\n---\n\n»## DESIGN Exit\n"},
	} {
		want, span := protocoltest.Marked(t, e.want)
		if want[:span.Start]+want[span.End:] != e.was {
			t.Fatalf("%s: the case is wrong", name)
		}
		c := parse(t, e.was)
		got := protocoltest.Apply(t, e.was, c.setMeta(VersionKey, "4"), nil)
		protocoltest.Equal(t, name, got, want)
		if parse(t, got).Meta.Version != 4 {
			t.Errorf("%s: the version does not read", name)
		}
	}
}

func TestArtifactParts(t *testing.T) {
	for was, want := range map[string]string{
		"rfc.md(0123abcd), evidence(4 items), gate_b_round=2":       "",
		"rfc.md(0123ABCD) , Evidence(4 item),gate_b_round = 2, x=1": "",
		"rfc.md(«ffffffff»),  evidence(4 items), gate_b_round=2":    "0123abcd",
		"rfc.md(0123abcd),  evidence(«5» items), gate_b_round=2":    "4",
		"rfc.md(0123abcd),  evidence(04 items), gate_b_round=«12»":  "2",
		"«rfc.md(0123abcd), evidence(4), gate_b_round=2»":           "rfc.md(0123abcd), evidence(4 items), gate_b_round=2",
		"«none»": "rfc.md(0123abcd), evidence(4 items), gate_b_round=2",
	} {
		text, span := was, source.Span{}
		head := "## Meta\n- artifact_state: "
		if want != "" {
			text, span = protocoltest.Marked(t, head+was+"\n")
		} else {
			text = head + was + "\n"
		}
		edits := setArtifact(parse(t, text), "0123abcd", 4, 2)
		if got := protocoltest.Apply(t, text, edits, nil); got != text[:span.Start]+want+text[span.End:] || want == "" && len(edits) > 0 {
			t.Errorf("%q becomes %q, want %q at %v", text, got, want, span)
		}
	}
}

func TestContentHash(t *testing.T) {
	text := sample{version: 1, phase: "design", evidence: 1, groups: []string{group(DiscoverKey, 0, "d")}}.text()
	for name, e := range map[string]struct {
		old, new string
		same     bool
	}{
		"line endings":    {"\n", " \t\r\n", true},
		"blank lines":     {"\n\n", "\n\n\n", true},
		"joined words":    {"Scan Insights", "ScanInsights", true},
		"case in meta":    {"last_phase: design", "Last_Phase: DESIGN", true},
		"case elsewhere":  {"d scan", "D scan", false},
		"case of title":   {"# Checkpoint", "# checkpoint", false},
		"version":         {"checkpoint_version: 1", "checkpoint_version: 2", false},
		"hash":            {"evidence(1", "evidence(2", false},
		"bullet":          {"- d scan-insights 1\n", "", false},
		"marker":          {"- d scan-insights 1", "* d scan-insights 1", false},
		"separator":       {"---\n\n##", "##", false},
		"no-break spaces": {"Scan Insights", "Scan\u00a0\u2003Insights", true},
	} {
		changed := strings.ReplaceAll(text, e.old, e.new)
		if changed == text {
			t.Fatalf("%s: nothing changed", name)
		}
		if same := ContentHash(text) == ContentHash(changed); same != e.same {
			t.Errorf("%s: the same is %v, want %v", name, same, e.same)
		}
	}
	if ContentHash("A") == ContentHash("a") || ContentHash("a b") != ContentHash("ab") {
		t.Error("without a Meta section white space alone must not count")
	}
}

func FuzzArtifact(f *testing.F) {
	exprs := [...]*regexp.Regexp{
		regexp.MustCompile(`(?i)rfc\.md\(\s*([0-9a-f]{8})\s*\)`),
		regexp.MustCompile(`(?i)evidence\(\s*([0-9]{1,9})\s+items?\s*\)`),
		regexp.MustCompile(`(?i)gate_b_round\s*=\s*([0-9]{1,9})(?:[\s,]|$)`),
	}
	for _, value := range []string{
		"rfc.md(0123abcd), evidence(2 items), gate_b_round=1", "RFC.MD( 0123ABCD\t) , Evidence( 1 Item ) gate_B_round = 12 ,", "",
		"rfc.md(0123abcde) rfc.md(01234567)", "evidence(2items), evidence(1234567890 items) evidence(3 itemss)", "gate_b_round=1x gate_b_round=\f2",
		"gate_b_round==1, gate_b_round=1234567890, gate_b_round=123456789", "rfc.md(xrfc.md(fedcba98)", "evidence(1 item\x0bs)", "\xffrfc.md(0123abcd)",
	} {
		f.Add(value)
	}
	f.Fuzz(func(t *testing.T, value string) {
		if strings.ContainsAny(value, "\u017f\u212a") {
			return // in a regular expression, (?i) makes these characters equal to s and k
		}
		a := readArtifact(Field{Value: value, Span: source.Span{Start: 7, End: 7 + len(value)}})
		for i, got := range []Part{a.Hash, a.Evidence, a.Round} {
			var want Part
			if at := exprs[i].FindStringSubmatchIndex(value); at != nil {
				want = Part{Text: value[at[2]:at[3]], Span: source.Span{Start: 7 + at[2], End: 7 + at[3]}}
			}
			if got != want {
				t.Errorf("%q, part %d: got %+v, want %+v", value, i, got, want)
			}
		}
	})
}
