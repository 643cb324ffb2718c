package yamldoc

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

func TestSpans(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want any
	}{
		"plain":                  {"k: «two words» # c\n", "two words"},
		"plain at the end":       {"k: «x»", "x"},
		"plain after a tab":      {"k:\t«x»\n", "x"},
		"plain, blanks after it": {"k: «x» \t \nl: 1\n", "x"},
		"plain, hash inside":     {"k: «x#y»\n", "x#y"},
		"plain, colon inside":    {"k: «http://x:80/y»\n", "http://x:80/y"},
		"plain, two lines":       {"k: «x\n  y»\nl: 1\n", "x y"},
		"plain, blank line":      {"k: «x\n\n  y»\nl: 1\n", "x\ny"},
		"plain, CRLF":            {"# c\r\nk: «x\r\n  y»\r\nl: 1\r\n", "x y"},
		"next line":              {"k:\n  «x»\n", "x"},
		"not ASCII":              {"# é\né: ü\nk: «süß»\n", "süß"},
		"not ASCII, one line":    {"{é: ü, k: «süß», l: 1}\n", "süß"},
		"after an escape":        {"{l: \"\\u00e9\\ud83d\\ude00\", k: «x»}\n", "x"},
		"after a block scalar":   {"l: |\n  k: no\nk: «x»\n", "x"},
		"after tabs":             {"{l:\t\t1,\n  k:\t«x»}\n", "x"},
		"single quotes":          {"k: «'it''s # x'» # c\n", "it's # x"},
		"double quotes":          {"k: «\"a\\\"\\n# é\"» # c\n", "a\"\n# é"},
		"double, two lines":      {"k: «\"a\n  b\"»\n", "a b"},
		"double, CRLF":           {"l: 1\r\nk: «\"a\r\n  b\"»\r\n", "a b"},
		"empty quotes":           {"k: «''»\n", ""},
		"quoted key":             {"\"a: b\": 1\n'k' : «x»\n", "x"},
		"byte order mark":        {bom + "k: «x»\n", "x"},
		"whole number":           {"k: «1_000»\n", 1000.0},
		"hexadecimal":            {"k: «0x1F»\n", 31.0},
		"fraction":               {"k: «.5»\n", 0.5},
		"boolean":                {"k: «True»\n", true},
		"off is a string":        {"k: «off»\n", "off"},
		"null":                   {"k: «~»\n", nil},
		"left out":               {"k:«» # c\nl: 1\n", nil},
		"left out at the end":    {"l: 1\nk:«»", nil},
		"left out in braces":     {"{k«», l: 1}\n", nil},
		"literal":                {"k: «|\n  a\n   b\n\n  c\n»\n\nl: 1\n", "a\n b\n\nc\n"},
		"literal, stripped":      {"k: «|- # c\n  a\n»l: 1\n", "a"},
		"literal, kept":          {"k: «|+\n  a\n\n»l: 1\n", "a\n\n"},
		"literal, at the end":    {"k: «|\n  a»", "a"},
		"literal, CRLF":          {"k: «|\r\n  a\r\n  b\r\n»l: 1\r\n", "a\nb\n"},
		"literal, comment":       {"k: «|\n  # a\n»# c\nl: 1\n", "# a\n"},
		"folded":                 {"k: «>\n  a\n  b\n»l: 1\n", "a b\n"},
		"empty literal":          {"k: «|\n»l: 1\n", ""},
		"block mapping":          {"k:\n  «a: 1\n  b:\n    c: 2» # c\nl: 1\n", map[string]any{"a": 1.0, "b": map[string]any{"c": 2.0}}},
		"block sequence":         {"k:\n«- 1\n- b: 2\n  c: 3»\nl: 1\n", []any{1.0, map[string]any{"b": 2.0, "c": 3.0}}},
		"sequence, left out":     {"k:\n  «-\n  - 1»\n", []any{nil, 1.0}},
		"flow mapping":           {"k: «{a: 1, 'b': [2, 3] }» # c\n", map[string]any{"a": 1.0, "b": []any{2.0, 3.0}}},
		"flow, lines and CRLF":   {"k: «[1,\r\n  # c\r\n  2 ]»\r\n", []any{1.0, 2.0}},
		"empty flow":             {"k: «[]»\n", []any{}},
		"JSON":                   {"{\"k\":«[\"a\",1.50,null]»}", []any{"a", 1.5, nil}},
		"document markers":       {"# c\n---\nk: «x»\n...\n", "x"},
	} {
		t.Run(name, func(t *testing.T) {
			text, want := protocoltest.Marked(t, c.text)
			d, err := Parse("x.yaml", text)
			if err != nil {
				t.Fatal(err)
			}
			v := d.Root.Get("k")
			if v == nil {
				t.Fatalf("no k in %#v", plain(d.Root))
			}
			if v.Span != want {
				t.Errorf("span is %q, want %q", d.File.Slice(v.Span), d.File.Slice(want))
			}
			if got := plain(v); !reflect.DeepEqual(got, c.want) {
				t.Errorf("value is %#v, want %#v", got, c.want)
			}
		})
	}
}

func TestKeySpans(t *testing.T) {
	for name, c := range map[string]struct{ text, key string }{
		"plain":         {"a: 1\n«two words» : 2\n", "two words"},
		"double quotes": {"a: 1\n«\"b\\tc\"»: 2\n", "b\tc"},
		"single quotes": {"a: 1\r\n«'it''s'»: 2\r\n", "it's"},
		"not ASCII":     {"é: 1\n«ü»: 2\n", "ü"},
		"number":        {"a: 1\n«0.10»: 2\n", "0.10"},
		"in braces":     {"{a:\t1, «b»: 2}\n", "b"},
		"slash":         {"a: 1\n«ohrfc/title»: off\n", "ohrfc/title"},
	} {
		t.Run(name, func(t *testing.T) {
			text, want := protocoltest.Marked(t, c.text)
			d, err := Parse("x.yaml", text)
			if err != nil {
				t.Fatal(err)
			}
			if m := d.Root.Members[1]; m.KeySpan != want || m.Key != c.key {
				t.Errorf("key %q at %q, want %q at %q", m.Key, d.File.Slice(m.KeySpan), c.key, d.File.Slice(want))
			}
		})
	}
}

func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want error
		says string
	}{
		"anchor":                        {"a: «»&x 1\n", ErrUnsupported, "an anchor"},
		"alias":                         {"a: 1\nb: «»*x\n", ErrUnsupported, "an alias"},
		"merge key":                     {"a: 1\n«»<<: {b: 1}\n", ErrUnsupported, "a merge key"},
		"tag":                           {"a: «»!!str 1\n", ErrUnsupported, "a tag"},
		"tag at the end":                {"a: «»!x", ErrSyntax, ""},
		"directive":                     {"«»%YAML 1.2\n---\na: 1\n", ErrUnsupported, "a directive"},
		"question mark":                 {"«»? a\n: 1\n", ErrUnsupported, "?"},
		"key of a list":                 {"[a]«»: 1\n", ErrSyntax, ""},
		"second document":               {"a: 1\n«»---\nb: 1\n", ErrUnsupported, "a second document"},
		"after the end mark":            {"a: 1\n...\n«»b: 1\n", ErrUnsupported, "a second document"},
		"on the line of the start mark": {"--- «»a: 1\n", ErrUnsupported, "line of ---"},
		"duplicate":                     {"a: 1\r\nb: 2\r\n«»a: 3\r\n", ErrDuplicateKey, `"a"`},
		"duplicate, quoted":             {"a: {b: 1, «»'b': 2}\n", ErrDuplicateKey, `"b"`},
		"sequence at the top":           {"# c\n«»- a\n", ErrUnsupported, "array at the top"},
		"scalar at the top":             {"«»just text\n", ErrUnsupported, "string at the top"},
		"infinity":                      {"a: «».inf\n", ErrUnsupported, ".inf"},
		"open quote":                    {"a: 1\nb: «»\"x\n", ErrSyntax, "double-quoted"},
		"open bracket":                  {"é: «»[1, 2\n", ErrSyntax, "']' not found"},
		"tab as indentation":            {"a:\n\t«»b: 1\n", ErrSyntax, "cannot start any token"},
		"tab in a value":                {"a: «»x\ty\n", ErrSyntax, "quote the value"},
		"reserved":                      {"a: «»@b\n", ErrSyntax, "reserved character"},
		"value in a value":              {"a: «»b: c\n", ErrSyntax, "not allowed in this context"},
		"control character":             {"a: x«»\x00y\n", ErrSyntax, "control character 0x00"},
		"lone carriage return":          {"a: 1«»\rb: 2\n", ErrSyntax, "control character 0x0d"},
		"second order mark":             {bom + "«»" + bom + "a: 1\n", ErrSyntax, "byte order mark"},
		"not UTF-8":                     {"a: 1\nb: «»\xe9\n", ErrNotUTF8, "0xe9"},
		"indentation given":             {"a: «»|2\n    x\n", ErrSyntax, ""},
		"tab in a literal":              {"a: «»|\n  \tx\nb: 1\n", ErrSyntax, "quote the value"},
		"too deep, flow":                {"a: " + strings.Repeat("[", MaxDepth) + "«»[", ErrTooDeep, "64 levels"},
		"too deep, block":               {strings.Repeat("- ", MaxDepth) + "«»- a\n", ErrTooDeep, "64 levels"},
		"hyphen in a value":             {"a: «»x\n  - y\n", ErrSyntax, "quote the value"},
		"too many blank lines":          {"a: |\r\n  x\r\n" + strings.Repeat(" \r\n", MaxBlank) + "«»\r\nb: 1\r\n", ErrUnsupported, "1000 blank lines"},
		"too large":                     {strings.Repeat("#", MaxSize) + "«»#", ErrTooLarge, "32769 bytes"},
	} {
		t.Run(name, func(t *testing.T) {
			text, want := protocoltest.Marked(t, c.text)
			_, err := Parse("x.yaml", text)
			at, ok := errors.AsType[*source.Error](err)
			if !ok || !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) {
				t.Fatalf("got %v, want %q of %q", err, c.says, c.want)
			}
			if want := source.NewFile("x.yaml", text).Position(want.Start); at.Pos != want {
				t.Errorf("got %v, want it at %v", err, want)
			}
		})
	}
}

func TestKinds(t *testing.T) {
	for said, want := range map[string]jsondoc.Kind{
		"1": jsondoc.Int, "-0": jsondoc.Int, "0x1F": jsondoc.Int, "1.0": jsondoc.Number &^ jsondoc.Int, "100000000000000000000000.0": jsondoc.Number &^ jsondoc.Int,
		"1e3": jsondoc.String, "99999999999999999999": jsondoc.String, "2026-11-21": jsondoc.String, "yes": jsondoc.String, "'1'": jsondoc.String,
		"true": jsondoc.Bool, "null": jsondoc.Null, "": jsondoc.Null,
	} {
		d, err := Parse("x.yaml", "k: "+said+"\n")
		if err != nil || d.Root.Get("k").Kind != want {
			t.Errorf("%s: %v, %v, want %v", said, d.Root.Get("k").Kind, err, want)
		}
	}
}

func TestEmpty(t *testing.T) {
	for _, text := range []string{"", "\n", bom, "# only\r\n\r\n# comments", "---\n", "---\n...\n", "{}"} {
		d, err := Parse("x.yaml", text)
		if err != nil || d.Root.Kind != jsondoc.Object || len(d.Root.Members) != 0 {
			t.Errorf("%q: %v, %v", text, d, err)
		}
	}
}

var (
	repeats = []string{
		"[", "{", "a: [", "- ", "-\n", "a: ", "? ", "!a ", "&a ", "*a ", "{a: ", "#\n", "a\n", "\"\t\\", "'\n", "\"\n", "a: |\n", "a: >\n", "|\n",
		"[a,", "{a,", ", ", ": ", " :\n", "<<", "<< ", "\"a\": ", "\n ", "- a\n", "- - a\n", "a: 1\n", "---\n", "...\n", "\t", "a\t", "[]", "{}", "%a\n", "é", "a:\n ", "\\", "- |\n a\n", "[[],", "{a: [", "- {a: 1}\n",
	}
	arounds = []string{"%", "k: %", "k: [%]", "k: \"%\"", "k: |\n  %"}
)

func repeated(unit, around string, size int) string {
	return strings.Replace(around, "%", strings.Repeat(unit, (size-len(around))/len(unit)), 1)
}

func TestRepeats(t *testing.T) {
	const size, most = 8 << 10, 64 << 20
	for _, unit := range repeats {
		for _, around := range arounds {
			text := repeated(unit, around, size)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := Parse("", text)
			runtime.ReadMemStats(&after)
			if took := after.TotalAlloc - before.TotalAlloc; took > most {
				t.Errorf("%q times in %q: %d bytes allocated, %.80s", unit, around, took, fmt.Sprint(err))
			}
		}
	}
}

func BenchmarkRepeats(b *testing.B) {
	for _, unit := range repeats {
		text := repeated(unit, "k: [%]", MaxSize)
		b.Run(fmt.Sprintf("%q", unit), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				_, _ = Parse("", text)
			}
		})
	}
}

func samples() []string {
	return []string{
		"", "# c\n", "---\na: 1\n...\n", "a: 1\r\nb:\r\n  c: é\r\n  d: \"ü\" \r\n", bom + "a: 1\n", "a:\n- 1\n- b: 2\n  c: 3\n", "a: {b: [1, 2], c: é, d: {}}\n",
		"a: |\n  text\n  more\nb: >-\n  x\n  y\nc: |+\n\n  z\n\n", "é: 1\n\"k\": 2\n'l' : 3\n? m\n: 4\n", "a:\nb: ~\n", "a: multi\n  line\n\n  plain\nb: \"multi\n  line\"\nc: 'x\n\n  y'\n",
		"a:\tb\nc: \t d\n", "a: &x 1\nb: *x\nc: !!str 1\n<<: {}\n", "a: 0x1F\nb: 1_000\nc: .5\nd: 1.0\ne: .inf\nf: ~\ng: yes\nh: True\ni: 0o7\nj: 07\nk: 1e3\nl: -0\nm: +1\n",
		"[a: 1]\n", "{a, b: , \"c\":1}\n", "a: 1 #x\n#y\n", "a: \"\\ud83d\\ude00\\x41\\\n  b\"\n", "a: b: c\n", "a: [1\n", "\ta: 1\n", "- - a\n  - b\n-\n  c: d\n", "a: x\n  - y\n", "%YAML 1.2\n---\na: 1\n", "a: <<\n", "1: 2\ntrue: 3\n.inf: 4\nnull: 5\n",
	}
}
