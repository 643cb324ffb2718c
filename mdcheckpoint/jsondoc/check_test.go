package jsondoc

import (
	"fmt"
	"strings"
	"testing"
)

func stateTable() Field {
	low := []string{"low", "medium", "high"}
	return Field{Kind: Object, Fields: []Field{
		{Name: "rfc_id", Kind: String, Required: true, MinLen: 1},
		{Name: "strictness", Kind: String, Required: true, Values: []string{"light", "standard", "full"}},
		{Name: "checkpoint_version", Kind: Int, HasMin: true},
		{Name: "rounds", Kind: Int, Values: []string{"0", "2", "3"}},
		{Name: "share", Kind: Number, HasMin: true, Min: -1},
		{Name: "result", Kind: String | Null, Values: []string{"pass", "fail"}},
		{Name: "id", Kind: String | Int, Pattern: "^[a-z]+$", Match: func(s string) bool { return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == "" }},
		{Name: "at", Kind: String, Format: "date-time"},
		{Name: "one", Values: []string{"1"}},
		{Name: "accepted", Kind: Bool},
		{Name: "note", Kind: String, MinLen: 3},
		{Name: "extra", Kind: Object, Open: true, Fields: []Field{{Name: "x", Kind: Null, Required: true}}},
		{Name: "free", Kind: Object},
		{Name: "none", Kind: Object, Fields: []Field{}},
		{Name: "models", Kind: Object, Each: &Field{Kind: Object, Fields: []Field{{Name: "type", Kind: String}}}},
		{Name: "items", Kind: Array, Elem: &Field{Kind: Object, Fields: []Field{
			{Name: "confidence", Kind: String, Required: true, Values: low},
			{Name: "links", Kind: Array, Elem: &Field{Kind: Array, Elem: &Field{Kind: String}}},
		}}},
	}}
}

func TestCheck(t *testing.T) {
	const head = `{"rfc_id": "r", "strictness": "full", `
	for text, want := range map[string]string{
		`"checkpoint_version": «"3"»`:                        `2 checkpoint_version: "checkpoint_version" is a string; expected a whole number`,
		`"checkpoint_version": «-1»`:                         `3 checkpoint_version: "checkpoint_version" is -1; expected 0 or more`,
		`"checkpoint_version": «-99999999999999999999»`:      `3 checkpoint_version: "checkpoint_version" is -99999999999999999999; expected 0 or more`,
		`"checkpoint_version": «1.0»`:                        `2 checkpoint_version: "checkpoint_version" is 1.0; expected a whole number`,
		`"rounds": «1»`:                                      `3 rounds: "rounds" is 1; expected one of 0, 2, 3`,
		`"share": «-1.0000000001»`:                           `3 share: "share" is -1.0000000001; expected -1 or more`,
		`"share": «true»`:                                    `2 share: "share" is a boolean; expected a number`,
		`"result": «"PASS"»`:                                 `3 result: "result" is "PASS"; expected one of pass, fail, null (did you mean "pass"?)`,
		`"result": «[]»`:                                     `2 result: "result" is an array; expected a string or null`,
		`"id": «null»`:                                       `2 id: "id" is null; expected a string or a whole number`,
		`"id": «"A"»`:                                        `3 id: "id" is "A"; expected text that matches ^[a-z]+$`,
		`"at": «"2026-02-30T00:00:00Z"»`:                     `3 at: "at" is "2026-02-30T00:00:00Z"; expected a time such as 2006-01-02T15:04:05Z`,
		`"one": «"2"»`:                                       `3 one: "one" is "2"; expected 1`,
		`"one": «2e0»`:                                       `3 one: "one" is 2e0; expected 1`,
		`"accepted": «"true"»`:                               `2 accepted: "accepted" is a string; expected a boolean`,
		`"note": «"éé"»`:                                     `3 note: "note" is "éé"; expected 3 or more characters`,
		`"note": «""»`:                                       `3 note: "note" is ""; expected 3 or more characters`,
		`"extra": «{»"y": 1}`:                                `1 extra.x: missing key "x"`,
		`"none": {«"a"»: 1}`:                                 `4 none.a: unknown key "a"`,
		`"models": {"gpt 4": {"type": «0»}}`:                 `2 models["gpt 4"].type: "type" is a whole number; expected a string`,
		`"models": {"m": «"x"»}`:                             `2 models.m: "m" is a string; expected an object`,
		`"items": [{"confidence": "low"}, «{»}]`:             `1 items[1].confidence: missing key "confidence"`,
		`"items": [«"x"»]`:                                   `2 items[0]: "items[0]" is a string; expected an object`,
		`"items": [{"confidence":"low","links":[[],[«1»]]}]`: `2 items[0].links[1][0]: "links[1][0]" is a whole number; expected a string`,
		`«"stricktness"»: 1`:                                 `4 stricktness: unknown key "stricktness" (did you mean "strictness"?)`,
		`«"Item"»: 1`:                                        `4 Item: unknown key "Item" (did you mean "items"?)`,
		`«"xd"»: 1`:                                          `4 xd: unknown key "xd" (did you mean "id"?)`,
		`«"zz"»: 1`:                                          `4 zz: unknown key "zz"`,
		`«""»: 1`:                                            `4 [""]: unknown key ""`,
		`"rounds": 2, «"\u0061bcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz"»: 1`: `4 abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz: ` +
			`unknown key "abcdefghijklmnopqrstuvwxyzabcdefghijklmn…"`,
	} {
		t.Run(text, func(t *testing.T) {
			text, span := marked(t, head+text+"}")
			problems := mustParse(t, text).Check(stateTable())
			if len(problems) != 1 {
				t.Fatalf("got %v, want one problem", problems)
			}
			p := problems[0]
			if got := fmt.Sprintf("%d %s: %s", p.Class, p.Path, p.Message); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			if p.Span != span {
				t.Errorf("span is %q, want %q", text[p.Span.Start:p.Span.End], text[span.Start:span.End])
			}
		})
	}
}

func TestCheckFits(t *testing.T) {
	for _, text := range []string{
		`{"rfc_id": "r", "strictness": "light"}`,
		`{"strictness": "\u006cight", "rfc_id": "r", "checkpoint_version": 99999999999999999999, "rounds": 3, "share": -1.0e0,
		"result": null, "id": 3, "at": "2026-01-02t03:04:05.6+07:00", "one": 1.0, "accepted": false, "note": "ééé", "extra": {"x": null, "y": 0},
		"free": {"a": {"b": 1}}, "none": {}, "models": {"": {}, "x": {"type": ""}}, "items": [{"confidence": "low", "links": [["a"], []]}]}`,
		`{"rfc_id": "r", "strictness": "full", "one": [1], "id": "abc", "rounds": -0}`,
	} {
		if problems := mustParse(t, text).Check(stateTable()); problems != nil {
			t.Errorf("%s has %v", text, problems)
		}
	}
}

func TestCheckOrder(t *testing.T) {
	d := mustParse(t, `{"x": {}, "items": [{"links": [0]}, 1], "strictness": "loud"}`)
	var got []string
	last := 0
	for _, p := range d.Check(stateTable()) {
		got = append(got, p.Path)
		if p.Span.Start < last {
			t.Errorf("%s comes before an earlier problem", p.Path)
		}
		last = p.Span.Start
	}
	const want = "rfc_id x items[0].confidence items[0].links[0] items[1] strictness"
	if strings.Join(got, " ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestCheckRoot(t *testing.T) {
	for text, want := range map[string]string{
		`«[{}]»`:  "the document is an array; expected an object",
		` «1.5» `: "the document is 1.5; expected an object",
	} {
		text, span := marked(t, text)
		problems := mustParse(t, text).Check(stateTable())
		if len(problems) != 1 || problems[0].Message != want || problems[0].Path != "" || problems[0].Span != span {
			t.Errorf("got %+v, want %s", problems, want)
		}
	}
	problems := mustParse(t, `[[0]]`).Check(Field{Elem: &Field{Elem: &Field{Kind: Null}}})
	if len(problems) != 1 || problems[0].Path != "[0][0]" || problems[0].Message != `"[0][0]" is a whole number; expected null` {
		t.Errorf("got %+v", problems)
	}
	if problems := mustParse(t, `{"a": [1, null]}`).Check(Field{}); problems != nil {
		t.Errorf("an empty table finds %v", problems)
	}
}

func TestCheckListsSoMany(t *testing.T) {
	table := Field{Kind: Object, Fields: []Field{{Name: "z", Kind: Object}}}
	problems := mustParse(t, manyKeys(MaxProblems+5)).Check(table)
	if len(problems) != MaxProblems || problems[MaxProblems-1].Message != "more problems below" {
		t.Errorf("%d problems, the last %q", len(problems), problems[len(problems)-1].Message)
	}
	d, err := Parse("", manyKeys(MaxProblems))
	if err != nil {
		t.Fatal(err)
	}
	if problems = d.Check(table); len(problems) != MaxProblems || strings.Contains(problems[MaxProblems-1].Message, "more") {
		t.Errorf("%d problems, the last %q", len(problems), problems[len(problems)-1].Message)
	}
}

func TestSuggestions(t *testing.T) {
	table := Field{Kind: Object, Fields: []Field{{Name: "z", Kind: Object}, {Name: "list", Kind: Array, Elem: &Field{Kind: Object, Fields: []Field{{Name: "status"}}}}}}
	text := `{"list": [` + strings.Repeat(`{"statu": 1}, `, 101) + `{"status": 1}]}`
	suggested := 0
	for _, p := range mustParse(t, text).Check(table) {
		suggested += strings.Count(p.Message, "status")
	}
	if suggested != 100 {
		t.Errorf("%d problems have a suggestion, want 100", suggested)
	}
}

func TestOnlyValue(t *testing.T) {
	d, err := Parse("", `{"status": "pause"}`)
	if err != nil {
		t.Fatal(err)
	}
	for want, values := range map[string][]string{
		`"status" is "pause"; expected paused`:                                          {"paused"},
		`"status" is "pause"; expected one of paused, stopped (did you mean "paused"?)`: {"paused", "stopped"},
	} {
		found := d.Check(Field{Kind: Object, Fields: []Field{{Name: "status", Kind: String, Values: values}}})
		if len(found) != 1 || found[0].Message != want {
			t.Errorf("%q: %+v, want %q", values, found, want)
		}
	}
}

func TestParent(t *testing.T) {
	for path, want := range map[string]string{
		"": "", "a": "", "a.b": "a", "items[2]": "", "items[2].confidence": "items[2]", "x.items[2]": "x",
		`models["a.b"]`: "models", `models["a.b"].price`: `models["a.b"]`, `models["a\".b"]`: "models",
	} {
		if got := Parent(path); got != want {
			t.Errorf("the parent of %s is %q, want %q", path, got, want)
		}
	}
}
