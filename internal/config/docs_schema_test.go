package config

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/yamldoc"
)

var update = flag.Bool("update", false, "write what the code makes into the documents")

func TestSchemaFile(t *testing.T) {
	name := filepath.Join("..", "..", "docs", "mdck.schema.json")
	if *update {
		if err := os.WriteFile(name, []byte(standard(&Loader{}).Schema()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != standard(&Loader{}).Schema() {
		t.Errorf("docs/mdck.schema.json is stale (%v): run go test ./internal/config -update", err)
	}
}

func compile(t testing.TB) *jsonschema.Schema {
	t.Helper()
	raw, err := jsonschema.UnmarshalJSON(strings.NewReader(standard(&Loader{}).Schema()))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mdck.json", raw); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("mdck.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func asJSON(v *jsondoc.Value) string {
	var parts []string
	for _, m := range v.Members {
		parts = append(parts, jsondoc.Quote(m.Key)+":"+asJSON(m.Value))
	}
	for _, e := range v.Elements {
		parts = append(parts, asJSON(e))
	}
	if s, ok := v.Str(); ok {
		return jsondoc.Quote(s)
	}
	if n, ok := v.Number(); ok {
		return n
	}
	switch b, _ := v.Bool(); {
	case v.Kind == jsondoc.Object:
		return "{" + strings.Join(parts, ",") + "}"
	case v.Kind == jsondoc.Array:
		return "[" + strings.Join(parts, ",") + "]"
	case v.IsNull():
		return "null"
	case b:
		return "true"
	}
	return "false"
}

func agree(t *testing.T, schema *jsonschema.Schema, text string) (valid bool) {
	t.Helper()
	d, err := yamldoc.Parse("", text)
	if err != nil || strings.Contains(asJSON(d.Root), ".0") {
		return false
	}
	raw, err := jsonschema.UnmarshalJSON(strings.NewReader(asJSON(d.Root)))
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	problems := d.Check(standard(&Loader{}).keys().root)
	if err := schema.Validate(raw); (err == nil) != (len(problems) == 0) {
		t.Fatalf("%q: the schema reports %v, mdck %v", text, err, problems)
	}
	return len(problems) == 0
}

var (
	valid = []string{
		"", "# c\n", full, "{}", "version: '0.1'\n", "version: 0.1\n", "encoding: o200k_base\n", "skill-dir: /x\n", "fail-on: never\n",
		"estimates: {}\n", "estimates: {claude-opus-4-6: 1}\n", "estimates: {claude-opus-4-7: 1.53, claude-opus-4-6: 2.5e0}\n",
		"ignore: []\n", "ignore:\n- a/**\n- '[a-c]?x'\n- b/\n", "budgets: {}\n", "budgets: {ohrfc: {}}\n", "budgets: {ohrfc: {tokens: 1}}\n",
		"severities: {}\n", "severities: {any/secret: off, ohrfc/title: warning}\n",
		"thresholds: {}\n", "thresholds: {alert: {}}\n", "thresholds: {warning: {cost: 5, context: 30%, variance: '20 %', errors: 2}, alert: {cost: $25.50}, stop: {errors: '9'}}\n",
	}
	invalid = []string{
		"version: 0.2\n", "version: v0.1\n", "version:\n", "version: true\n", "encoding: o200k\n", "encoding: 1\n", "skill-dir: ''\n", "skill-dir: [x]\n",
		"estimates: 1.2\n", "estimates: {claude-opus-4-7: 0.9}\n", "estimates: {claude-opus-4-7: '2'}\n", "estimates: {claude-opus-4-8: 2}\n", "estimates: {claude-opus-4-7: -1}\n",
		"fail-on: off\n", "fail-on: Error\n", "ignore: docs\n", "ignore: [1]\n", "ignore: ['']\n", "ignore: [/a]\n", "ignore: ['[a']\n", "ignore: ['{a}']\n", "ignore: [../x]\n", "ignore: ['!x']\n",
		"budgets:\n", "budgets: []\n", "budgets: {lines: 1}\n", "budgets: {ohrfc: {line: 1}}\n", "budgets: {ohrfc: {lines: 0}}\n", "budgets: {ohrfc: {lines: -1}}\n",
		"budgets: {ohrfc: {lines: 1.5}}\n", "budgets: {ohrfc: {lines: '1'}}\n", "severities: {title: off}\n", "severities: {ohrfc/title: info}\n", "severities: {ohrfc/title: false}\n",
		"thresholds: 3\n", "thresholds: {warn: {}}\n", "thresholds: {alert: {costs: 3}}\n", "thresholds: {alert: {cost: 30%}}\n", "thresholds: {alert: {context: $30}}\n", "thresholds: {alert: {cost: -1}}\n",
		"thresholds: {alert: {errors: 2.5}}\n", "thresholds: {alert: {errors: '2.5'}}\n", "thresholds: {alert: {cost: 1e3}}\n", "thresholds: {alert: {cost: ''}}\n", "thresholds: {alert: {cost: }}\n", "thresholds: {alert: {cost: [1]}}\n",
		"Version: 0.1\n", "unknown: 1\n", "$schema: x\n",
	}
)

func TestSchema(t *testing.T) {
	schema := compile(t)
	for _, text := range valid {
		if !agree(t, schema, text) {
			t.Errorf("%q is refused", text)
		}
	}
	for _, text := range invalid {
		if agree(t, schema, text) {
			t.Errorf("%q is taken", text)
		}
	}
}

func FuzzSchema(f *testing.F) {
	for _, text := range append(valid, invalid...) {
		f.Add(text)
	}
	schema := compile(f)
	f.Fuzz(func(t *testing.T, text string) { agree(t, schema, text) })
}
