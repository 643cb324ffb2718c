package report

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func diff(t testing.TB, name, before, after string, exists bool) string {
	t.Helper()
	var b strings.Builder
	if err := Diff(&b, name, before, after, exists); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

type change struct {
	name, before, after string
	exists              bool
}

func randomChanges(n int) []change {
	r := rand.New(rand.NewPCG(7, 11))
	text := func(lines int) []string {
		all := make([]string, lines)
		for i := range all {
			all[i] = fmt.Sprintf("line %d%s", r.IntN(9), []string{"\n", "\n", "\r\n"}[r.IntN(3)])
		}
		return all
	}
	whole := func(lines []string, open bool) string {
		joined := strings.Join(lines, "")
		if open {
			return strings.TrimRight(joined, "\r\n")
		}
		return joined
	}
	all := make([]change, n)
	for i := range all {
		before := text(r.IntN(60))
		after := append([]string{}, before...)
		for range r.IntN(12) {
			at := r.IntN(len(after) + 1)
			to := min(at+r.IntN(3), len(after))
			after = append(append(append([]string{}, after[:at]...), text(r.IntN(3))...), after[to:]...)
		}
		c := change{name: fmt.Sprintf("file%d.md", i), before: whole(before, r.IntN(4) == 0), after: whole(after, r.IntN(4) == 0), exists: true}
		switch i % 16 {
		case 0:
			c.before, c.exists = "", i%32 == 0
		case 1:
			c.after = ""
		}
		all[i] = c
	}
	return all
}

func TestRandomDiffs(t *testing.T) {
	for _, c := range randomChanges(1000) {
		checkDiff(t, c.before, c.after)
	}
}

var hostileNames = []struct{ name, from string }{
	{"plain.md", "a/plain.md"},
	{"with space.md", "a/with space.md\t"},
	{"date 2026-11-04 08:12:44.000000000 +0000", "a/date 2026-11-04 08:12:44.000000000 +0000\t"},
	{" leading", "a/ leading\t"},
	{"trailing ", "a/trailing \t"},
	{"dir one/.ohrfc/x/checkpoint.md", "a/dir one/.ohrfc/x/checkpoint.md\t"},
	{"quote\".md", `"a/quote\".md"`},
	{"quote \"and space", `"a/quote \"and space"` + "\t"},
	{`back\slash`, `"a/back\\slash"`},
	{"tab\there", `"a/tab\there"`},
	{"line\nfeed", `"a/line\nfeed"`},
	{"\a\b\v\f\r\x01\x1b\x7f", `"a/\a\b\v\f\r\001\033\177"`},
	{"größe.md", `"a/gr\303\266\303\237e.md"`},
	{"検査", `"a/\346\244\234\346\237\273"`},
	{"bytes\xff\xfe", `"a/bytes\377\376"`},
	{"'single'", "a/'single'"},
	{"a => b {c}", "a/a => b {c}\t"},
}

func TestDiffNames(t *testing.T) {
	for _, c := range hostileNames {
		to := strings.Replace(c.from, "a/", "b/", 1)
		want := "--- " + c.from + "\n+++ " + to + "\n@@ -1 +1 @@\n-x\n+y\n"
		if got := diff(t, c.name, "x\n", "y\n", true); got != want {
			t.Errorf("name %q: got\n%q, want\n%q", c.name, got, want)
		}
	}
}

func TestDiffHeader(t *testing.T) {
	for _, c := range []struct {
		name   string
		exists bool
		want   string
	}{
		{"/tmp/x.md", true, "--- a/tmp/x.md\n+++ b/tmp/x.md\n"},
		{"../up/x.md", true, "--- a/../up/x.md\n+++ b/../up/x.md\n"},
		{"new file", false, "--- /dev/null\n+++ b/new file\t\n"},
		{"né", false, "--- /dev/null\n+++ \"b/n\\303\\251\"\n"},
	} {
		if got := diff(t, c.name, "", "y\n", c.exists); got != c.want+"@@ -0,0 +1 @@\n+y\n" {
			t.Errorf("name %q: got %q", c.name, got)
		}
	}
}

func TestDiffCap(t *testing.T) {
	var before, after strings.Builder
	for i := range maxDiffLines {
		fmt.Fprintf(&before, "%d\n", i)
		fmt.Fprintf(&after, "%d\n", i*2)
	}
	patch := diff(t, "x", before.String(), after.String(), true)
	if got := applyPatch(t, before.String(), readPatch(t, patch)); got != after.String() {
		t.Error("the diff of two long texts does not give the second")
	}
}

func TestGitApplies(t *testing.T) {
	git, err := exec.LookPath("git")
	if err != nil {
		t.Skip("git is not installed")
	}
	changes := randomChanges(300)
	for i, n := range hostileNames {
		if runtime.GOOS == "windows" && strings.ContainsAny(n.name, "\"\\\t\n\a\b\v\f\r\x01\x1b\x7f:> ") ||
			runtime.GOOS != "linux" && strings.Contains(n.name, "\xff") {
			continue // names that the file system refuses
		}
		changes = append(changes, change{n.name, "a\nb\n", "a\nc\n", i%2 == 0})
	}
	dir := t.TempDir()
	var patch strings.Builder
	for i := range changes {
		c := &changes[i]
		if c.exists {
			write(t, filepath.Join(dir, c.name), c.before)
		} else {
			c.before = ""
		}
		patch.WriteString(diff(t, c.name, c.before, c.after, c.exists))
	}
	cmd := exec.Command(git, "-c", "core.autocrlf=false", "apply", "--whitespace=nowarn", "-")
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(patch.String())
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v\n%s", err, out)
	}
	for _, c := range changes {
		got, err := os.ReadFile(filepath.Join(dir, c.name))
		if c.before == c.after && !c.exists {
			continue // no diff, so no file
		}
		if err != nil || string(got) != c.after {
			t.Errorf("%q is %q (%v), want %q", c.name, got, err, c.after)
		}
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func BenchmarkDiff(b *testing.B) {
	var before strings.Builder
	for i := range 200 {
		fmt.Fprintf(&before, "- bullet number %d of a checkpoint\n", i)
	}
	after := strings.Replace(before.String(), "number 17 ", "number seventeen ", 1)
	b.SetBytes(int64(before.Len()))
	b.ReportAllocs()
	for b.Loop() {
		diff(b, "x", before.String(), after, true)
	}
}
