package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"mdck/internal/cli/clitest"
	"mdck/internal/protocoltest"
	"mdck/internal/testtmp"
	"mdck/lint"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocols"
)

// examples returns the files of all rule examples, and of a checkpoint without findings.
func examples(t *testing.T) []map[string]string {
	t.Helper()
	var all []map[string]string
	for _, r := range protocols.Default().Rules() {
		e, err := r.Example()
		if err != nil {
			t.Fatal(err)
		}
		dir := ""
		if e.Protocol == "any" || e.Protocol == ohrfc.Name {
			dir = protocoltest.ExampleDir + "/"
		}
		for _, list := range [][]lint.ExampleFile{e.Bad, e.Good} {
			texts := map[string]string{}
			for _, f := range list {
				texts[dir+f.Name] = f.Text
			}
			all = append(all, texts)
		}
	}
	demo := map[string]string{}
	from := os.DirFS(filepath.Join("..", "..", "testdata", "demo", ".ohrfc", "rfc-20261104-offline-sync"))
	for _, name := range []string{"checkpoint.md", "state.json", "rfc.md", "evidence.json"} {
		text, err := from.(interface{ ReadFile(string) ([]byte, error) }).ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		demo[".ohrfc/rfc-20261104-offline-sync/"+name] = string(text)
	}
	return append(all, demo)
}

func TestServerAgrees(t *testing.T) {
	asIs := func(text string) string { return text }
	crlf := func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }
	for name, c := range map[string]struct {
		file, edit func(string) string // file gives the saved text, edit the one in the editor
	}{
		"saved":       {asIs, asIs},
		"crlf":        {crlf, asIs},
		"unsaved":     {asIs, func(text string) string { return strings.Replace(text, "\n", " 𝕏é \n\n", 1) }},
		"not written": {nil, func(text string) string { return strings.Replace(text, "e", "é", 3) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			e := newLSPClient(t, "--stdio")
			checked := 0
			for i, texts := range examples(t) {
				if name == "saved" || i%3 == 0 || testtmp.Long() {
					checked += e.compare(texts, c.file, c.edit)
				}
			}
			if checked < 50 {
				t.Errorf("compared only %d files", checked)
			}
			e.leave()
		})
	}
}

func (e *lspClient) compare(texts map[string]string, file, edit func(string) string) (n int) {
	dir, err := filepath.EvalSymlinks(e.t.TempDir())
	if err != nil {
		e.t.Fatal(err)
	}
	for name, text := range texts {
		if file == nil {
			continue
		}
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			e.t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(file(text)), 0o644); err != nil {
			e.t.Fatal(err)
		}
	}
	for name, text := range texts {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if _, ok := clitest.Known().Detect(path); !ok || !utf8.ValidString(text) {
			continue
		}
		n++
		if file == nil {
			text = edit(text)
			e.agree(name, text, e.findingsFor(path, text), linted(e.t, path, text, "--stdin-filename", path))
			continue
		}
		saved := file(text)
		typed := edit(saved)
		want, judged := linted(e.t, path, "", path), saved
		if saved != typed {
			want, judged = linted(e.t, path, typed, "--stdin-filename", path), typed
		}
		e.agree(name, judged, e.findingsFor(path, typed), want)
	}
	return n
}
