package ohrfc

import (
	"fmt"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/schema"
)

// BulletRange says how many bullets sub takes.
func BulletRange(sub *schema.Subsection) string {
	if sub.Optional {
		return sub.Range() + ", or leave it out"
	}
	return sub.Range()
}

// BudgetLines says what is left of the budgets, a line each after a line about all.
func (p *Prompt) BudgetLines(encoding string) []string {
	if len(p.Budgets) == 0 {
		return nil
	}
	lines := []string{"Still free" + once(p.Archived) + " (headings and blank lines count, too):"}
	for i := range p.Budgets {
		b := &p.Budgets[i]
		what := "the file"
		switch b.Kind {
		case GroupLines:
			what = "the section"
		case FileTokens:
			what += " (" + encoding + ")"
		}
		line := fmt.Sprintf("- %d of %d %s of %s", max(0, b.Limit-b.Used), b.Limit, b.Unit, what)
		if b.Over() > 0 {
			line += fmt.Sprintf(", which is %d over", b.Over())
		}
		lines = append(lines, line)
	}
	return lines
}

// once says what the write does before what is free is free.
func once(archived []int) string {
	if len(archived) == 0 {
		return ""
	}
	texts := make([]string, len(archived))
	for i, n := range archived {
		texts[i] = strconv.Itoa(n)
	}
	return " once Gate-B Round " + strings.Join(texts, ", ") + " is in the archive"
}

// TensionLines lists the earlier tensions, one a line.
func (p *Prompt) TensionLines() []string {
	if len(p.Tensions) == 0 {
		return []string{"There are no open tensions."}
	}
	lines := []string{"Open tensions; a bullet \"Resolved:\" with the first five words of one resolves it:"}
	for _, t := range p.Tensions {
		in := ""
		if t.File != "" {
			in = " of " + t.File
		}
		lines = append(lines, fmt.Sprintf("- %s, line %d%s: %s", t.Group, t.Line, in, t.Text))
	}
	return lines
}
