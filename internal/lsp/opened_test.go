package lsp

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"mdck/mdcheckpoint/protocols"
)

const faults = "ohrfc/rfc-hash ohrfc/evidence-count"

func (c *client) opensAs(uri, text string) {
	c.t.Helper()
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "markdown", "version": 1, "text": text}})
}

func (c *client) latestRules() map[string]string {
	c.t.Helper()
	c.ask("shutdown", nil) // waits for all earlier messages
	out := map[string]string{}
	for _, m := range c.unread {
		if m["method"] == "textDocument/publishDiagnostics" {
			var p diagnosticsParams
			reread(c.t, m["params"], &p)
			out[string(p.URI)] = codes(p.Diagnostics)
		}
	}
	return out
}

func spellings(t *testing.T) (file, plain, escaped, linked string) {
	t.Helper()
	dir, file := demo(t)
	link := filepath.Join(files(t, nil), "link")
	if err := os.Symlink(dir, link); err != nil {
		if runtime.GOOS == "windows" {
			t.Skip("links need a right here")
		}
		t.Fatal(err)
	}
	rel, err := filepath.Rel(dir, file)
	if err != nil {
		t.Fatal(err)
	}
	plain = uriOf(file)
	return file, plain, strings.Replace(plain, "checkpoint", "%63heckpoint", 1), uriOf(filepath.Join(link, rel))
}

func TestBesideByAnotherName(t *testing.T) {
	file, plain, _, linked := spellings(t)
	good, state := readFile(t, file), readFile(t, filepath.Join(filepath.Dir(file), "state.json"))
	broken := strings.Replace(state, `"strictness": "`, `"strictness": "un`, 1)
	if broken == state {
		t.Fatal("nothing was changed")
	}
	beside := func(uri string) string { return strings.Replace(uri, "checkpoint.md", "state.json", 1) }
	client := start(t)
	client.opensAs(plain, good)
	client.opensAs(beside(linked), broken)
	if got := client.latestRules(); got[plain] == faults {
		t.Errorf("found %q", got)
	}
}

func TestWatched(t *testing.T) {
	for capability, want := range map[string]int{"true": 1, "false": 0} {
		c := dial(t)
		c.initialize(`{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":` + capability + `}}}`)
		c.ask("textDocument/hover", at("/nowhere/x.md", 0, 0)) // wait for all messages
		n := 0
		for _, m := range c.unread {
			var p struct{ Registrations []registration }
			reread(t, m["params"], &p)
			for _, r := range p.Registrations {
				n++
				var all []string
				for _, w := range r.Options.Watchers {
					all = append(all, w.GlobPattern)
				}
				if !slices.Equal(all, watched(protocols.Default())) || !slices.Contains(all, "**/*.md") || !slices.Contains(all, "**/.mdck.yaml") {
					t.Errorf("watched are %q", all)
				}
			}
		}
		if n != want {
			t.Errorf("%s: %d registrations, want %d", capability, n, want)
		}
		c.leave()
	}
}
