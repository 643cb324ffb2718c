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

// faults lists the rules with findings in the unchanged demonstration workspace.
const faults = "ohrfc/rfc-hash ohrfc/evidence-count"

func (c *client) opensAs(uri, text string) {
	c.t.Helper()
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "markdown", "version": 1, "text": text}})
}

// latestRules waits until the server has handled all messages. For each URI, it returns the rules
// of the latest findings.
func (c *client) latestRules() map[string]string {
	c.t.Helper()
	c.ask("shutdown", nil) // the server handles all earlier messages before a shutdown
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

// spellings returns the path of a checkpoint and three URIs of it: two spellings of the path, and
// one through a link.
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

// TestBesideByAnotherName checks that the server uses the buffer of another file of the checkpoint,
// even if the client opened that file by another URI.
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

// TestWatched checks that the server asks a client once to report changes of the files that
// findings depend on. It must not ask a client that does not support this.
func TestWatched(t *testing.T) {
	for capability, want := range map[string]int{"true": 1, "false": 0} {
		c := dial(t)
		c.initialize(`{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":` + capability + `}}}`)
		c.ask("textDocument/hover", at("/nowhere/x.md", 0, 0)) // wait until the server has handled all messages
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
