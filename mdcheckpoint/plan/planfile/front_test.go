package planfile

import (
	"slices"
	"strings"
	"testing"
)

func TestLooseFrontMatter(t *testing.T) {
	for entry, want := range map[string][]string{
		"truths:\n  - \"Search \"quoted\" text works\"":             {`not valid YAML`},
		"title: Fix: the login":                                     {`W front-matter "Fix: the login" front matter: not valid YAML`},
		"objective: `npm test` green":                               {`W front-matter`},
		`objective: "Add" button works`:                             {`W front-matter`},
		"files_modified: [src/[id]/a.tsx, b.go]":                    {`W front-matter`},
		"files_modified: [@types/x.d.ts]":                           {`W front-matter`},
		"files_modified:\n  - @types/x.d.ts\n  - b.go":              {`W front-matter`},
		"title: a\ntitle: b":                                        {`W front-matter "title: b" front matter: duplicate key "title"`},
		"checkpoint:\n  type: human-verify\n  what: Look: the page": {`E front-matter`},
		"checkpoint: human-verify: now":                             {`E front-matter`},
	} {
		check(t, entry, strings.Replace(head, "wave: 1", "wave: 1\n"+entry, 1)+verify, want...)
	}
	check(t, "plan", strings.Replace(head, "plan: 06", "plan: Fix: it", 1)+verify, `E front-matter`)
}

func TestLooseNumbers(t *testing.T) {
	for value, want := range map[string]int{"2B": 2, "1.5": 1, "2 (late)": 2, `"3"`: 3} {
		p := parse(t, strings.Replace(head, "wave: 1", "wave: "+value+"\ndepends_on: [\"05\"]", 1)+verify)
		if p.Front.Wave != want || !p.Front.HasWave {
			t.Errorf("wave: %s is %d", value, p.Front.Wave)
		}
		if got := problems(p); slices.ContainsFunc(got, func(s string) bool { return strings.HasPrefix(s, "E") && strings.Contains(s, "wave") }) {
			t.Errorf("wave: %s: %q", value, got)
		}
	}
	text := strings.Replace(strings.Replace(head, "wave: 1", "wave: 2", 1), "[]", "[{plan: 5}]", 1)
	check(t, "objects", text+verify, `W front-matter "{plan: 5}" "depends_on[0]" is an object`)
}
