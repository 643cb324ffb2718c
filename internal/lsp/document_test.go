package lsp

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestDiagnostics(t *testing.T) {
	dir, file := demo(t)
	text := readFile(t, file)
	c := start(t)
	c.opens(file, text)
	clean := codes(c.wait(file, 1))
	c.changes(file, 2, change{Text: "# Nothing\n"})
	if got := c.wait(file, 2); !strings.Contains(codes(got), "ohrfc/title") {
		t.Errorf("found %v", got)
	}
	c.changes(file, 3, change{Text: text})
	if got := codes(c.wait(file, 3)); got != clean {
		t.Errorf("found %q, want %q", got, clean)
	}

	// The buffer of state.json counts, too.
	state := filepath.Join(filepath.Dir(file), "state.json")
	c.opens(state, readFile(t, state))
	c.wait(state, 1)
	c.wait(file, 3)
	c.changes(state, 2, change{Text: strings.Replace(readFile(t, state), `"checkpoint_version": `, `"checkpoint_version": 9`, 1)})
	if got := codes(c.wait(file, 3)); !strings.Contains(got, "ohrfc/state-mismatch") {
		t.Errorf("found %q with another state", got)
	}
	c.notify("textDocument/didClose", textDocument(state))
	if got := c.wait(state, 0); len(got) > 0 {
		t.Errorf("closed, it has %v", got)
	}
	if got := codes(c.wait(file, 3)); got != clean {
		t.Errorf("found %q, want %q: the file is as it was", got, clean)
	}

	// A claim in the checkpoint has the hash of rfc.md.
	rfc := filepath.Join(filepath.Dir(file), "rfc.md")
	put(t, rfc, "# Other\n")
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{}})
	if got := codes(c.wait(file, 3)); !strings.Contains(got, "ohrfc/rfc-hash") {
		t.Errorf("found %q with another rfc.md", got)
	}
	c.notify("textDocument/didSave", textDocument(file))
	c.wait(file, 3)

	// README.md is not a checkpoint.
	readme := filepath.Join(dir, "README.md")
	c.opens(readme, "#x \n")
	c.wait(file, 3)
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": "untitled:Untitled-1", "version": 1, "text": "x"}})
	c.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": "untitled:Untitled-1", "version": 2}, "contentChanges": []any{map[string]any{"text": "y"}}})
	c.changes(filepath.Join(dir, "never.md"), 2, change{Text: "x"})
	c.unread = nil
	c.leave()
	for _, m := range c.unread {
		t.Errorf("the server reports %v", m)
	}
}

func TestManyEdits(t *testing.T) {
	_, file := demo(t)
	text := readFile(t, file)
	c := start(t)
	c.opens(file, text)
	c.wait(file, 1)
	before := runtime.NumGoroutine()
	const edits = 2000
	for v := 2; v < edits; v += 2 {
		c.changes(file, v, change{Text: text + "é"})
		c.changes(file, v+1, change{Text: text})
	}
	c.changes(file, edits, change{Text: "# Nothing\n"})
	if got := codes(c.wait(file, edits)); !strings.Contains(got, "ohrfc/title") {
		t.Errorf("found %q", got)
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines, were %d", after, before)
	}
	c.leave()
}

func TestLargeDocument(t *testing.T) {
	_, file := demo(t)
	c := start(t)
	c.opens(file, strings.Repeat("é\n", 600<<10))
	if got := codes(c.wait(file, 1)); got != "any/too-large" {
		t.Errorf("found %q", got)
	}
	for _, method := range []string{"textDocument/hover", "textDocument/codeAction"} {
		if m := c.ask(method, at(file, 0, 0)); m["error"] != nil {
			t.Errorf("%s: %v", method, m["error"])
		}
	}
	if m := c.ask("textDocument/formatting", textDocument(file)); m["error"] == nil {
		t.Error("it is formatted")
	}
	c.leave()
}

func TestConfiguration(t *testing.T) {
	dir, file := demo(t)
	c := start(t)
	c.opens(file, readFile(t, file))
	clean := codes(c.wait(file, 1))

	settings := filepath.Join(dir, ".mdck.yaml")
	put(t, settings, "budgets:\n  ohrfc:\n    lines: 3\n")
	c.opens(settings, readFile(t, settings))
	c.changes(file, 2)
	if got := codes(c.wait(file, 2)); !strings.Contains(got, "ohrfc/line-budget") {
		t.Errorf("found %q", got)
	}

	broken := "# «»\nbudgets:\n  ohrfc:\n    limes: 3\n"
	put(t, settings, broken)
	c.changes(settings, 2, change{Text: broken})
	c.notify("textDocument/didSave", textDocument(settings))
	got := c.wait(settings, 2)
	if len(got) != 1 || got[0].Range.Start != (position{3, 4}) || !strings.Contains(got[0].Message, "limes") {
		t.Errorf("found %v in the configuration", got)
	}
	c.changes(file, 3)
	if got := c.wait(file, 3); len(got) > 0 {
		t.Errorf("found %v without a configuration", got)
	}
	c.changes(file, 4)
	c.wait(file, 4)
	if shown := countSent(c, "window/showMessage"); shown != 1 {
		t.Errorf("the server showed %d messages", shown)
	}

	put(t, settings, "ignore: [.ohrfc/]\n")
	c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{}})
	if got := c.wait(file, 4); len(got) > 0 {
		t.Errorf("found %v in what is ignored", got)
	}
	if err := os.Remove(settings); err != nil {
		t.Fatal(err)
	}
	c.changes(file, 5)
	if got := codes(c.wait(file, 5)); got != clean {
		t.Errorf("found %q, want %q", got, clean)
	}
	c.leave()
}

func countSent(c *client, method string) int {
	c.t.Helper()
	c.ask("nonsense", nil)
	return c.counts[method]
}
