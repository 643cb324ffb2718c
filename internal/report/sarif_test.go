package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mdck/lint"
	"mdck/mdcheckpoint/protocols"
)

// sarifOf returns the SARIF log of files. The tests of package lint check logs against the schema.
func sarifOf(t testing.TB, dir string, files ...File) sarifRun {
	t.Helper()
	var b bytes.Buffer
	if err := SARIF(&b, files, Run{Dir: dir, Version: "devel", Rules: protocols.Default().Rules()}); err != nil {
		t.Fatal(err)
	}
	var log sarifLog
	decoder := json.NewDecoder(&b)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&log); err != nil {
		t.Fatal(err)
	}
	return log.Runs[0]
}

func ruled(d lint.Diagnostic, rule string) lint.Diagnostic {
	d.Rule, _ = protocols.Default().Rules().Find(rule)
	return d
}

func under(dir string, found ...lint.Diagnostic) File {
	return File{Shown: same, Diagnostics: found, Disk: func(path string) string { return filepath.Join(dir, filepath.FromSlash(path)) }}
}

func TestReferences(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{
		".ohrfc/a/checkpoint.md":    ".ohrfc/a/checkpoint.md",
		"with space/50%/#1?é🚲.md":   "with%20space/50%25/%231%3F%C3%A9%F0%9F%9A%B2.md",
		"c:drive/like.md":           "./c:drive/like.md",
		"not\xffutf8/[x]\n\\y\".md": "not%FFutf8/%5Bx%5D%0A%5Cy%22.md",
		"..dots/x.md":               "..dots/x.md",
	} {
		run := sarifOf(t, dir, under(dir, ruled(diagnostic(path, "«x»", "m", nil), "ohrfc/meta")))
		got := run.Results[0].Locations[0].Physical.Artifact
		if filepath.Separator == '/' && (got.URI != want || got.Base != "%SRCROOT%") {
			t.Errorf("%q: got %+v, want %s", path, got, want)
		}
	}
	outside := sarifOf(t, filepath.Join(dir, "sub"), under(filepath.Join(dir, "a b"), ruled(diagnostic("x.md", "«x»", "m", nil), "ohrfc/meta")))
	got := outside.Results[0].Locations[0].Physical.Artifact
	path := &url.URL{Path: strings.TrimPrefix(filepath.ToSlash(dir), "/") + "/a b/x.md"}
	if want := "file:///" + path.EscapedPath(); got.URI != want || got.Base != "" {
		t.Errorf("outside: got %+v, want %s", got, want)
	}
	lost := sarifOf(t, "", under(dir, ruled(diagnostic("x.md", "«x»", "m", nil), "ohrfc/meta")))
	if got := lost.Results[0].Locations[0].Physical.Artifact.URI; !strings.HasPrefix(got, "file:///") {
		t.Errorf("without a directory: got %s", got)
	}
	nameless := sarifOf(t, dir, File{Shown: func(string) string { return "-" }, Diagnostics: []lint.Diagnostic{ruled(diagnostic("x.md", "«x»", "m", nil), "ohrfc/meta")}})
	if got := nameless.Results[0].Locations[0].Physical.Artifact; got != (sarifArtifact{URI: "-"}) {
		t.Errorf("standard input: got %+v", got)
	}
}

func TestRules(t *testing.T) {
	var found []lint.Diagnostic
	for _, r := range slices.Backward(protocols.Default().Rules()) {
		found = append(found, ruled(diagnostic("a.md", "«x»", "m", nil), r.ID), ruled(diagnostic("b.md", "«x»", "m", nil), r.ID))
	}
	run := sarifOf(t, "", under("", found...))
	var ids, want []string
	for _, r := range run.Tool.Driver.Rules {
		ids = append(ids, r.ID)
	}
	for _, r := range protocols.Default().Rules() {
		want = append(want, r.ID)
	}
	if !slices.Equal(ids, want) {
		t.Errorf("got %q, want %q", ids, want)
	}
	for _, r := range run.Results {
		if ids[r.RuleIndex] != r.RuleID {
			t.Errorf("%s has index %d, which is %s", r.RuleID, r.RuleIndex, ids[r.RuleIndex])
		}
	}
	if rules := sarifOf(t, "").Tool.Driver.Rules; rules == nil || len(rules) > 0 {
		t.Errorf("without findings there are rules %v", rules)
	}
}

func fingerprintsOf(t *testing.T, found ...lint.Diagnostic) []string {
	t.Helper()
	var all []string
	for _, r := range sarifOf(t, "", under("", found...)).Results {
		all = append(all, r.Fingerprints[fingerprintKey])
	}
	return all
}

func TestFingerprints(t *testing.T) {
	finding := func(path, text, message, rule string) lint.Diagnostic {
		return ruled(diagnostic(path, text, message, nil), rule)
	}
	const long = "{\"some\": \"text of a line that is a whole file\", "
	base := finding("a.md", "# A\n\n- one «two»\n", "want 3 to 7 bullets, found 8", "ohrfc/meta")
	milder := base
	milder.Severity = lint.Warning
	for name, c := range map[string]struct {
		a, b lint.Diagnostic
		same bool
	}{
		"lines above":           {base, finding("a.md", "# A\n\nmore\n\n\n- one «two»\n", base.Message, "ohrfc/meta"), true},
		"lines below":           {base, finding("a.md", "# A\n\n- one «two»\nmore\n", base.Message, "ohrfc/meta"), true},
		"CRLF and a mark":       {base, finding("a.md", "\ufeff# A\r\n\r\n- one «two»\r\n", base.Message, "ohrfc/meta"), true},
		"an indent":             {base, finding("a.md", "\t- one «two»  ", base.Message, "ohrfc/meta"), true},
		"another count":         {base, finding("a.md", "- one «two»", "want 3 to 7 bullets, found 12", "ohrfc/meta"), true},
		"another hash":          {finding("a.md", "«x»", "has 4d8fc76c: x", "ohrfc/meta"), finding("a.md", "«x»", "has a5d3b0ec: x", "ohrfc/meta"), true},
		"another severity":      {base, milder, true},
		"the mark on its line":  {finding("a.md", "«x»", "m", "ohrfc/meta"), finding("a.md", "\ufeff«x»", "m", "ohrfc/meta"), true},
		"far parts of the line": {finding("a.md", strings.Repeat(long, 50)+"«x»"+strings.Repeat(long, 9), "m", "ohrfc/meta"), finding("a.md", strings.Repeat(long, 40)+"«x»"+strings.Repeat(long, 60), "m", "ohrfc/meta"), true},
		"another line":          {base, finding("a.md", "# A\n\n- one, «two»\n", base.Message, "ohrfc/meta"), false},
		"another number there":  {finding("a.md", "## Round 1«»", "m", "ohrfc/meta"), finding("a.md", "## Round 2«»", "m", "ohrfc/meta"), false},
		"another file":          {base, finding("b.md", "# A\n\n- one «two»\n", base.Message, "ohrfc/meta"), false},
		"other words for it":    {base, finding("a.md", "# A\n\n- one «two»\n", "bullets: 8, want 3 to 7", "ohrfc/meta"), true},
		"another name in it":    {finding("a.md", "«x»", `unknown key "a"`, "ohrfc/meta"), finding("a.md", "«x»", `unknown key "b"`, "ohrfc/meta"), false},
		"another rule":          {base, finding("a.md", "# A\n\n- one «two»\n", base.Message, "ohrfc/title"), false},
	} {
		a, b := fingerprintsOf(t, c.a), fingerprintsOf(t, c.b)
		if c.same != (a[0] == b[0]) {
			t.Errorf("%s: got %s and %s", name, a, b)
		}
		if both := fingerprintsOf(t, c.a, c.b); both[0] == both[1] {
			t.Errorf("%s: two findings of one run have %s", name, both)
		}
	}
	form := regexp.MustCompile(`^[0-9a-f]{32}:[0-9]+$`)
	all := fingerprintsOf(t, base, base, milder)
	for i, p := range all {
		if !form.MatchString(p) || !strings.HasSuffix(p, fmt.Sprint(":", i+1)) {
			t.Errorf("finding %d has %s", i, p)
		}
	}
}

func TestFingerprintsOfTwins(t *testing.T) {
	d := ruled(diagnostic("x/a.md", "one «two»\n", "m", nil), "ohrfc/meta")
	at := func(root string) File {
		return File{Shown: same, Path: d.Path, Disk: func(path string) string { return filepath.Join(root, path) }, Diagnostics: []lint.Diagnostic{d}}
	}
	of := func(dir string, files ...File) (all []string) {
		var b bytes.Buffer
		if err := SARIF(&b, files, Run{Dir: dir, Root: "/repo"}); err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`"mdckFinding/v1": "([^"]*)"`).FindAllStringSubmatch(b.String(), -1) {
			all = append(all, m[1])
		}
		return all
	}
	both := of("/repo", at("/repo"), at("/repo/pkg"))
	if len(both) != 2 || both[0] == both[1] {
		t.Fatalf("of two files: %q", both)
	}
	if alone := of("/repo/pkg", at("/repo/pkg")); len(alone) != 1 || alone[0] != both[1] {
		t.Errorf("of the second alone: %q, want %q", alone, both[1])
	}
}

func TestExplain(t *testing.T) {
	for _, r := range protocols.Default().Rules() {
		text, err := Explain(r)
		if err != nil {
			t.Fatal(err)
		}
		open := ""
		for line := range strings.Lines(text) {
			marks := line[:len(line)-len(strings.TrimLeft(line, "`"))]
			switch {
			case len(marks) < 3:
			case open == "":
				open = marks
			case len(marks) >= len(open):
				if line != open+"\n" {
					t.Errorf("%s: %q ends a fence", r.ID, line)
				}
				open = ""
			}
		}
		if open != "" || !strings.Contains(text, "**Good**") {
			t.Errorf("%s: got\n%s", r.ID, text)
		}
	}
}
