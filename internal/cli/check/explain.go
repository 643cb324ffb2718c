package check

import (
	"fmt"
	"io"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/lint"
)

const explainHelp = `Without a rule, lists them all. The examples are those that test the rule.

Examples:

    mdck explain
    mdck explain ohrfc/gate-rounds
    mdck explain bullet-count`

// Explain is mdck explain.
var Explain = app.Command{Name: "explain", Summary: "say what a rule wants, and why", Help: explainHelp, Grammar: app.New[explainCommand]}

type explainCommand struct {
	Rule string `arg:"" optional:"" help:"The rule, with or without its protocol; without, all of that name."`
}

// Run explains the rule, or lists all.
func (c *explainCommand) Run(std app.Streams) error {
	rules := std.Table.Rules()
	if c.Rule == "" {
		return listRules(std.Out, rules)
	}
	rule, near := rules.Find(c.Rule)
	named := sameName(rules, near, c.Rule)
	if rule != nil {
		named = []*lint.Rule{rule}
	}
	if len(named) == 0 {
		lines := []string{"mdck explain lists the rules"}
		if len(near) > 0 {
			lines = append([]string{"did you mean " + strings.Join(near, " or ") + "?"}, lines...)
		}
		return app.Hinted(fmt.Errorf("no rule %q", c.Rule), lines...)
	}
	var texts []string
	for _, r := range named {
		text, err := report.Explain(r)
		if err != nil {
			return err
		}
		texts = append(texts, text)
	}
	_, err := io.WriteString(std.Raw(), strings.Join(texts, "\n")) // examples are to be copied
	return err
}

// sameName are those of the rules with these ids that have that name: all of them, in
// the protocols that each have one.
func sameName(rules lint.RuleSet, ids []string, name string) []*lint.Rule {
	var named []*lint.Rule
	for _, id := range ids {
		if r, _ := rules.Find(id); r != nil && r.Name() == name {
			named = append(named, r)
		}
	}
	return named
}

func listRules(w io.Writer, rules lint.RuleSet) error {
	for _, r := range rules {
		fixable := " "
		if r.Fixable {
			fixable = "F"
		}
		if _, err := fmt.Fprintf(w, "%-26s %-8s%s  %s\n", r.ID, r.Severity, fixable, r.Summary); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, "\nF: --fix mends some of its findings. mdck explain RULE says why, with examples.")
	return err
}
