package report

import (
	"fmt"
	"path"
	"strings"

	"mdck/internal/spelling"
	"mdck/lint"
)

// Explain returns the description of a rule as Markdown.
func Explain(r *lint.Rule) (string, error) {
	e, err := r.Example()
	if err != nil {
		return "", err
	}
	fixed := ""
	if r.Fixable {
		fixed = ", fixed by --fix"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "# %s (%s%s)\n\n%s\n\n%s\n", r.ID, r.Severity, fixed, plainMarkdown(r.Summary), plainMarkdown(r.Why))
	fmt.Fprintf(&b, "\n**Bad**: %s\n%s", plainMarkdown(e.About), exampleMarkdown(e.Bad))
	fmt.Fprintf(&b, "\n`mdck lint` prints:\n\n%s", fence("text", e.Want))
	if len(e.Fixed) > 0 {
		fmt.Fprintf(&b, "\n**Fixed** by `mdck lint --fix`:\n%s", exampleMarkdown(e.Fixed))
	}
	fmt.Fprintf(&b, "\n**Good**:\n%s", exampleMarkdown(e.Good))
	fmt.Fprintf(&b, "\n%s\n", strings.NewReplacer("<!--", "`<!--", "-->", "-->`").Replace(e.Silencing(r)))
	return b.String(), nil
}

func exampleMarkdown(files []lint.ExampleFile) string {
	var b strings.Builder
	for _, f := range files {
		tag := ""
		switch path.Ext(f.Name) {
		case ".md":
			tag = "markdown"
		case ".json":
			tag = "json"
		}
		fmt.Fprintf(&b, "\n`%s`\n\n%s", f.Name, fence(tag, f.Shown))
	}
	return b.String()
}

func fence(tag, text string) string {
	marks := spelling.Fence("```", text)
	return marks + tag + "\n" + strings.TrimSuffix(text, "\n") + "\n" + marks + "\n"
}

func plainMarkdown(text string) string {
	return strings.NewReplacer("<", `\<`, "*", `\*`).Replace(text)
}
