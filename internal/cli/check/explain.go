package check

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/report"
	"mdck/lint"
)

const explainHelp = `Explains a rule, with examples. Without an argument, lists all rules. With the name of a protocol, lists the rules of the protocol.

Examples:

    mdck explain
    mdck explain ohrfc/gate-rounds
    mdck explain bullet-count`

// Explain is mdck explain.
var Explain = app.Command{Name: "explain", Summary: "explain a rule, with examples", Help: explainHelp, Grammar: &explainCommand{}}

type explainCommand struct {
	Rule string `arg:"" optional:"" help:"The rule, such as ohrfc/gate-rounds. A name without a protocol, such as unfilled, explains all rules with this name."`
}

func (c *explainCommand) Run(std app.Streams) error {
	rules := std.Table.Rules()
	listed := slices.DeleteFunc(slices.Clone(rules), func(r *lint.Rule) bool { return !strings.HasPrefix(r.ID, strings.ToLower(c.Rule)+"/") })
	if c.Rule == "" {
		listed = rules
	}
	if len(listed) > 0 {
		return listRules(std.Out, listed)
	}
	named := slices.DeleteFunc(slices.Clone(rules), func(r *lint.Rule) bool { return r.ID != c.Rule && r.Name() != c.Rule })
	if len(named) == 0 {
		lines := []string{"to list the rules: mdck explain"}
		if _, near := rules.Find(c.Rule); len(near) > 0 {
			lines = append([]string{"did you mean: " + strings.Join(near, ", ")}, lines...)
		}
		return app.WithHints(fmt.Errorf("no rule %q", c.Rule), lines...)
	}
	var texts []string
	for _, r := range named {
		text, err := report.Explain(r)
		if err != nil {
			return err
		}
		texts = append(texts, text)
	}
	_, err := io.WriteString(std.Raw(), strings.Join(texts, "\n")) // exact bytes, because users copy the examples
	return err
}

func listRules(w io.Writer, rules lint.RuleSet) error {
	var b strings.Builder
	for _, r := range rules {
		fixable := " "
		if r.Fixable {
			fixable = "F"
		}
		fmt.Fprintf(&b, "%-26s %-8s%s  %s\n", r.ID, r.Severity, fixable, r.Summary)
	}
	b.WriteString("\nF: --fix can fix some of the findings. mdck explain RULE prints reasons and examples.\n")
	_, err := io.WriteString(w, b.String())
	return err
}
