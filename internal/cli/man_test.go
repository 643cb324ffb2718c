package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mdck/internal/roff"
)

// TestManPages holds that docs/man has the pages that mdck man --dir writes, and no
// others.
func TestManPages(t *testing.T) {
	dir := filepath.Join("..", "..", "docs", "man")
	pages, err := manPages()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if err := writeManPages(dir); err != nil {
			t.Fatal(err)
		}
	}
	known := map[string]bool{}
	for _, p := range pages {
		known[p.name] = true
		if got, err := os.ReadFile(filepath.Join(dir, p.name)); err != nil || string(got) != p.text {
			t.Errorf("docs/man/%s is stale (%v): run go test ./internal/cli -update", p.name, err)
		}
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !known[e.Name()] {
			t.Errorf("docs/man/%s is the page of no command", e.Name())
		}
	}
}

// TestManSays holds that nothing which --help says of flags and arguments is missing in
// the manual, and that every command has an example there.
func TestManSays(t *testing.T) {
	for _, c := range withBelow(commands()) {
		page, err := manPageOf(strings.Fields(c.name))
		if err != nil {
			t.Fatal(err)
		}
		node, err := c.node()
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range node.Flags {
			if !f.Hidden && f.Name != "help" && !strings.Contains(page, manFlag(f)+"\n"+roff.Escape(f.Help)) {
				t.Errorf("mdck man %s says nothing of --%s", c.name, f.Name)
			}
		}
		for _, a := range node.Positional {
			if !strings.Contains(page, roff.Italic(a.Summary())+"\n"+roff.Escape(a.Help)) {
				t.Errorf("mdck man %s says nothing of %s", c.name, a.Summary())
			}
		}
		if !strings.Contains(page, "\n"+roff.Escape("mdck "+c.name)) {
			t.Errorf("mdck man %s has no example of it", c.name)
		}
	}
}

// TestWrapExample holds that what is broken fits, and is the same again when the breaks
// are taken out: by a shell, or by a reader of a row.
func TestWrapExample(t *testing.T) {
	again := strings.NewReplacer(" \\\n    ", " ")
	for _, c := range withBelow(commands()) {
		for line := range strings.Lines(c.help) {
			line, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "    ")
			if !ok || line == "" {
				continue
			}
			lines := wrapExample(line)
			whole := again.Replace(strings.Join(lines, "\n"))
			if gap(line) > 0 {
				whole, line = strings.Join(strings.Fields(whole), " "), strings.Join(strings.Fields(line), " ")
			}
			if whole != line {
				t.Errorf("%s: %q becomes %q", c.name, line, lines)
			}
			for _, l := range lines {
				if len(l) > manWidth && !strings.ContainsAny(l, `"'`) {
					t.Errorf("%s: %d columns: %q", c.name, len(l), l)
				}
			}
		}
	}
	if got := wrapExample("mdck a " + strings.Repeat("x", 40) + " --b '" + strings.Repeat("y ", 15) + "' | cat"); len(got) != 2 || !strings.HasSuffix(got[0], " --b \\") {
		t.Errorf("%q", got)
	}
}

// TestManForeign holds that a page which somebody else wrote is left alone, and all
// others then, too; and that old pages of ours are replaced.
func TestManForeign(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "man1")
	if err := writeManPages(dir); err != nil {
		t.Fatal(err)
	}
	mine := filepath.Join(dir, "mdck-lint.1")
	before, err := os.ReadFile(filepath.Join(dir, "mdck.1"))
	if err != nil {
		t.Fatal(err)
	}
	stale := roff.Mark + "old\n"
	for _, name := range []string{"mdck.1", "mdck-fmt.1"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(stale), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(mine, []byte(".TH MINE 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := writeManPages(dir); err == nil || !strings.Contains(err.Error(), "mdck-lint.1") {
		t.Errorf("got %v", err)
	}
	if got, _ := os.ReadFile(filepath.Join(dir, "mdck.1")); string(got) != stale {
		t.Error("a page was written though another was refused")
	}
	if err := os.Remove(mine); err != nil {
		t.Fatal(err)
	}
	if err := writeManPages(dir); err != nil {
		t.Fatal(err)
	}
	if got, _ := os.ReadFile(filepath.Join(dir, "mdck.1")); !bytes.Equal(got, before) {
		t.Error("a stale page stays")
	}
}
