package jsondoc

import (
	"strings"
	"testing"

	"mdck/mdcheckpoint/source"
)

func unfold(s, eol string) string {
	return strings.NewReplacer("|", eol, ">", "\t").Replace(s)
}

func TestSetLayout(t *testing.T) {
	for name, c := range map[string]struct{ path, json, before, after string }{
		"indent 2":             {"n", "1", `{|  "a": 0|}|`, `{|  "a": 0,|  "n": 1|}|`},
		"tabs":                 {"n", "1", `{|>"a": 0|}|`, `{|>"a": 0,|>"n": 1|}|`},
		"no indent":            {"n", `{"x":1}`, `{|"a": 0|}|`, `{|"a": 0,|"n": {|"x": 1|}|}|`},
		"compact":              {"n", `[1, 2]`, `{"a":0}`, `{"a":0,"n":[1,2]}`},
		"one line":             {"n", `[1,2]`, `{"a": 0}`, `{"a": 0, "n": [1, 2]}`},
		"one line, padded":     {"n", "1", `{ "a": 0 }`, `{ "a": 0, "n": 1 }`},
		"one line, two":        {"n", "1", `{"a": 0,"b": 0}`, `{"a": 0,"b": 0,"n": 1}`},
		"compact in indented":  {"a.n", `{"x": 1}`, `{|  "a": {"b":0}|}|`, `{|  "a": {"b":0, "n": {"x": 1}}|}|`},
		"odd colon":            {"n", "1", `{"a" :0}`, `{"a" :0,"n" :1}`},
		"colon and break":      {"n", "1", `{|  "a":|    0|}`, `{|  "a":|    0,|  "n": 1|}`},
		"two without a gap":    {"n", "[1, 2]", `{"a": 0,"b": 0}`, `{"a": 0,"b": 0,"n": [1, 2]}`},
		"leading comma":        {"n", "1", `{ "a": 0|, "b": 0|}`, `{ "a": 0|, "b": 0|, "n": 1|}`},
		"blank lines":          {"n", "1", `{||  "a": 0,||  "b": 0||}`, `{||  "a": 0,||  "b": 0,|  "n": 1||}`},
		"space at the end":     {"n", "1", `{|  "a": 0  |}`, `{|  "a": 0,|  "n": 1  |}`},
		"no final newline":     {"n", "1", `{|  "a": 0|}`, `{|  "a": 0,|  "n": 1|}`},
		"byte order mark":      {"n", `[1]`, "\ufeff{|  \"a\": 0|}|", "\ufeff{|  \"a\": 0,|  \"n\": [|    1|  ]|}|"},
		"bom and empty":        {"n", "1", "\ufeff{}", "\ufeff{|  \"n\": 1|}"},
		"empty document":       {"n", "1", `{}`, `{|  "n": 1|}`},
		"empty, final newline": {"n", "1", `{}|`, `{|  "n": 1|}|`},
		"empty, spaces":        {"n", "1", `{ }`, `{|  "n": 1|}`},
		"empty in indented":    {"a.n", "1", `{|>"a": {}|}|`, `{|>"a": {|>>"n": 1|>}|}|`},
		"empty in compact":     {"a.n", "1", `{"a":{}}`, `{"a":{"n":1}}`},
		"empty with a line":    {"a.n", "1", `{"a":{|}}`, `{"a":{|  "n":1|}}`},
		"empty, others inline": {"b.n", "1", `{|  "b": {},|  "a": {"x": 1}|}`, `{|  "b": {"n": 1},|  "a": {"x": 1}|}`},
		"spelling":             {"n", `["\u0061", 1.50E+2]`, `{"a":0}`, `{"a":0,"n":["\u0061",1.50E+2]}`},
		"key to be quoted":     {"é\"\n", "1", `{"a":0}`, `{"a":0,"é\"\n":1}`},
		"replace scalar":       {"a", `"x"`, `{ "a" :  0 , "b":1}`, `{ "a" :  "x" , "b":1}`},
		"replace by object":    {"a", `{"x":{"y":1},"z":[]}`, `{|  "a": 0|}`, `{|  "a": {|    "x": {|      "y": 1|    },|    "z": []|  }|}`},
		"replace inline list":  {"a", `["x","y"]`, `{|  "a": ["q", "r"],|  "b": [|    1|  ]|}`, `{|  "a": ["x", "y"],|  "b": [|    1|  ]|}`},
		"replace broken list":  {"a", `["x","y"]`, `{|  "a": [|    1|  ],|  "b": ["q", "r"]|}`, `{|  "a": [|    "x",|    "y"|  ],|  "b": ["q", "r"]|}`},
		"replace by empty":     {"a", `[ | ]`, `{|  "a": [|    1|  ]|}`, `{|  "a": []|}`},
		"replace empty list":   {"a", `["x", "y"]`, `{|  "a": [],|  "b": ["q", "r"]|}`, `{|  "a": ["x", "y"],|  "b": ["q", "r"]|}`},
		"replace element":      {"a.1", `true`, `{"a": [0,  1 ,2]}`, `{"a": [0,  true ,2]}`},
		"replace root":         {"", `{"a":1}`, ` 0|`, ` {|   "a": 1| }|`},
		"equal":                {"a", `{"y":"\u0062","x":[1]}`, `{"a": {"x":[ 1 ],  "y":"b"}}`, `{"a": {"x":[ 1 ],  "y":"b"}}`},
		"other values":         {"a", `{"x":2}`, `{"a": {"x": 1}}`, `{"a": {"x": 2}}`},
		"other keys":           {"a", `{"y":1}`, `{"a": {"x": 1}}`, `{"a": {"y": 1}}`},
		"other elements":       {"a", `[1,3]`, `{"a": [1, 2]}`, `{"a": [1, 3]}`},
		"bom and indent":       {"n", "1", "\ufeff  {}", "\ufeff  {|    \"n\": 1|  }"},
		"equal but spelling":   {"a", "1.0", `{"a": 1}`, `{"a": 1.0}`},
	} {
		testLayout(t, name, c.before, c.after, func(d *Document, eol string) ([]source.Edit, error) {
			return d.Set(unfold(c.json, eol), path(c.path)...)
		})
	}
}

func TestAppendLayout(t *testing.T) {
	const item = `{"id":"E-2","links":["a","b"]}`
	for name, c := range map[string]struct{ path, json, before, after string }{
		"one per line":     {"a", "2", `{|  "a": [|    1|  ]|}`, `{|  "a": [|    1,|    2|  ]|}`},
		"compact":          {"a", "2", `{"a":[0,1]}`, `{"a":[0,1,2]}`},
		"one element":      {"a", "2", `{"a": [1]}`, `{"a": [1, 2]}`},
		"inline":           {"a", "2", `{|  "a": [0, 1]|}`, `{|  "a": [0, 1, 2]|}`},
		"several per line": {"", "4", `[|  0, 1,|  2, 3|]`, `[|  0, 1,|  2, 3, 4|]`},
		"empty, indented":  {"a", "2", `{|  "a": []|}|`, `{|  "a": [|    2|  ]|}|`},
		"empty, compact":   {"a", "2", `{"a":[]}`, `{"a":[2]}`},
		"empty, like peer": {"b", `"x"`, `{|  "a": ["q"],|  "b": []|}|`, `{|  "a": ["q"],|  "b": ["x"]|}|`},
		"empty root":       {"", "2", `[]`, `[|  2|]`},
		"tabs":             {"a", item, `{|>"a": []|}`, `{|>"a": [|>>{|>>>"id": "E-2",|>>>"links": [|>>>>"a",|>>>>"b"|>>>]|>>}|>]|}`},
		"object like peers": {"a", item,
			`{|  "a": [|    {|      "id": "E-1",|      "links": ["x"]|    }|  ]|}|`,
			`{|  "a": [|    {|      "id": "E-1",|      "links": ["x"]|    },|    {|      "id": "E-2",|      "links": ["a", "b"]|    }|  ]|}|`},
		"object per line": {"a", item,
			`{|  "a": [|    {"id": "E-1", "links": []}|  ]|}|`,
			`{|  "a": [|    {"id": "E-1", "links": []},|    {"id": "E-2", "links": ["a", "b"]}|  ]|}|`},
		"objects hugged": {"a", `{"x":2}`,
			`{|  "a": [{|    "x": 1|  }]|}`, `{|  "a": [{|    "x": 1|  }, {|    "x": 2|  }]|}`},
	} {
		testLayout(t, name, c.before, c.after, func(d *Document, eol string) ([]source.Edit, error) {
			return d.Append(unfold(c.json, eol), path(c.path)...)
		})
	}
}

func TestRemoveLayout(t *testing.T) {
	for name, c := range map[string]struct{ path, before, after string }{
		"first line":         {"a", `{|  "a": 0,|  "b": 1|}|`, `{|  "b": 1|}|`},
		"middle line":        {"b", `{|  "a": 0,|  "b": 1,|  "c": 2|}|`, `{|  "a": 0,|  "c": 2|}|`},
		"last line":          {"c", `{|  "a": 0,|  "b": 1,|  "c": {|    "x": 1|  }|}|`, `{|  "a": 0,|  "b": 1|}|`},
		"only line":          {"a", `{|  "a": 0|}|`, `{}|`},
		"only, nested":       {"o.a", `{|  "o": { "a": 0 },|  "b": 1|}|`, `{|  "o": {},|  "b": 1|}|`},
		"compact first":      {"a", `{"a":0,"b":1}`, `{"b":1}`},
		"compact last":       {"b", `{ "a": 0, "b": 1 }`, `{ "a": 0 }`},
		"leading commas":     {"b", `{ "a": 0|, "b": 1|, "c": 2|}`, `{ "a": 0|, "c": 2|}`},
		"first element":      {"l.0", `{"l": [0, 1, 2]}`, `{"l": [1, 2]}`},
		"middle element":     {"l.1", `{"l": [|>0,|>1,|>2|]}`, `{"l": [|>0,|>2|]}`},
		"only element":       {"l.0", `{"l": [|>{}|]}`, `{"l": []}`},
		"break after it":     {"b", `{"a": 0, "b": 1,| "c": 2}`, `{"a": 0,| "c": 2}`},
		"break before it":    {"b", `{"a": 0,| "b": 1, "c": 2}`, `{"a": 0, "c": 2}`},
		"byte order mark":    {"a", "\ufeff{\"a\":0}", "\ufeff{}"},
		"nothing to do":      {"x", `{"a": [  ]  }`, `{"a": [  ]  }`},
		"space before comma": {"b", `{"a": 0 , "b": 1 , "c": 2}`, `{"a": 0 , "c": 2}`},
	} {
		testLayout(t, name, c.before, c.after, func(d *Document, _ string) ([]source.Edit, error) {
			return d.Remove(path(c.path)...)
		})
	}
}

func testLayout(t *testing.T, name, before, after string, edit func(d *Document, eol string) ([]source.Edit, error)) {
	for _, eol := range []string{"\n", "\r\n"} {
		t.Run(name, func(t *testing.T) {
			before, after := unfold(before, eol), unfold(after, eol)
			if !strings.Contains(before, "\n") {
				after = strings.ReplaceAll(after, "\r\n", "\n")
			}
			d := mustParse(t, before)
			edits, err := edit(d, eol)
			if got := mustApply(t, before, edits, err); got != after {
				t.Errorf("got\n%s\nwant\n%s", got, after)
			}
		})
	}
}
