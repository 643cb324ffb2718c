package config

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mdck/mdcheckpoint/jsondoc"
)

func TestDocs(t *testing.T) {
	name := filepath.Join("..", "..", "docs", "configuration.md")
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	want := between(t, string(raw), "keys", keyTable())
	want = between(t, want, "environment", environmentTable())
	if *update {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if string(raw) != want {
		t.Error("docs/configuration.md is stale: run go test ./internal/config -update")
	}
	examples := configurations(t)
	for _, text := range examples {
		mustLoad(t, text, &Loader{})
	}
	if len(examples) < 6 {
		t.Errorf("%d examples", len(examples))
	}
}

func configurations(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob(filepath.Join("..", "..", "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	ofOthers := regexp.MustCompile(`(?m)^(repos|jobs|pre-commit|root-markers):|^ *- (id|run|uses): `)
	var all []string
	for _, page := range pages {
		raw, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range strings.Split(string(raw), "```yaml\n")[1:] {
			if text, _, _ := strings.Cut(e, "```"); !ofOthers.MatchString(text) {
				all = append(all, text)
			}
		}
	}
	return all
}

func between(t *testing.T, text, name, made string) string {
	t.Helper()
	begin := "<!-- " + name + ": made by go test ./internal/config -update -->\n"
	before, rest, ok := strings.Cut(text, begin)
	_, after, ok2 := strings.Cut(rest, "<!-- end of "+name+" -->\n")
	if !ok || !ok2 {
		t.Fatalf("no marks for %s", name)
	}
	return before + begin + "\n" + made + "\n<!-- end of " + name + " -->\n" + after
}

func keyTable() string {
	var b strings.Builder
	b.WriteString("| key | value | default | meaning |\n|---|---|---|---|\n")
	for _, l := range standard(&Loader{}).keys().leaves {
		value, standard := l.field.Kind.String(), "none"
		switch {
		case l.key == keySeverities:
			value = "a rule's id with one of " + code(l.field.Fields[0].Values)
		case len(l.field.Values) > 0:
			value = code(l.field.Values)
		case l.key == "formats":
			value = "formats by their names"
		case l.field.Kind == jsondoc.Array:
			value = "list of patterns"
		case l.field.HasMin:
			value = fmt.Sprintf("%s, %d or more", l.field.Kind, l.field.Min)
		}
		if text := l.defaultText(); text != "" {
			standard = code([]string{text})
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", l.key, value, standard, l.field.Doc)
	}
	return b.String()
}

func code(words []string) string { return "`" + strings.Join(words, "`, `") + "`" }

func environmentTable() string {
	var b strings.Builder
	b.WriteString("| variable | sets | form |\n|---|---|---|\n")
	for _, l := range standard(&Loader{}).keys().leaves {
		form := "as in the file"
		switch l.key {
		case keyIgnore:
			form = "patterns with commas between them"
		case keySeverities:
			form = "`ID=LEVEL` with commas between them"
		case keySkillDir, keyBaseline:
			form = "a path"
		case "formats":
			form = "a JSON object"
		}
		if name := l.variable(); name != "" {
			fmt.Fprintf(&b, "| `%s` | `%s` | %s |\n", name, l.key, form)
		}
	}
	fmt.Fprintf(&b, "| `%s` | the configuration file to use | a path |\n", EnvFile)
	return b.String()
}
