package lint_test

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"mdck/internal/protocoltest"
	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/protocols"
)

const rulesDoc = "../docs/rules.md"

func TestDocs(t *testing.T) {
	want := rulesPage(t)
	if *update {
		if err := os.WriteFile(rulesDoc, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(rulesDoc); err != nil || string(got) != want {
		t.Errorf("docs/rules.md is stale (%v): run go test ./lint -update", err)
	}
}

func TestDocsReadable(t *testing.T) {
	page := rulesPage(t)
	doc, err := mdcheckpoint.Parse("rules.md", page)
	if err != nil || len(doc.Unclosed) > 0 {
		t.Fatalf("the page cannot be read: %v, unclosed %v", err, doc.Unclosed)
	}
	var want, got []string
	for _, r := range protocols.Default().Rules() {
		want = append(want, r.ID)
		if !strings.Contains(page, "]("+anchor(r.ID)+")") {
			t.Errorf("nothing links to %s", r.ID)
		}
	}
	for _, s := range doc.Sections {
		if s.Level == 3 {
			got = append(got, s.Title)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("sections are %q, want %q", got, want)
	}
}

func rulesPage(t *testing.T) string {
	t.Helper()
	var b strings.Builder
	b.WriteString("<!-- Made by go test ./lint -update; do not edit. -->\n\n# Rules\n\n")
	b.WriteString("This page lists the rules of `mdck lint`. The severity of a rule is the highest that its findings may have.\n")
	b.WriteString("\"Fix\" shows whether `--fix` fixes some of its findings. Every example is also a test of its rule. The examples are in the workspace\n")
	fmt.Fprintf(&b, "`%s` for ohrfc, at the root of a project for ccc, loop, plan, handoff and format, and in the directory of an epic for agents. In the examples, each word is one token.\n\n", protocoltest.ExampleDir)
	writeIgnoring(&b)
	b.WriteString("## Contents\n")
	protocol := ""
	for _, r := range protocols.Default().Rules() {
		if p := protocolName(r); p != protocol {
			protocol = p
			fmt.Fprintf(&b, "\n**%s**\n\n| rule | severity | fix | reports |\n|---|---|---|---|\n", p)
		}
		fmt.Fprintf(&b, "| [%s](%s) | %s | %s | %s |\n", r.ID, anchor(r.ID), r.Severity, yes(r.Fixable), escape(r.Summary))
	}
	protocol = ""
	for _, r := range protocols.Default().Rules() {
		if p := protocolName(r); p != protocol {
			protocol = p
			fmt.Fprintf(&b, "\n## %s/\n", p)
		}
		writeRule(t, &b, r)
	}
	return b.String()
}

func writeIgnoring(b *strings.Builder) {
	b.WriteString(`## Ignoring a finding

A comment hides the findings of rules in the next block of the Markdown file. Nothing else may be on its lines. Above a heading it hides them in the whole
section, and with ` + "`-file`" + ` in the whole file. Separate names by spaces or commas. The part before the slash may be omitted
if only one protocol has the rule. The text after ` + "`--`" + ` is a reason. The rule any/unused-ignore reports a comment that hides nothing.
A write over a budget is refused even if a comment hides the finding: change the budget in the configuration.

` + "```markdown\n<!-- mdck:ignore one-line-bullet, bullet-count -- agreed with the owner -->\n<!-- mdck:ignore-file ohrfc/token-budget -->\n```\n\n")
}

func writeRule(t *testing.T, b *strings.Builder, r *lint.Rule) {
	t.Helper()
	e, err := r.Example()
	if err != nil {
		t.Fatal(err)
	}
	fix := ""
	if r.Fixable {
		fix = ", `--fix` fixes some findings"
	}
	fmt.Fprintf(b, "\n### %s\n\n%s (%s%s)\n\n%s\n", r.ID, escape(r.Summary), r.Severity, fix, escape(r.Why))
	if len(e.Base) > 0 {
		b.WriteString("\nThe last commit:\n")
		writeFiles(b, e.Base)
	}
	fmt.Fprintf(b, "\nBad: %s\n", escape(e.About))
	writeFiles(b, e.Bad)
	b.WriteString("\nmdck lint prints:\n\n" + fenced("text", e.Want))
	if len(e.Fixed) > 0 {
		b.WriteString("\nFixed by `--fix`:\n")
		writeFiles(b, e.Fixed)
	}
	b.WriteString("\nGood:\n")
	writeFiles(b, e.Good)
	b.WriteString("\n" + quoteComments(e.Silencing(r)) + "\n")
}

func quoteComments(text string) string {
	return strings.NewReplacer("<!--", "`<!--", "-->", "-->`").Replace(text)
}

func writeFiles(b *strings.Builder, files []lint.ExampleFile) {
	for _, f := range files {
		if len(files) > 1 || f.Name != "checkpoint.md" {
			fmt.Fprintf(b, "\n`%s`\n", f.Name)
		}
		b.WriteString("\n" + fenced(language(f), f.Shown))
	}
}

func language(f lint.ExampleFile) string {
	if f.Shown != f.Text {
		return "text"
	}
	return map[string]string{".md": "markdown", ".json": "json"}[path.Ext(f.Name)]
}

func fenced(tag, text string) string {
	longest, run := 2, 0
	for _, r := range text {
		run++
		if r != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	return fence + tag + "\n" + strings.TrimSuffix(text, "\n") + "\n" + fence + "\n"
}

func escape(text string) string {
	return strings.NewReplacer("<", `\<`, "|", `\|`, "*", `\*`).Replace(text)
}

func anchor(title string) string {
	return "#" + strings.ReplaceAll(strings.ToLower(title), "/", "")
}

func protocolName(r *lint.Rule) string {
	protocol, _, _ := strings.Cut(r.ID, "/")
	return protocol
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return ""
}
