package lint_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"mdck/lint"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/schema"
)

func TestOutline(t *testing.T) {
	rules := []string{
		"ohrfc/line-budget", "ohrfc/token-budget", "ohrfc/group-budget", "ohrfc/bullet-count",
		"ohrfc/unfilled", "ohrfc/missing-group", "ohrfc/missing-subsection",
	}
	for name, in := range corpus(t) {
		if in.Checker.Name != "ohrfc" {
			continue
		}
		w := ohrfc.Read(in.Tree, in.Path)
		if w.Checkpoint == nil || strings.Contains(w.Checkpoint.Text(), "mdck:ignore") {
			continue
		}
		found, err := lint.Run(in)
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		unfilled := map[int]bool{} // lines with only ohrfc/unfilled
		for _, d := range found {
			switch {
			case d.Rule.ID == "ohrfc/unfilled":
				unfilled[d.Position().Line] = true
			case slices.Contains(rules, d.Rule.ID):
				message, _, _ := strings.Cut(d.Message, ", although last_phase")
				message, _, _ = strings.Cut(message, " (line ")
				want = append(want, message)
			}
		}
		o := w.Checkpoint.Outline(in.Limits, in.Counter.Count)
		got := beyond(o.Sections, "", unfilled)
		if a := o.Lines; a.State() == schema.Over {
			got = append(got, fmt.Sprintf("the file has %d lines, %d over the budget of %d", a.Used, a.Used-a.Limit, a.Limit))
		}
		if a := o.Tokens; a.State() == schema.Over {
			got = append(got, fmt.Sprintf("the file has %d tokens (%s), %d over the budget of %d", a.Used, in.Counter.Name(), a.Used-a.Limit, a.Limit))
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: shown is\n%s\nfound is\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

func beyond(sections []*schema.OutlineSection, parent string, unfilled map[int]bool) []string {
	var all []string
	for _, s := range sections {
		switch {
		case s.Missing && s.Level == 2 && s.Title == "Meta":
			// ohrfc/meta reports this
		case s.Missing && s.Level == 2:
			all = append(all, fmt.Sprintf("no section %q", "## "+s.Title))
		case s.Missing:
			all = append(all, fmt.Sprintf("%q has no subsection %q", parent, "### "+s.Title))
		case s.Lines.State() == schema.Over:
			all = append(all, fmt.Sprintf("group %q has %d lines, %d over the budget of %d", s.Title, s.Lines.Used, s.Lines.Used-s.Lines.Limit, s.Lines.Limit))
		case s.State() != schema.Within && s.State() != schema.Near && !unfilled[s.Line]:
			all = append(all, fmt.Sprintf("expected %d to %d bullets in %q, found %d", s.Bullets.Min, s.Bullets.Limit, s.Title, s.Bullets.Used))
		}
		all = append(all, beyond(s.Sections, s.Title, unfilled)...)
	}
	return all
}
