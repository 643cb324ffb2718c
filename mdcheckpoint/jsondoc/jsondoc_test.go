package jsondoc

import (
	"strings"
	"testing"

	"mdck/mdcheckpoint/source"
)

func marked(t *testing.T, text string) (string, source.Span) {
	t.Helper()
	before, rest, ok := strings.Cut(text, "«")
	inside, after, ok2 := strings.Cut(rest, "»")
	if !ok || !ok2 {
		t.Fatalf("no «…» in %q", text)
	}
	return before + inside + after, source.Span{Start: len(before), End: len(before) + len(inside)}
}

func mustParse(t *testing.T, text string) *Document {
	t.Helper()
	d, err := Parse("x.json", text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func mustApply(t *testing.T, text string, edits []source.Edit, err error) string {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if len(edits) > 1 {
		t.Fatalf("%d edits, want at most 1", len(edits))
	}
	out, err := source.Apply(text, edits)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func path(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(s, ".")
}

func samples() []string {
	return []string{
		"{}", "[]", " { } ", "{\n}", "null", "\ufeff{\"a\": 1}", `"a"`, "-0", "12345678901234567890", "1.50e+3",
		`{"a":1,"b":[1,2]}`, `{ "a" : 1 , "b" : { } }`, `{"a": {"b": {"c": [[], [1], {"d": null}]}}}`,
		"{\n  \"schema_version\": \"v2\",\n  \"rfc_id\": \"rfc-1\",\n  \"upgrade_triggers\": [],\n  \"reviewer_dispatch\": {},\n  \"gate_a_result\": null\n}\n",
		"{\r\n\t\"items\": [\r\n\t\t{\"x\": true},\r\n\t\t{\"x\": false}\r\n\t]\r\n}",
		"{\n\"a\": 1\n, \"b\": 2\n\n, \"c\":\n3}", "[\n\n  1,\n\n  2\n]\n", "{\"a\"\n:\n1}", "\r[\r1\r,\r2\r]\r",
		`{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"\u0061":10}`, `{"a":1,"a":2}`,
		`"\ud800"`, `"\ud83d\ude00"`, `{"\ud800":1,"\udfff":2}`, `"\u0000\/\b"`, "\"\u2028\"", "\"\x7f\"",
		`{"a":1,}`, `[1,]`, `[,]`, `{,}`, "// c\n1", "/* \" */ [1]", `1 /`, `{"a" 1}`, `{a:1}`, `[1 2]`, `01`, `1.`, `-`, `.5`, `+1`,
		`"a`, `"\x"`, "\"\t\"", "[1]]", "{}{}", "nul", "nan", "[}", `{"a":}`, `{"a":]`, "", " ", "\ufeff", "\ufeff\ufeff1", "\x00", "1\x00", "\xff", "\"\xc3\"",
	}
}
