package baseline

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/lint"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocols"
	"mdck/mdcheckpoint/source"
)

func findings(r *rand.Rand, path string, n int) []lint.Diagnostic {
	lines := []string{"one\n", "two\n", "three\n", "four\n"}
	text := ""
	var all []lint.Diagnostic
	for range n {
		all = append(all, lint.Diagnostic{
			Finding: lint.Finding{Path: path, Span: source.Span{Start: len(text), End: len(text) + 1}, Message: "no \"x\""},
			Rule:    protocols.Default().Rules()[r.IntN(len(protocols.Default().Rules()))],
		})
		text += lines[r.IntN(len(lines))]
	}
	file := source.NewFile(path, text)
	for i := range all {
		all[i].File = file
	}
	return all
}

func same(path string) string { return path }

func never(string) bool { return false }

func compared(b Baseline, all bool, path string, found []lint.Diagnostic) (*Comparison, []lint.Diagnostic) {
	j := NewComparison(b, protocols.Default().Rules(), all)
	return j, j.Compare(Checked{Files: []string{path}, Found: found, Path: same})
}

func silenceable(all []lint.Diagnostic) []lint.Diagnostic {
	return slices.DeleteFunc(all, func(d lint.Diagnostic) bool { return hides(d) })
}

// TestRatchet checks that a ratchet only removes fixed findings.
func TestRatchet(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 3))
		other := someBaseline(r)
		found := silenceable(findings(r, "x.md", r.IntN(12)))
		writer, fresh := compared(other, true, "x.md", found)
		b := writer.Update(other, never)
		if len(fresh) > 0 || b.Total() != other.Total()+len(found) {
			t.Fatalf("%d findings and %d: %d are known, %d are fresh", len(found), other.Total(), b.Total(), len(fresh))
		}
		j, fresh := compared(b, false, "x.md", found)
		if len(fresh) > 0 || j.Silenced() != len(found) || !j.Ratchet(b, never).Equal(b) {
			t.Fatalf("what is known is not silent: %v", fresh)
		}
		if len(found) == 0 {
			continue
		}
		fewer := slices.Delete(slices.Clone(found), 0, 1+r.IntN(len(found)))
		more := silenceable(findings(r, "x.md", 3))
		j, fresh = compared(b, false, "x.md", append(slices.Clone(fewer), more...))
		after := j.Ratchet(b, never)
		if len(fresh) > len(more) || after.Total() > b.Total() || !j.Ratchet(after, never).Equal(after) {
			t.Fatalf("%d fresh of %d; %d known of %d", len(fresh), len(more), after.Total(), b.Total())
		}
		if n := after.Total() - other.Total() + len(fresh); n != len(fewer)+len(more) {
			t.Fatalf("known and fresh are %d, found were %d", n, len(fewer)+len(more))
		}
		if j, _ := compared(b, false, "x.md", nil); !j.Ratchet(b, never).Equal(other) {
			t.Fatalf("nothing found leaves %v, want %v", j.Ratchet(b, never), other)
		}
	}
}

// TestCovers checks that findings stay in the baseline if they were not checked.
func TestCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	found := silenceable(findings(r, "x.json", 9))
	writer, _ := compared(Baseline{}, true, "x.json", found)
	b := writer.Update(Baseline{}, never)
	off := map[string]bool{}
	for _, rule := range protocols.Default().Rules() {
		off[rule.ID] = true
	}
	merge := lint.Diagnostic{Finding: lint.Finding{Path: "x.json"}, Rule: ruleOf(t, "any/conflict-marker"), File: source.NewFile("x.json", "{}")}
	unfinished := map[string]Checked{
		"another file":       {Files: []string{"y.json"}},
		"rules that are off": {Files: []string{"x.json"}, Off: off},
		"a merge not done":   {Files: []string{"x.json"}, Found: []lint.Diagnostic{merge}},
	}
	for _, id := range []string{"ohrfc/state-schema", "ohrfc/evidence-schema", "ccc/state-schema", "agents/schema", "loop/schema"} {
		broken := lint.Diagnostic{Finding: lint.Finding{Path: "x.json", Severity: lint.Error}, Rule: ruleOf(t, id), File: source.NewFile("x.json", "{")}
		unfinished[id] = Checked{Files: []string{"x.json"}, Found: []lint.Diagnostic{broken}}
	}
	for name, c := range unfinished {
		c.Path = same
		j := NewComparison(b, protocols.Default().Rules(), false)
		j.Compare(c)
		if !j.Ratchet(b, never).Equal(b) {
			t.Errorf("%s: left are %v", name, j.Ratchet(b, never))
		}
	}
	gone := func(path string) bool { return path == "x.json" }
	if j := NewComparison(b, protocols.Default().Rules(), false); j.Ratchet(b, gone).Total()+j.Update(b, gone).Total() != 0 {
		t.Error("findings of a missing file are still known")
	}
	j := NewComparison(b, protocols.Default().Rules(), false)
	j.Compare(Checked{Files: []string{"x.json"}, Found: nil, Path: same})
	later := New([]Entry{{Key{"x.json", "ohrfc/tomorrow", "0123456789abcdef"}, 1}})
	if !j.Ratchet(later, never).Equal(later) || j.Update(later, never).Total() != 0 {
		t.Error("a rule of another release: want it to stay, and an update to take it out")
	}
}

// TestTwice checks that a file of two checkpoints counts once.
func TestTwice(t *testing.T) {
	found := silenceable(findings(rand.New(rand.NewPCG(2, 4)), "x.md", 5))
	j, _ := compared(Baseline{}, true, "x.md", found)
	j.Compare(Checked{Files: []string{"x.md"}, Found: found, Path: same})
	if b := j.Update(Baseline{}, never); b.Total() != len(found) {
		t.Errorf("%d are known, want %d", b.Total(), len(found))
	}
}

func TestUnreadable(t *testing.T) {
	for _, rule := range protocols.Default().Rules() {
		d := lint.Diagnostic{Finding: lint.Finding{Path: "x"}, Rule: rule, File: source.NewFile("x", "{}")}
		j, fresh := compared(Baseline{}, true, "x", []lint.Diagnostic{d})
		if (len(fresh) == 1) != rule.Unreadable() || (j.Update(Baseline{}, never).Total() == 0) != rule.Unreadable() {
			t.Errorf("%s: %d fresh, %v known", rule.ID, len(fresh), j.Update(Baseline{}, never))
		}
	}
}

func ruleOf(t *testing.T, id string) *lint.Rule {
	t.Helper()
	rule, _ := protocols.Default().Rules().Find(id)
	if rule == nil {
		t.Fatalf("no rule %s", id)
	}
	return rule
}

const checkpoint = ".ohrfc/rfc-20261104-offline-sync/checkpoint.md"

func demo(t *testing.T) string {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("..", "..", "testdata", "demo", filepath.FromSlash(checkpoint)))
	if err != nil {
		t.Fatal(err)
	}
	var many strings.Builder
	for i := range 200 {
		fmt.Fprintf(&many, "- %d of many\n", i)
	}
	return strings.NewReplacer(
		"# Checkpoint: rfc-20261104-offline-sync", "# Checkpoint: another",
		"### Scan Insights\n", "### Scan Insigths\n",
		"- Resolved: ", "- Resovled: ",
		"- Both reviewers", "- AKIAIOSFODNN7EXAMPLQ\n- AKIAIOSFODNN7EXAMPLQ AKIAIOSFODNN7EXAMPLQ\n- Both reviewers",
		"## DESIGN Exit", "## DESING Exit",
	).Replace(string(raw)) + many.String()
}

func keys(t *testing.T, text string) []string {
	t.Helper()
	files := fstest.MapFS{checkpoint: {Data: []byte(text)}}
	found, err := lint.Run(lint.Input{Checker: &ohrfc.Checker, Tree: files, Path: checkpoint, Limits: ohrfc.DefaultLimits})
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for i := range found {
		all = append(all, found[i].Rule.ID+" "+lint.Fingerprint(&found[i]))
	}
	slices.Sort(all)
	return all
}

// TestStable checks that the changes that [lint.Fingerprint] lists do not change a key.
func TestStable(t *testing.T) {
	text := demo(t)
	want := keys(t, text)
	if len(want) < 8 {
		t.Fatalf("only %d findings: %q", len(want), want)
	}
	for name, changed := range map[string]string{
		"lines before":       strings.Replace(text, "## DISCOVER Exit", "<!-- one\ntwo -->\n\n## DISCOVER Exit", 1),
		"a line in between":  strings.Replace(text, "\n---\n", "\n<!-- here -->\n\n---\n", 1),
		"lines at the end":   text + "- New: one more\n- New: and more\n",
		"white space behind": strings.ReplaceAll(text, " of many\n", " of many  \n"),
		"spaces in between":  strings.Replace(text, "### Scan Insigths", "###   Scan Insigths ", 1),
		"line endings":       strings.ReplaceAll(text, "\n", "\r\n"),
		"byte order mark":    "\ufeff" + text,
		"no final newline":   strings.TrimSuffix(text, "\n"),
	} {
		if got := keys(t, changed); !slices.Equal(got, want) {
			t.Errorf("%s: keys are\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	for name, changed := range map[string]string{
		"the line itself": strings.Replace(text, "### Scan Insigths", "### Scan Insighst", 1),
		"one that equals": strings.Replace(text, "- Resovled: ", "- Resovled: x\n- Resovled: x\n- Resovled: ", 1),
	} {
		if got := keys(t, changed); slices.Equal(got, want) {
			t.Errorf("%s: the keys are the same", name)
		}
	}
}

func TestDistinct(t *testing.T) {
	at := func(message string) string {
		found, err := lint.Run(lint.Input{Checker: &ohrfc.Checker, Tree: fstest.MapFS{checkpoint: {Data: []byte("# x\n")}}, Path: checkpoint, Limits: ohrfc.DefaultLimits})
		if err != nil || len(found) == 0 {
			t.Fatal(found, err)
		}
		found[0].Message = message
		return lint.Fingerprint(&found[0])
	}
	if at(`no "a" in line 3`) != at(`line 7 lacks "a"`) {
		t.Error("numbers or words make a difference")
	}
	for _, other := range []string{`no "b"`, `no "a" and "a"`, `no "a\"b"`, `no "a`, `no a`} {
		if (at(`no "a"`) == at(other)) != (other == `no "a`) {
			t.Errorf("%s: as %s: %v", other, `no "a"`, at(`no "a"`) == at(other))
		}
	}
}

func TestLongLine(t *testing.T) {
	state := func(updated string) string {
		return `{"rfc_id":"x","current_phase":"gateb","updated_at":"` + updated + `","note":"` + strings.Repeat("n", 500) + `"}`
	}
	key := func(text string) (all []string) {
		name := filepath.ToSlash(filepath.Dir(checkpoint)) + "/state.json"
		found, err := lint.Run(lint.Input{Checker: &ohrfc.Checker, Tree: fstest.MapFS{name: {Data: []byte(text)}}, Path: name, Main: checkpoint})
		if err != nil || len(found) == 0 {
			t.Fatal(found, err)
		}
		for i := range found {
			all = append(all, lint.Fingerprint(&found[i]))
		}
		return all
	}
	if a, b := key(state("2026-11-21T08:00:00Z")), key(state("2026-11-22T09:00:00Z")); !slices.Equal(a, b) {
		t.Errorf("%q and %q", a, b)
	}
}
