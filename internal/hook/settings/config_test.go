package settings

import (
	"strings"
	"testing"

	"mdck/internal/hook"
)

func TestTOML(t *testing.T) {
	for text, want := range map[string]string{
		"[features]\nhooks = false":                                   "false",
		"x = 1\n\n  [ features ] # f\nother = 2\n\n\thooks=false # h": "false",
		"features.hooks = false\n[x]\nhooks = true":                   "false",
		"features . \"hooks\" = 'false'":                              "false",
		"features = { a = 1, hooks = false, b = 2 }":                  "false",
		"['features']\n\"hooks\" = \"a\"\r\n":                         "a",
		"[features]\ncodex_hooks = false\nhooks = true":               "true",
		"[features]\na = [\n  1,\n]\nhooks = false":                   "false",
		"[[features]]\nhooks = true":                                  "true",
		"[features]\n# hooks = false":                                 "-",
		"[features.hooks]\nx = false":                                 "-",
		"[feature]\nhooks = false":                                    "-",
		"[features]\n[x]\nhooks = false":                              "-",
		"a = \"\"\"\n[features]\nhooks = false\n\"\"\"":               "-",
		"features = { codex_hooks = false }":                          "-",
		"hooks = false":                                               "-",
		"":                                                            "-",
	} {
		if got := strings.Join(append(TOML(text)("features\x00hooks"), "-")[:1], ""); got != want {
			t.Errorf("%q has %q, want %q", text, got, want)
		}
	}
	for _, key := range []string{`"/a b/c.d]"`, `'/a b/c.d]'`} {
		if got := TOML("[projects." + key + "]\ntrust_level = \"trusted\"")("projects\x00/a b/c.d]\x00trust_level"); len(got) != 1 || got[0] != "trusted" {
			t.Errorf("%s has %q", key, got)
		}
	}
	if got := TOML(`[p."C:\\a"]` + "\nx = true\n")("p\x00C:\\a\x00x"); len(got) != 1 {
		t.Errorf("a path of Windows has %q", got)
	}
}

func TestTrusted(t *testing.T) {
	for text, want := range map[string]string{
		`{"/a/b": "TRUST_FOLDER"}`:                                 "TRUST_FOLDER",
		`{"/a": "TRUST_FOLDER"}`:                                   "TRUST_FOLDER",
		`{"/a/b/": "TRUST_FOLDER"}`:                                "TRUST_FOLDER",
		`{"/a/b/c": "TRUST_PARENT", "/a": "DO_NOT_TRUST"}`:         "TRUST_FOLDER",
		`{"/a": "TRUST_FOLDER", "/a/b": "DO_NOT_TRUST"}`:           "DO_NOT_TRUST",
		`{"/a/b": "DO_NOT_TRUST", "/a/b/c": "TRUST_FOLDER"}`:       "DO_NOT_TRUST",
		`{"/a/bc": "TRUST_FOLDER", "/a/b/c/d": "TRUST_PARENT"}`:    "-",
		`{"/a/b/c/../..": "TRUST_FOLDER", "/a/b": "DO_NOT_TRUST"}`: "DO_NOT_TRUST",
		`{}`: "-",
	} {
		f, err := Parse(hook.Gemini, "trustedFolders.json", text)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(append(f.Trusted("/a/b")(""), "-")[:1], ""); got != want {
			t.Errorf("%s says %q, want %q", text, got, want)
		}
	}
}

func TestRejected(t *testing.T) {
	entry := func(fields string) string {
		return `{"hooks":{"SessionStart":[{"hooks":[{` + fields + `}]}]}}`
	}
	const command = `"command":"mdck hook claude SessionStart"`
	for _, c := range []struct {
		agent       hook.Agent
		text        string
		file, entry string // why the agent ignores them, or ""
	}{
		{hook.Claude, "\ufeff" + entry(`"type":"command",`+command), "", ""},
		{hook.Codex, "\ufeff" + entry(`"type":"command",`+command), "byte order mark", ""},
		{hook.Gemini, "\ufeff" + entry(`"type":"command",`+command), "byte order mark", ""},
		{hook.Codex, strings.Replace(entry(`"type":"command",`+command), "{", `{"description":"x","x":1,`, 1), `the file has the key "x"`, ""},
		{hook.Claude, strings.Replace(entry(`"type":"command",`+command), "{", `{"permissions":{"defaultMode":"plan"},"x":1,`, 1), "", ""},
		{hook.Claude, strings.Replace(entry(`"type":"command",`+command), "{", `{"permissions":{"defaultMode":"plna"},`, 1), `permissions.defaultMode is "plna"`, ""},
		{hook.Claude, strings.Replace(entry(`"type":"command",`+command), "{", `{"disableAllHooks":"yes",`, 1), `disableAllHooks is "yes"`, ""},
		{hook.Claude, entry(command), "", `"type" is missing`},
		{hook.Codex, entry(command), `in line 1 "type" is missing`, `"type" is missing`},
		{hook.Claude, entry(`"type":"command","timeout":0,` + command), "", `"timeout" must be a number, at least 1`},
		{hook.Claude, entry(`"type":"command","timeout":"10",` + command), "", `"timeout" must`},
		{hook.Claude, entry(`"type":"command","timeout":1.5,` + command), "", ""},
		{hook.Codex, entry(`"type":"command","timeout":1.5,` + command), `"timeout" must`, `"timeout" must`},
		{hook.Gemini, entry(`"type":"command","timeout":10,` + command), "", `"timeout" must be a number, at least 1000`},
		{hook.Gemini, entry(`"type":"command","timeout":1000,` + command), "", ""},
		{hook.Gemini, entry(`"type":"command","command":"mdck","args":["hook","gemini","SessionStart"]`), "", `"args"`},
	} {
		f, err := Parse(c.agent, "s.json", c.text)
		if err != nil {
			t.Fatal(err)
		}
		file, entry := f.Rejected(), f.Handlers()[0].Wrong
		if !strings.Contains(file, c.file) || (c.file == "") != (file == "") || !strings.Contains(entry, c.entry) || (c.entry == "") != (entry == "") {
			t.Errorf("%s: %s: %q and %q, want %q and %q", c.agent, c.text, file, entry, c.file, c.entry)
		}
	}
}
