package baseline

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/lint"
	"mdck/mdcheckpoint/ohrfc"
)

const checkpoint = ".ohrfc/rfc-20261104-offline-sync/checkpoint.md"

// demo is the checkpoint of the demonstration with a finding of many a rule.
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

// keys are the keys of what is found in text, sorted, with the rules before them.
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

// TestStable checks what the package comment says that a finding is still known
// after: each change leaves all keys as they were.
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

// TestDistinct checks that findings of one rule in one line are told apart by what
// they name, that others are counted, and that numbers and wording do not matter.
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

// TestLongLine checks that in JSON without line breaks another value may change.
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
