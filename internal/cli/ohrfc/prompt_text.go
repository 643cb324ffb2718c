package ohrfc

import (
	"fmt"
	"strings"

	"mdck/internal/report"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/templates"
)

// oneLineRule is a rule for every bullet. Source: checkpoint_protocol §3.
const oneLineRule = "A bullet is one line."

func promptText(p *ohrfc.Prompt, encoding string, there bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "## %s\n\n%s\n", p.Title(), oneLineRule)
	if p.Exists {
		fmt.Fprintf(&b, "\nThe section already exists: mdck append changes it only with --replace.\n")
	}
	if lines := p.BudgetLines(encoding); len(lines) > 0 {
		fmt.Fprintf(&b, "\n%s\n", strings.Join(lines, "\n"))
	}
	for i := range p.Group.Subsections {
		sub := &p.Group.Subsections[i]
		fmt.Fprintf(&b, "\n### %s (%s)\n\n", sub.Title, ohrfc.BulletRange(sub))
		for _, q := range templates.Questions(p.Group.Key, sub.Slug()) {
			fmt.Fprintf(&b, "- %s\n", q)
		}
		if len(sub.Labels) > 0 && there {
			b.WriteString("\n")
			for _, line := range p.TensionLines() {
				fmt.Fprintf(&b, "%s\n", report.OneLine(line))
			}
		}
	}
	fmt.Fprintf(&b, "\nWrite your bullets below these ### titles, and pass the text to mdck append --section %s. To pass JSON, fill in the output of mdck ohrfc prompt %s --json.\n",
		p.Group.Key, p.Group.Key)
	return b.String()
}

// promptJSON returns input for mdck append, with the questions in the ignored key "prompt".
func promptJSON(p *ohrfc.Prompt, text string) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "{\n  \"section\": %q", p.Group.Key)
	if p.Round > 0 {
		fmt.Fprintf(&b, ",\n  \"round\": %d", p.Round)
	}
	for i := range p.Group.Subsections {
		fmt.Fprintf(&b, ",\n  %q: []", p.Group.Subsections[i].Slug())
	}
	lines, err := jsondoc.Encode(strings.Split(strings.TrimSpace(text), "\n"), "  ", "  ")
	fmt.Fprintf(&b, ",\n  \"prompt\": %s\n}\n", lines)
	return b.String(), err
}
