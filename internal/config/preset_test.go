package config

import (
	"strings"
	"testing"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/protocols"
	"mdck/mdcheckpoint/yamldoc"
)

func TestAddPreset(t *testing.T) {
	p := &protocol.Preset{Key: "formats", Name: "x-md", Fields: [][2]string{{"files", `["**/X.md"]`}, {"lines", "2"}}}
	const entry = "x-md:\n    files: [\"**/X.md\"]\n    lines: 2\n"
	for name, c := range map[string]struct{ before, want string }{
		"nothing":            {"", "formats:\n  " + entry},
		"a comment":          {"# ours\n", "# ours\nformats:\n  " + entry},
		"another key":        {"team: CIA\n", "team: CIA\nformats:\n  " + entry},
		"no final newline":   {"team: CIA", "team: CIA\nformats:\n  " + entry},
		"a format":           {"formats:\n  a:\n    files: [A.md]\n", "formats:\n  a:\n    files: [A.md]\n  " + entry},
		"a format, then":     {"formats:\n  a: {files: [A.md]} # ours\nteam: CIA\n", "formats:\n  a: {files: [A.md]} # ours\n  " + entry + "team: CIA\n"},
		"deeper":             {"formats:\n      a:\n        files: [A.md]", "formats:\n      a:\n        files: [A.md]\n      " + strings.ReplaceAll(entry, "\n    ", "\n        ")},
		"CRLF":               {"formats:\r\n  a: {files: [A.md]}\r\n", "formats:\r\n  a: {files: [A.md]}\r\n  " + strings.ReplaceAll(entry, "\n", "\r\n")},
		"byte order mark":    {"\ufeffteam: CIA\n", "\ufeffteam: CIA\nformats:\n  " + entry},
		"formats in a line":  {"formats: {a: {files: [A.md]}}\n", ""},
		"all in a line":      {"{team: CIA}\n", ""},
		"formats of nothing": {"formats:\n", "formats:\n  " + entry},
		"no format":          {"formats: {} # none\nteam: CIA\n", "formats: # none\n  " + entry + "team: CIA\n"},
		"no formats":         {"formats: 7\n", ""},
		"not YAML":           {"formats: [\n", ""},
	} {
		got, err := AddPreset(c.before, p)
		if (err != nil) != (c.want == "") || err == nil && got != c.want {
			t.Errorf("%s: got %q, %v; want %q", name, got, err, c.want)
		}
		if err != nil {
			continue
		}
		if again, err := AddPreset(got, p); again != got || err != nil {
			t.Errorf("%s: the second time %q, %v", name, again, err)
		}
	}
}

func TestPresets(t *testing.T) {
	keys, text := newKeySet(protocols.Default()), ""
	for _, p := range protocols.Default().Presets() {
		after, err := AddPreset(text, &p)
		if err != nil {
			t.Fatal(err)
		}
		text = after
	}
	doc, err := yamldoc.Parse(Name, text)
	if err != nil {
		t.Fatal(err)
	}
	if problems := keys.check(doc); len(problems) > 0 || len(doc.Root.Get("formats").Members) < 3 {
		t.Errorf("%v in\n%s", problems, text)
	}
}
