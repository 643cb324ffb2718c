package hook

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

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
		if text := fmt.Sprint(cut); text != fmt.Sprint(got) && text != fmt.Sprint(Input{}) {
			t.Fatalf("the beginning of %q is read as %+v, the whole as %+v", text, cut, got)
		}
	})
}

// decoded decodes an event with encoding/json; ok is false if the decoders may differ.
func decoded(text string) (want Input, ok bool) {
	text = strings.TrimPrefix(text, "\xef\xbb\xbf")
	var all map[string]any
	d := json.NewDecoder(strings.NewReader(text))
	if len(text) > maxInput || d.Decode(&all) != nil || all == nil {
		return want, false
	}
	again, err := json.Marshal(all)
	if err != nil || countTokens(string(again)) != countTokens(text[:d.InputOffset()]) {
		return want, false
	}
	tool, _ := all["tool_input"].(map[string]any)
	for key := range all {
		if spelledOtherwise(key, "cwd", "source", "stop_hook_active", "tool_input") {
			return want, false
		}
	}
	for key := range tool {
		if spelledOtherwise(key, "file_path", "path", "command") {
			return want, false
		}
	}
	want.Cwd, _ = all["cwd"].(string)
	want.Source, _ = all["source"].(string)
	active, ok := all["stop_hook_active"].(bool)
	want.First = ok && !active
	// skip events in which several keys name files, because the order in a map is random
	for _, key := range []string{"file_path", "path", "command"} {
		if _, there := tool[key]; there && len(tool) > 1 {
			return want, false
		}
		want.Files = append(want.Files, filesOf(key, tool[key])...)
	}
	want.Files = want.Files[:min(len(want.Files), maxFiles)]
	return want, true
}

func spelledOtherwise(key string, names ...string) bool {
	return !slices.Contains(names, key) && slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(key, name) })
}

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

// countTokens counts JSON tokens. It finds duplicate keys, which decoding drops.
func countTokens(text string) (n int) {
	for d := json.NewDecoder(strings.NewReader(text)); ; n++ {
		if _, err := d.Token(); err != nil {
			return n
		}
	}
}
