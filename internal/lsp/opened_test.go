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

// faults are what is found in the demonstration workspace as it is.
const faults = "ohrfc/rfc-hash ohrfc/evidence-count"

// opensAs opens a text under a URI.
func (c *client) opensAs(uri, text string) {
	c.t.Helper()
	c.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": uri, "languageId": "markdown", "version": 1, "text": text}})
}

// told are the findings that the client was told of last, by URI, once all that was sent
// has been worked on.
func (c *client) told() map[string]string {
	c.t.Helper()
	c.ask("shutdown", nil) // which judges first
	out := map[string]string{}
	for _, m := range c.said {
		if m["method"] == "textDocument/publishDiagnostics" {
			var p diagnosticsParams
			reread(c.t, m["params"], &p)
			out[p.URI] = codes(p.Diagnostics)
		}
	}
	return out
}

// spellings are the URIs of one checkpoint: two of its path, and one over a link.
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

// TestOneFileManyURIs checks that each document has findings of its own, under the URI
// that it was opened with, until it is closed, however many there are of the file.
func TestOneFileManyURIs(t *testing.T) {
	file, plain, escaped, linked := spellings(t)
	good := readFile(t, file)
	bad := strings.Replace(good, "- last_phase", "- Last_phase", 1)
	all := []string{plain, escaped, linked}
	for i, broken := range all {
		c := start(t, utf16Units)
		for _, uri := range all {
			c.opensAs(uri, map[bool]string{true: bad, false: good}[uri == broken])
		}
		for uri, found := range c.told() {
			if (found != faults) != (uri == broken) {
				t.Errorf("document %d is broken, %s has %q", i, uri, found)
			}
		}
	}
	c := start(t, utf16Units)
	for _, uri := range all {
		c.opensAs(uri, bad)
	}
	c.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": escaped}})
	got := c.told()
	if got[escaped] != "" || got[plain] == faults || got[plain] == "" || got[linked] != got[plain] {
		t.Errorf("when one is closed: %q", got)
	}
}

// TestBesideByAnotherName checks that what is typed into a file beside the checkpoint
// counts, by whatever name that was opened, and the last to be typed if by several.
func TestBesideByAnotherName(t *testing.T) {
	file, plain, _, linked := spellings(t)
	good, state := readFile(t, file), readFile(t, filepath.Join(filepath.Dir(file), "state.json"))
	broken := strings.Replace(state, `"strictness": "`, `"strictness": "un`, 1)
	if broken == state {
		t.Fatal("nothing was changed")
	}
	beside := func(uri string) string { return strings.Replace(uri, "checkpoint.md", "state.json", 1) }
	for name, c := range map[string]struct {
		first, second string // texts of the state, by its own name and over the link
		clean         bool
	}{"over the link": {"", broken, false}, "last by its name": {state, broken, false}, "mended last": {broken, state, true}} {
		t.Run(name, func(t *testing.T) {
			client := start(t, utf16Units)
			client.opensAs(plain, good)
			if c.first != "" {
				client.opensAs(beside(plain), c.first)
			}
			client.opensAs(beside(linked), c.second)
			if got := client.told(); (got[plain] == faults) != c.clean {
				t.Errorf("found %q", got)
			}
		})
	}
}

// TestWatched checks which files the client is asked to watch, and that it is asked again
// when documents and configurations come and go.
func TestWatched(t *testing.T) {
	dir, file := demo(t)
	config := filepath.Join(dir, ".mdck.yaml")
	t.Setenv("SDD_PROGRESS_FILE", "")
	c := dial(t)
	c.initialize(`{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}}`)
	watched := map[string][]string{} // by registration
	now := func() (all []string) {
		t.Helper()
		c.ask("textDocument/hover", at(file, 0, 0)) // what was sent has been worked on
		c.ask("textDocument/hover", at(file, 0, 0)) // and what is watched was thought of
		for _, m := range c.said {
			var p struct {
				Registrations    []registration
				Unregisterations []unregistration
			}
			reread(t, m["params"], &p)
			for _, r := range p.Registrations {
				for _, w := range r.Options.Watchers {
					watched[r.ID] = append(watched[r.ID], w.GlobPattern)
				}
			}
			for _, r := range p.Unregisterations {
				delete(watched, r.ID)
			}
		}
		c.said = nil
		if len(watched) != 1 {
			t.Fatalf("there are registrations %v", watched)
		}
		for _, w := range watched {
			all = w
		}
		return all
	}
	expect := func(when string, more ...string) {
		t.Helper()
		if got, want := now(), append(alwaysWatched(protocols.Default()), more...); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", when, got, want)
		}
	}
	expect("at first")
	c.opens(file, readFile(t, file))
	c.wait(file, 1)
	expect("with a checkpoint")
	put(t, config, "baseline: known.txt\nformats:\n  a: {files: ['notes/*.mdc', '**/HAND.markdown', docs/x.md, .hidden.md], lines: 9}\n")
	changed := func() {
		c.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": uriOf(config), "type": 2}}})
		c.wait(file, 0)
	}
	changed()
	expect("with formats", "**/.hidden.md", "**/HAND.markdown", "**/known.txt", "**/notes/*.mdc")
	put(t, config, "formats: {\n")
	changed()
	expect("with a broken configuration")
	put(t, config, "baseline: known.txt\n")
	changed()
	expect("mended", "**/known.txt")
	c.notify("textDocument/didClose", textDocument(file))
	expect("with nothing open")
	c.leave()
}
