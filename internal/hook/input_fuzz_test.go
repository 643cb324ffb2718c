package hook

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// FuzzInput states what is read of an event: what encoding/json reads of it as a whole,
// whatever stands behind it, and of one that was cut short no file that the whole one has
// not, and never that nothing kept the agent from ending.
func FuzzInput(f *testing.F) {
	for _, text := range []string{
		`{"cwd":"/w","source":"startup","stop_hook_active":false}`,
		`{"tool_input":{"file_path":"a.md","path":"b.md"},"cwd":1,"stop_hook_active":"false"}`,
		`{"tool_input":{"command":["apply_patch","*** Add File: a\n*** Update File: b\n*** Move to: c\n"]}}`,
		`{"tool_input":{"command":"*** Add File: \u0061 \n"},"cwd":"é"} trailing`,
		`{"x":{"cwd":"no","tool_input":{"path":"no"}},"y":[{"cwd":"no"}]}`,
		"\xef\xbb\xbf{\"cwd\":\"a\"}", `[{"cwd":"a"}]`, `{`, `""`, strings.Repeat("[", 70),
	} {
		f.Add(text, uint16(len(text)/2))
	}
	f.Fuzz(func(t *testing.T, text string, at uint16) {
		got := ReadInput(strings.NewReader(text))
		if want, ok := decoded(text); ok && (got.Cwd != want.Cwd || got.Source != want.Source || got.First != want.First || !slices.Equal(got.Files, want.Files)) {
			t.Fatalf("%q is read as %+v, want %+v", text, got, want)
		}
		cut := ReadInput(strings.NewReader(text[:int(at)%(len(text)+1)]))
		if len(cut.Files) > maxFiles || len(cut.Files) > len(got.Files) || !slices.Equal(cut.Files, got.Files[:len(cut.Files)]) {
			t.Fatalf("the beginning of %q has files %q, the whole %q", text, cut.Files, got.Files)
		}
		if cut.First && !got.First {
			t.Fatalf("the beginning of %q says that nothing kept the agent from ending", text)
		}
	})
}

// decoded reads an event by way of encoding/json; not ok if it cannot be compared: it is
// no object, has a key twice, other than by letter case too, or is larger than is read.
func decoded(text string) (want Input, ok bool) {
	text = strings.TrimPrefix(text, "\xef\xbb\xbf")
	var all map[string]any
	d := json.NewDecoder(strings.NewReader(text))
	if len(text) > maxInput || d.Decode(&all) != nil || all == nil {
		return want, false
	}
	again, err := json.Marshal(all)
	if err != nil || countTokens(string(again)) != countTokens(text[:d.InputOffset()]) || nested(all) > maxDepth {
		return want, false
	}
	want.Cwd, _ = all["cwd"].(string)
	want.Source, _ = all["source"].(string)
	active, ok := all["stop_hook_active"].(bool)
	want.First = ok && !active
	// The order of files is that of the keys, which a map does not have: one key alone.
	tool, _ := all["tool_input"].(map[string]any)
	for _, key := range []string{"file_path", "path", "command"} {
		if _, there := tool[key]; there && len(tool) > 1 {
			return want, false
		}
		want.Files = append(want.Files, filesOf(key, tool[key])...)
	}
	want.Files = want.Files[:min(len(want.Files), maxFiles)]
	return want, true
}

// filesOf are the files that the value of a key of tool_input names.
func filesOf(key string, value any) (files []string) {
	switch value := value.(type) {
	case string:
		if key == "command" {
			return patched(value)
		}
		if value != "" {
			return []string{value}
		}
	case []any:
		for _, one := range value {
			if text, ok := one.(string); ok && key == "command" {
				files = append(files, patched(text)...)
			}
		}
	}
	return slices.DeleteFunc(files, func(file string) bool { return file == "" })
}

// countTokens is how many tokens a text has: more than are left of it if a key is there twice.
func countTokens(text string) (n int) {
	for d := json.NewDecoder(strings.NewReader(text)); ; n++ {
		if _, err := d.Token(); err != nil {
			return n
		}
	}
}

func nested(v any) (deepest int) {
	switch v := v.(type) {
	case map[string]any:
		for _, below := range v {
			deepest = max(deepest, nested(below))
		}
		return deepest + 1
	case []any:
		for _, below := range v {
			deepest = max(deepest, nested(below))
		}
		return deepest + 1
	}
	return 0
}
