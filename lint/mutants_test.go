package lint_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mdck/lint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocols"
	"mdck/mdcheckpoint/schema"
)

type mutation func(files)

func in(name string, c change) mutation {
	return func(f files) { f[name] = c(f[name]) }
}

func inCheckpoint(c change) mutation { return in(ohrfc.CheckpointFile, c) }
func inState(c change) mutation      { return in(ohrfc.StateFile, c) }

func drop(names ...string) mutation {
	return func(f files) {
		for _, name := range names {
			delete(f, name)
		}
	}
}

func all(mutations ...mutation) mutation {
	return func(f files) {
		for _, m := range mutations {
			m(f)
		}
	}
}

func cut(from, to string) change {
	return func(text string) string {
		start := strings.Index(text, from)
		if start < 0 {
			panic(fmt.Sprintf("no %q in the text", from))
		}
		end := strings.Index(text[start+1:], to)
		if to == "" || end < 0 {
			return text[:start]
		}
		return text[:start] + text[start+1+end:]
	}
}

func moved(from, to, before string) change {
	return func(text string) string {
		without := cut(from, to)(text)
		part := text[strings.Index(text, from):]
		part = part[:len(text)-len(without)]
		return swap(before, part+before)(without)
	}
}

func padded(n int) change {
	return func(text string) string { return text + strings.Repeat("\n", n-strings.Count(text, "\n")) }
}

func longDesign(n int) change {
	return func(text string) string {
		c, err := ohrfc.ParseCheckpoint("", text)
		if err != nil {
			panic(err)
		}
		more := n - c.Match.Group(ohrfc.DesignKey, 0).Lines()
		return swap("## DESIGN Exit\n", "## DESIGN Exit\n"+strings.Repeat("\n", more))(text)
	}
}

func longBullet(n int) change {
	return func(text string) string {
		return swap("- No new service", "- "+strings.Repeat("more ", n-words{}.Count(text))+"No new service")(text)
	}
}

const round3 = "\n---\n\n## Gate-B Round 3 Exit\n\n### Reviewer Feedback Digest\n- a way back\n- two tables\n- a clock\n\n" +
	"### What Changed This Round\n- §5\n\n### Active Tensions Updated\n- New: none\n"

var full = all(inCheckpoint(swap("Standard", "Full")), inState(then(
	swap(`"strictness": "standard"`, `"strictness": "full"`), swap(`"gate_b_max_rounds": 2`, `"gate_b_max_rounds": 3`),
	swap(`"reviewer_count": 3`, `"reviewer_count": 4`))))

// version, round and phase set a value in both files.
func version(n string) mutation {
	return all(inCheckpoint(swap("checkpoint_version: 7", "checkpoint_version: "+n)), inState(swap(`"checkpoint_version": 7`, `"checkpoint_version": `+n)))
}

func round(n string) mutation {
	return all(inCheckpoint(swap("gate_b_round=2", "gate_b_round="+n)), inState(swap(`"gate_b_round": 2`, `"gate_b_round": `+n)))
}

func phase(meta, state string) mutation {
	return all(inCheckpoint(swap("gate_b_round_2", meta)), inState(swap(`"last_checkpoint_phase": "gate_b"`, `"last_checkpoint_phase": "`+state+`"`)))
}

// A mutant is a change of the valid workspace. want has its findings, as "severity id".
type mutant struct {
	name  string
	spoil mutation
	want  []string
}

func mutants() []mutant {
	return slices.Concat(anyMutants(), metaMutants(), structureMutants(), contentMutants(), roundMutants(), factMutants(), jsonMutants())
}

// ruleSet returns the findings as "severity rule", once each.
func ruleSet(t testing.TB, in lint.Input) []string {
	t.Helper()
	all, err := lint.Run(in)
	if err != nil {
		t.Fatal(err)
	}
	var set []string
	for _, d := range all {
		set = append(set, fmt.Sprintf("%s %s", d.Severity, d.Rule.ID))
	}
	slices.Sort(set)
	return slices.Compact(set)
}

func TestMutants(t *testing.T) {
	for _, m := range mutants() {
		t.Run(m.name, func(t *testing.T) {
			f := validFiles(t)
			m.spoil(f)
			want := slices.Clone(m.want)
			slices.Sort(want)
			if got := ruleSet(t, f.input()); !slices.Equal(got, want) {
				t.Errorf("got %q, want %q\n%s", got, want, strings.Join(findings(t, f.input()), "\n"))
			}
		})
	}
}

func TestMutantsHitEveryRule(t *testing.T) {
	// TestVersionNotBumped and TestRules check these.
	hit := map[string]bool{"ohrfc/version-not-bumped": true, "ohrfc/character-budget": true}
	note := func(wanted []string) {
		for _, want := range wanted {
			_, id, _ := strings.Cut(want, " ")
			hit[id] = true
		}
	}
	for _, m := range slices.Concat(mutants(), agentMutants(), trackMutants()) {
		note(m.want)
	}
	for _, m := range sessionMutants() {
		note(m.want)
	}
	for _, m := range planMutants() {
		note(m.want)
	}
	for _, m := range slices.Concat(formatMutants(), handoffMutants()) {
		note(m.want)
	}
	for _, r := range protocols.Default().Rules() {
		if !hit[r.ID] {
			t.Errorf("no mutant is about %s: add one to %s_mutants_test.go (any and ohrfc: mutants_tables_test.go), and a new table to this test", r.ID, r.Protocol())
		}
	}
}

func TestBulletRanges(t *testing.T) {
	for _, key := range []string{ohrfc.DiscoverKey, ohrfc.DesignKey, ohrfc.GateBKey} {
		for _, sub := range ohrfc.Group(key).Subsections {
			for _, n := range []int{0, sub.Min - 1, sub.Min, sub.Min + 1, sub.Max - 1, sub.Max, sub.Max + 1} {
				var want []string
				switch {
				case n < 0 || sub.Max == 0 && n > sub.Min+1:
					continue
				case n == 0 && sub.Min > 0, sub.Max > 0 && n > sub.Max:
					want = []string{"error ohrfc/bullet-count"}
				case n < sub.Min:
					want = []string{"warning ohrfc/bullet-count"}
				}
				f := validFiles(t)
				f[ohrfc.CheckpointFile] = withBullets(f[ohrfc.CheckpointFile], key, sub, n)
				if got := ruleSet(t, f.input()); !slices.Equal(got, want) {
					t.Errorf("%s with %d bullets: got %q, want %q", sub.Title, n, got, want)
				}
			}
		}
	}
}

func withBullets(text, key string, sub schema.Subsection, n int) string {
	c, err := ohrfc.ParseCheckpoint("", text)
	if err != nil {
		panic(err)
	}
	groups := c.Match.All(key)
	span := groups[len(groups)-1].Subsection(sub.Title).Section.Blocks[0].Span
	return text[:span.Start] + strings.Repeat("- New: one more\n", n) + text[span.End:]
}

func TestRoundLimit(t *testing.T) {
	for event, lifts := range map[ohrfc.Event]bool{
		"": false, ohrfc.ScopeCut: true, ohrfc.Escalate: true, ohrfc.Escalate + " to gate_b": true, ohrfc.RiskAccepted: false, ohrfc.AutoFix: false, ohrfc.GateBFail: false,
	} {
		f := validFiles(t)
		inState(swap(`"gate_b_max_rounds": 2`, `"gate_b_max_rounds": 0`))(f)
		in := f.input()
		in.Ledger = func() ([]claim.Entry, error) { return []claim.Entry{{Event: string(event)}, {}}, nil }
		if got := ruleSet(t, in); slices.Contains(got, "warning ohrfc/round-limit") == lifts {
			t.Errorf("%q: got %q", event, got)
		}
	}
}

func TestVersionNotBumped(t *testing.T) {
	more := inCheckpoint(after("- Clocks of devices differ by minutes\n", "- Two teams own the schema\n"))
	bumped := []string{"error ohrfc/version-not-bumped"}
	for _, test := range []struct {
		name  string
		spoil mutation
		want  []string
	}{
		{"the same", func(files) {}, nil},
		{"a bullet more", more, bumped},
		{"a bullet more and a higher version", all(more, version("8")), nil},
		{"a bullet more and a lower version", all(more, version("6")), nil},
		{"other line endings", inCheckpoint(crlf), nil},
		{"more blank lines", inCheckpoint(swap("\n\n", "\n\n\n")), nil},
		{"a key in another case", inCheckpoint(swap("- strictness", "- Strictness")), []string{"warning ohrfc/meta"}},
		{"a bullet in another case", inCheckpoint(swap("Clocks", "clocks")), bumped},
		{"another hash in Meta", inCheckpoint(lines(`rfc\.md\(........\)`, "rfc.md(01234567)")), append(slices.Clone(bumped), "warning ohrfc/rfc-hash")},
		{"no version", all(more, inCheckpoint(lines("^- checkpoint_version.*\n", ""))), []string{"error ohrfc/meta"}},
	} {
		for _, against := range []string{"commit", "record", "nothing"} {
			f, base := validFiles(t), validFiles(t)
			test.spoil(f)
			in, want := f.input(), test.want
			switch against {
			case "commit":
				in.Base = base.input().Tree
			case "record":
				in.Last = &lint.Record{Version: 7, Content: ohrfc.ContentHash(base[ohrfc.CheckpointFile]), Source: "the ledger"}
			default:
				want = slices.DeleteFunc(slices.Clone(want), func(w string) bool { return w == bumped[0] })
			}
			if got := ruleSet(t, in); !slices.Equal(got, want) {
				t.Errorf("%s, against %s: got %q, want %q", test.name, against, got, want)
			}
		}
	}
}
