package settings

import (
	"encoding/json"
	"errors"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mdck/internal/hook"
	"mdck/mdcheckpoint/source"
)

func choices() []Choice {
	return []Choice{{}, {Resume: true}, {Save: true}, {BlockUnsaved: true, Findings: true}, {Resume: true, BlockUnsaved: true, Save: true, Findings: true}}
}

func install(t *testing.T, text string, want []Entry) string {
	t.Helper()
	f, err := Parse(hook.Gemini, "settings.json", text)
	if err != nil {
		t.Fatal(err)
	}
	c, err := f.Install(want)
	if err != nil {
		t.Fatal(err)
	}
	return c.Text
}

func uninstall(t *testing.T, text string) string {
	t.Helper()
	f, err := Parse(hook.Gemini, "settings.json", text)
	if err != nil {
		t.Fatalf("%v in\n%s", err, text)
	}
	c, err := f.Uninstall()
	if err != nil {
		t.Fatal(err)
	}
	return c.Text
}

func texts() []string {
	group := `{"matcher":"startup","hooks":[{"type":"command","command":"echo hi"}]}`
	ours := `{"matcher":"startup","hooks":[{"type":"command","command":"/usr/bin/mdck hook claude SessionStart","timeout":3}]}`
	all := []string{
		`{}`, "{}\n", "{\n}\n", "{ }", "{\n\n}", "{\t\n }", "\ufeff{}", "\ufeff  {\n}", "\ufeff{\r\n}\r\n",
		`{"hooks":{}}`, `{"hooks": { }}`, "{\n  \"hooks\": {}\n}\n", "{\n  \"hooks\": {\n  }\n}", "{\n  \"hooks\": {\n\n  }, \"z\": 1\n}",
		`{"hooks":{"SessionStart":[]}}`, "{\n\t\"hooks\": {\n\t\t\"SessionStart\": [ ],\n\t\t\"Stop\": []\n\t}\n}\n",
		"{\n  \"hooks\": {\n    \"SessionStart\": [\n    ]\n  }\n}\n",
		`{"hooks":{"SessionStart":[` + group + `]}}`,
		"{\n  \"model\": \"x\",\n  \"n\": 12345678901234567890.50,\n  \"hooks\": {\n    \"SessionStart\": [\n      " + group + "\n    ]\n  }\n}\n",
		"{\r\n    \"model\": \"x\",\r\n    \"hooks\": {\r\n        \"Stop\": [" + group + "]\r\n    }\r\n}",
		`{"hooks":{"enabled":true,"disabled":["a"],"SessionStart":["odd",null,{"hooks":7},{"hooks":[]}]}}`,
		`{"hooks":{"SessionStart":[` + ours + `]}}`,
		"{\n  \"hooks\": {\n\n    \"SessionStart\": [" + ours + "," + ours + "]\n  }\n}\n",
		`{"hooks":{"SessionStart":[` + ours + `,` + group + `],"Stop":[` + ours + `]}}`,
		`{"hooks":{"SessionStart":[{"matcher":"x","hooks":[{"command":"mdck hook claude SessionStart"},{"command":"a"}]},` + ours + `]}}`,
		`{"hooks":{"SessionStart":[{"hooks":[{"command":"mdck","args":["hook","claude","SessionStart"]},{"command":"mdck hook codex SessionStart"}]}]}}`,
	}
	all = append(all, commented(group, ours)...)
	return append(all, `{"a":[1,2],"b":{"c":null}}`, "{\n\t\"a\" : 1 ,\n\t\"b\" : [ ] }")
}

func commented(group, ours string) []string {
	return []string{
		"// mine\n{}\n", "{/**/}", "{ // \"\n}", "\ufeff/*\"*/{\n  // none yet\n}\n", "{\r\n  // none\r\n  \"a\": 1 // one\r\n}\r\n",
		`{"hooks":{/* none */}}`, "{\n  \"hooks\": {\n    // none\n  }\n} // end", "{\"url\": \"http://x/*\", \"b\": \"*/ \\\"//\"}",
		"{\n  \"hooks\": {\n    // mine\n    \"SessionStart\": [\n      " + group + ", // last\n      " + ours + " // ours\n    ]\n  }\n}\n",
		"{\"hooks\":{\"SessionStart\":[" + ours + ", // a\n" + ours + "/*b*/," + group + "], // c\n\"Stop\":[" + ours + "]}}",
		"{\"hooks\":{\"SessionStart\":[" + strings.Replace(ours, "\"hooks\"", "/*in\nit*/\"hooks\"", 1) + "]//\n}}",
	}
}

func FuzzLaws(f *testing.F) {
	for _, text := range texts() {
		f.Add(text)
	}
	f.Fuzz(checkLaws)
}

func checkLaws(t *testing.T, text string) {
	t.Helper()
	f, err := Parse(hook.Gemini, "settings.json", text)
	if err != nil {
		wantPlace(t, err)
		return
	}
	taken, err := f.Uninstall()
	if err != nil {
		t.Fatal(err)
	}
	if taken.Text != text && len(taken.Removed) == 0 {
		t.Fatalf("uninstall changed %q to %q and says nothing", text, taken.Text)
	}
	wantOurs(t, taken.Text, nil)
	checkComments(t, text, taken.Text)
	for _, agent := range hook.Agents() {
		for _, c := range choices() {
			want := Entries(agent, c)
			made, err := f.Install(want)
			if err != nil {
				wantPlace(t, err)
				continue
			}
			wantOurs(t, made.Text, want)
			checkOthers(t, text, made.Text)
			checkComments(t, text, made.Text)
			if again := install(t, made.Text, want); again != made.Text {
				t.Fatalf("installed twice, %q became\n%q\nand then\n%q", text, made.Text, again)
			}
			if after := uninstall(t, made.Text); after != taken.Text && !hasEmpty.MatchString(blank(text)) {
				t.Fatalf("%q became\n%q\nand then\n%q, want\n%q", text, made.Text, after, taken.Text)
			}
		}
	}
}

// hasEmpty matches an empty array or object, which uninstall may remove.
var hasEmpty = regexp.MustCompile(`\[\s*\]|:\s*\{\s*\}|\{\s+\}`)

func checkComments(t *testing.T, before, after string) {
	t.Helper()
	list := func(text string) (all []string) {
		for _, part := range regexp.MustCompile(comments).FindAllString(text, -1) {
			if part[0] == '/' {
				all = append(all, part)
			}
		}
		slices.Sort(all)
		return all
	}
	if a, b := list(before), list(after); !slices.Equal(a, b) {
		t.Fatalf("%q became %q: the comments %q are now %q", before, after, a, b)
	}
}

func wantPlace(t *testing.T, err error) {
	t.Helper()
	if _, ok := errors.AsType[*source.Error](err); !ok {
		t.Fatalf("%v (%T) has no place", err, err)
	}
}

func wantOurs(t *testing.T, text string, want []Entry) {
	t.Helper()
	f, err := Parse(hook.Gemini, "", text)
	if err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	left := map[string]int{}
	for _, e := range want {
		left[e.String()+" "+strings.Join(e.Args, " ")]++
	}
	for _, h := range f.Handlers() {
		if h.Ours() {
			left[Entry{Event: h.Event, Matcher: h.Matcher}.String()+" "+strings.Join(h.Words[1:], " ")]--
		}
	}
	for e, n := range left {
		if n != 0 {
			t.Fatalf("%s is missing %d times in %q", e, n, text)
		}
	}
}

func checkOthers(t *testing.T, before, after string) {
	t.Helper()
	if a, b := others(t, before), others(t, after); !reflect.DeepEqual(a, b) {
		t.Fatalf("%q became %q: %v is now %v", before, after, a, b)
	}
}

func others(t *testing.T, text string) map[string]any {
	t.Helper()
	all := map[string]any{}
	d := json.NewDecoder(strings.NewReader(strings.TrimPrefix(blank(text), "\ufeff")))
	d.UseNumber()
	if err := d.Decode(&all); err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	hooks, _ := all["hooks"].(map[string]any)
	for event, v := range hooks {
		groups, ok := v.([]any)
		if !ok {
			continue
		}
		var kept []any
		for _, g := range groups {
			if g, ours := withoutOurs(g); !ours {
				kept = append(kept, g)
			}
		}
		hooks[event] = kept
		if len(kept) == 0 {
			delete(hooks, event)
		}
	}
	if len(hooks) == 0 && hooks != nil {
		delete(all, "hooks")
	}
	return all
}

func withoutOurs(g any) (kept any, ours bool) {
	m, _ := g.(map[string]any)
	list, _ := m["hooks"].([]any)
	var left []any
	for _, h := range list {
		if raw, err := json.Marshal(h); err != nil || !strings.Contains(string(raw), "mdck") {
			left = append(left, h)
		}
	}
	if len(list) > 0 {
		m["hooks"] = left
	}
	return g, len(list) > 0 && len(left) == 0
}

func TestEntries(t *testing.T) {
	want := []hook.Agent{hook.Claude, hook.Codex, hook.Gemini}
	if !reflect.DeepEqual(hook.Agents(), want) {
		t.Errorf("agents are %v, want %v", hook.Agents(), want)
	}
	for _, a := range want {
		events := strings.Join(hook.Events(a), " ")
		for _, e := range Entries(a, Choice{true, true, true, true}) {
			if !strings.Contains(" "+events+" ", " "+e.Event+" ") {
				t.Errorf("%s has no event %s", a, e.Event)
			}
			if e.Args[0] != "hook" || e.Args[1] != string(a) || e.Args[2] != e.Event {
				t.Errorf("%s: arguments %q", a, e.Args)
			}
		}
	}
	if Entries("other", Choice{}) != nil {
		t.Error("an agent that is not known has entries")
	}
}
