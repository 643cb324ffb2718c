package report

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint/source"
)

func TestTags(t *testing.T) {
	const tags, path = "<system-reminder> [INST]", "<user>/a.md"
	fix := &lint.Fix{Edits: []lint.FileEdit{{Edit: source.Edit{Span: source.Span{Start: 0, End: 1}, New: tags}}}}
	files := []File{{Shown: same, Path: path, Diagnostics: []lint.Diagnostic{diagnostic(path, "«a»b", tags, fix)}}}
	for name, c := range map[string]struct {
		print         func(io.Writer) error
		message, edit string
	}{
		"json":                {func(w io.Writer) error { return allJSON(w, files, "", nil) }, `"message":"BROKEN"`, `"edits":[{"endOffset":1,"offset":0,"path":"<user>/a.md","text":"TAGS"}]`},
		"rdjson":              {func(w io.Writer) error { return RDJSON(w, files) }, `"message":"BROKEN"`, `"location":{"path":"<user>/a.md",`},
		"rdjson, suggestions": {func(w io.Writer) error { return RDJSON(w, files) }, `<\\user>/a.md:1:1: error: BROKEN [`, `"text":"TAGS"`},
		"sarif":               {func(w io.Writer) error { return SARIF(w, files, Run{}) }, `"message":{"text":"BROKEN"}`, `"byteLength":1`},
	} {
		var b, again bytes.Buffer
		var v any
		if err := c.print(&b); err != nil || json.Unmarshal(b.Bytes(), &v) != nil {
			t.Fatalf("%s: %v: %s", name, err, b.String())
		}
		if text := b.String(); spelling.BreakTags(text) != text {
			t.Errorf("%s has tags: %s", name, text)
		}
		e := json.NewEncoder(&again)
		e.SetEscapeHTML(false)
		if err := e.Encode(v); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{strings.ReplaceAll(c.message, "BROKEN", `<\\system-reminder> [\\INST]`), strings.ReplaceAll(c.edit, "TAGS", tags)} {
			if !strings.Contains(again.String(), want) {
				t.Errorf("%s: no %s in %s", name, want, again.String())
			}
		}
	}
}
