package config

import (
	"errors"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mdck/lint"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/protocols"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
	"mdck/tokens"
)

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func environment(pairs map[string]string) []string {
	var all []string
	for name, value := range pairs {
		all = append(all, name+"="+value)
	}
	return all
}

func standard(l *Loader) *Loader {
	l.Table = protocols.Default()
	return l
}

func load(t *testing.T, text string, l *Loader) (*Config, error) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, Name, text)
	return standard(l).For(dir, dir)
}

func mustLoad(t *testing.T, text string, l *Loader) *Config {
	t.Helper()
	c, err := load(t, text, l)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestDefaults(t *testing.T) {
	c, err := standard(&Loader{}).For(t.TempDir(), "/")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []*Config{c, mustLoad(t, "# nothing yet\n", &Loader{Environ: environment(nil)})} {
		if c.Limits("ohrfc") != ohrfc.DefaultLimits || c.Encoding() != tokens.Default || c.FailOn() != "error" || c.SkillDir() != "" {
			t.Errorf("got %+v", c)
		}
		if len(c.Levels())+len(c.Off()) > 0 || c.Ignored("/x") {
			t.Errorf("got %v, %v", c.Levels(), c.Off())
		}
		for _, v := range c.Values() {
			if v.Origin != "default" {
				t.Errorf("%s comes from %s", v.Key, v.Origin)
			}
		}
	}
}

// TestNothingSet checks that keys and rules are built only when needed.
func TestNothingSet(t *testing.T) {
	asked := false
	row := &protocol.Protocol{Name: "toy", Limits: schema.Limits{Lines: 3}, Settings: func() []protocol.Setting { asked = true; return nil }}
	row.Checker = &lint.Checker{Name: "toy", Rules: func() []lint.Rule { asked = true; return nil }}
	l := &Loader{Table: protocol.NewTable(row), Environ: []string{"HOME=/", "MDCK_CONFIG=", "MDCK=x"}}
	c, err := l.For(t.TempDir(), "/")
	if err != nil || c.Limits("toy") != row.Limits || c.Limits("ohrfc") != (schema.Limits{}) || asked {
		t.Errorf("%v: limits %+v, a row is asked: %t", err, c.Limits("toy"), asked)
	}
	l.Flags = []Flag{{Key: "budgets.toy.lines", Value: "7", Name: "--set"}}
	c, err = (&Loader{Table: l.Table, Flags: l.Flags}).For(t.TempDir(), "/")
	if err != nil || c.Limits("toy").Lines != 7 || !asked {
		t.Errorf("%v: limits %+v, a row is asked: %t", err, c.Limits("toy"), asked)
	}
}

const full = `version: 0.1
encoding: cl100k_base
estimates: {claude-opus-4-7: 1.6}
skill-dir: tools/skill
fail-on: warning
baseline: .ci/known.json
ignore: [docs, "**/old-*"]
budgets:
  ohrfc:
    lines: 250
    group-lines: 50
    tokens: 4000
severities:
  ohrfc/title: off
  ohrfc/line-budget: warning
  any/setext-by-accident: error
`

func TestFile(t *testing.T) {
	c := mustLoad(t, full, &Loader{})
	dir := filepath.Dir(c.Path())
	if want := (schema.Limits{Lines: 250, GroupLines: 50, Tokens: 4000}); c.Limits("ohrfc") != want {
		t.Errorf("limits %+v", c.Limits("ohrfc"))
	}
	if c.Encoding() != "cl100k_base" || c.FailOn() != "warning" || c.SkillDir() != filepath.Join(dir, "tools", "skill") {
		t.Errorf("got %q, %q, %q", c.Encoding(), c.FailOn(), c.SkillDir())
	}
	if c.Baseline() != filepath.Join(dir, ".ci", "known.json") || mustLoad(t, "baseline: ''\n", &Loader{}).Baseline() != "" {
		t.Errorf("baseline %q", c.Baseline())
	}
	for model, want := range map[string]float64{"claude-opus-4-7": 1.6, "claude-sonnet-4-5": 1.18} {
		if e, err := c.Estimator(model); err != nil || e != (tokens.Estimator{Model: model, Factor: want}) {
			t.Errorf("estimates for %s are %v (%v), want factor %v", model, e, err, want)
		}
	}
	if want := map[string]lint.Severity{"ohrfc/line-budget": lint.Warning, "any/setext-by-accident": lint.Error}; !maps.Equal(c.Levels(), want) {
		t.Errorf("levels %v", c.Levels())
	}
	if want := map[string]bool{"ohrfc/title": true}; !maps.Equal(c.Off(), want) {
		t.Errorf("off %v", c.Off())
	}
	if !c.Ignored(filepath.Join(dir, "docs", "x.md")) || c.Ignored(filepath.Join(dir, "src")) {
		t.Error("ignored is wrong")
	}
}

func TestPrecedence(t *testing.T) {
	values := map[string][3]string{ // file, environment, flag
		keyVersion: {"0.1", "", "0.1"}, keyEncoding: {"cl100k_base", "o200k_base", "cl100k_base"},
		"estimates.claude-opus-4-6": {"1.1", "1.2", "1.25"}, "estimates.claude-opus-4-7": {"2", "3.5", "4"},
		keySkillDir: {"a", "b", "c"}, keyFailOn: {"never", "warning", "error"}, keyIgnore: {"a", "b", "c"}, keyBaseline: {"a", "b", "c"}, keyTeam: {"ENG", "OPS", "*"},
		"budgets.ohrfc.lines": {"1", "2", "3"}, "budgets.ohrfc.group-lines": {"4", "5", "6"}, "budgets.ohrfc.tokens": {"7", "8", "9"},
		"budgets.ohrfc.characters": {"1", "2", "3"},
		"severities.ohrfc/title":   {"off", "warning", "error"},
		"plan.answers":             {"shared", "local", "shared"},
		"formats":                  {"notes", "handoff", "state"},
		"budgets.handoff.lines":    {"1", "2", "3"}, "budgets.handoff.group-lines": {"4", "5", "6"}, "budgets.handoff.tokens": {"7", "8", "9"},
		"budgets.handoff.characters": {"1", "2", "3"},
		"handoff":                    {"a.md", "b.md", "c.md"},
	}
	for _, l := range standard(&Loader{}).keys().leaves {
		key, variable := l.key, l.variable()
		if strings.HasPrefix(key, "thresholds.") {
			values[key] = [3]string{"20", "21", "22"}
		}
		if key == keySeverities {
			key = "severities.ohrfc/title"
		}
		in, ok := values[key]
		if !ok {
			t.Errorf("no values for %s: add one for the file, the environment and the flag to values in this test", key)
			continue
		}
		file, env := nested(key, in[0]), map[string]string{}
		if variable != "" {
			env[variable] = in[1]
			if l.key == keySeverities {
				env[variable] = "ohrfc/title=" + in[1]
			}
		}
		flag := []Flag{{Key: key, Value: in[2], Name: "--set"}}
		if key == "formats" {
			env[variable], flag[0].Value = `{"`+in[1]+`": {"files": ["a.md"]}}`, `{"`+in[2]+`": {"files": ["a.md"]}}`
		}
		check := func(loader *Loader, want, origin string) {
			t.Helper()
			c := mustLoad(t, file, loader)
			i := slices.IndexFunc(c.Values(), func(v Value) bool { return v.Key == key })
			if v := c.Values()[i]; v.Text != want || !strings.HasPrefix(v.Origin, origin) {
				t.Errorf("%s is %q from %q, want %q from %q", key, v.Text, v.Origin, want, origin)
			}
		}
		check(&Loader{}, in[0], Name+":")
		if variable != "" {
			check(&Loader{Environ: environment(env)}, in[1], variable)
		}
		check(&Loader{Environ: environment(env), Flags: flag}, in[2], "--set")
	}
}

func nested(key, value string) string {
	var b strings.Builder
	path := strings.Split(key, ".")
	for depth, name := range path {
		b.WriteString("\n" + strings.Repeat("  ", depth) + name + ": ")
	}
	switch key {
	case keyIgnore:
		value = "[" + value + "]"
	case "formats":
		value = "{" + value + ": {files: [a.md]}}"
	}
	return b.String() + value + "\n"
}

func TestLaterFlag(t *testing.T) {
	l := &Loader{
		Environ: environment(map[string]string{"MDCK_SEVERITIES": "ohrfc/title=off, ohrfc/meta=warning"}),
		Flags: []Flag{
			{keySeverities, "ohrfc/meta=off", "--set"}, {"severities.ohrfc/meta", "error", "--set"},
			{keyEncoding, "o200k_base", "--set"}, {keyEncoding, "cl100k_base", "--encoding"},
		},
	}
	c := mustLoad(t, "severities:\n  ohrfc/line-budget: warning\n", l)
	if want := map[string]lint.Severity{"ohrfc/line-budget": lint.Warning, "ohrfc/meta": lint.Error}; !maps.Equal(c.Levels(), want) {
		t.Errorf("levels %v", c.Levels())
	}
	if !maps.Equal(c.Off(), map[string]bool{"ohrfc/title": true}) || c.Encoding() != "cl100k_base" {
		t.Errorf("off %v, encoding %s", c.Off(), c.Encoding())
	}
}

func TestProblems(t *testing.T) {
	l := &Loader{
		Environ: environment(map[string]string{
			"MDCK_ENCODING": "gpt-4", "MDCK_ESTIMATES_CLAUDE_OPUS_4_6": "1,2", "MDCK_ESTIMATES_CLAUDE_OPUS_4_7": "0.9",
			"MDCK_BUDGETS_OHRFC_LINES": "many", "MDCK_BUDGETS_OHRFC_TOKENS": "0", "MDCK_FAIL_ON": "",
			"MDCK_SEVERITIES": "ohrfc/titel=off,ohrfc/meta", "MDCK_IGNORE": "a,/b",
		}),
		Flags: []Flag{{"budgets.ohrfc", "3", "--set"}, {"fail_on", "never", "--set"}, {"nonsense", "", "--set"}},
	}
	_, err := load(t, `version: "0.2"
encodin: cl100k_base
skill-dir: ""
fail-on: [error]
ignore:
- /abs
- ok
- "[a"
budgets:
  ohrfc: {lines: 0, tokens: 1.5, group-lines: "40"}
  ccc: {}
severities:
  ohrfc/titel: off
  any/secret: warn
  any/unclosed: false
`, l)
	want := `.mdck.yaml:1:10: "version" is "0.2"; expected 0.1
.mdck.yaml:2:1: unknown key "encodin" (did you mean "encoding"?)
.mdck.yaml:3:12: "skill-dir" is ""; expected 1 or more characters
.mdck.yaml:4:10: "fail-on" is an array; expected a string
.mdck.yaml:6:3: "ignore[0]" is "/abs"; expected a pattern of a path below this directory, such as docs/**
.mdck.yaml:8:3: "ignore[2]" is "[a"; expected a pattern of a path below this directory, such as docs/**
.mdck.yaml:10:18: "lines" is 0; expected 1 or more
.mdck.yaml:10:29: "tokens" is 1.5; expected a whole number
.mdck.yaml:10:47: "group-lines" is a string; expected a whole number
.mdck.yaml:11:3: unknown key "ccc"
.mdck.yaml:13:3: unknown key "ohrfc/titel" (did you mean "ohrfc/title"?)
.mdck.yaml:14:15: "any/secret" is "warn"; expected one of error, warning, off
.mdck.yaml:15:17: "any/unclosed" is a boolean; expected a string
MDCK_ENCODING is "gpt-4"; expected one of o200k_base, cl100k_base
MDCK_ESTIMATES_CLAUDE_OPUS_4_6: estimates.claude-opus-4-6 is "1,2"; expected a number of 1 or more
MDCK_ESTIMATES_CLAUDE_OPUS_4_7 is 0.9; expected 1 or more
MDCK_IGNORE: "ignore[1]" is "/b"; expected a pattern of a path below this directory, such as docs/**
MDCK_BUDGETS_OHRFC_LINES: budgets.ohrfc.lines is "many"; expected a whole number of 1 or more
MDCK_BUDGETS_OHRFC_TOKENS is 0; expected 1 or more
MDCK_SEVERITIES: severities has "ohrfc/meta"; expected ID=LEVEL
--set: "budgets.ohrfc" is a group of keys; expected one of budgets.ohrfc.lines, budgets.ohrfc.group-lines, budgets.ohrfc.tokens, budgets.ohrfc.characters
--set: unknown key "fail_on" (did you mean "fail-on"?)
--set: unknown key "nonsense"; to list the keys: mdck config show`
	if err == nil || err.Error() != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
	if _, ok := errors.AsType[*source.Error](err); !ok {
		t.Error("no source.Error among them")
	}
}

func TestVersion(t *testing.T) {
	for _, spelled := range []string{"0.1", `"0.1"`, "'0.1'"} {
		if c := mustLoad(t, "version: "+spelled+"\n", &Loader{}); c.Values()[0].JSON != `"0.1"` {
			t.Errorf("version: %s gives %s", spelled, c.Values()[0].JSON)
		}
	}
}

func TestHuge(t *testing.T) {
	c := mustLoad(t, "budgets: {ohrfc: {lines: 18446744073709551615}}\n", &Loader{})
	if c.Limits("ohrfc").Lines != math.MaxInt {
		t.Errorf("lines %d", c.Limits("ohrfc").Lines)
	}
	c = mustLoad(t, "", &Loader{Flags: []Flag{{"estimates.claude-opus-4-7", "1e999", "--set"}}})
	if e, err := c.Estimator("claude-opus-4-7"); err != nil || e.Estimate(1) != 1<<53 {
		t.Errorf("estimate %v, %v", e, err)
	}
}

func TestSet(t *testing.T) {
	f, err := Set("severities.ohrfc/title=off")
	if want := (Flag{"severities.ohrfc/title", "off", "--set"}); err != nil || f != want {
		t.Errorf("got %+v, %v", f, err)
	}
	for _, arg := range []string{"", "x", "=x"} {
		if _, err := Set(arg); err == nil || err.Error() != "--set "+strconv.Quote(arg)+": expected KEY=VALUE" {
			t.Errorf("%q: %v", arg, err)
		}
	}
}
