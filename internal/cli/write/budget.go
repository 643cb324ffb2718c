package write

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

// limits for the lists in a refusal
const (
	maxBroken  = 4
	maxBullets = 5
)

func (w *Writer) refuse(read *protocol.Reader, c *protocol.Change) error {
	if w.Force || c.After == nil {
		return nil
	}
	broken := w.Settings.NewlyOver(&w.Target, c)
	if len(broken) == 0 {
		return nil
	}
	lines := []string{"nothing was written, because the file would exceed a budget; shorten the text without losing facts"}
	var candidates []schema.Saving
	for i, budget := range broken {
		if i == maxBroken-1 && len(broken) > maxBroken {
			lines = append(lines, fmt.Sprintf("and %d more budgets", len(broken)-i))
			break
		}
		lines = append(lines, w.brokenLine(budget))
		candidates = append(candidates, c.After.Savings(budget)...)
	}
	bullets := w.largest(candidates)
	if len(bullets) > 0 {
		lines = append(lines, "  the largest bullets, with their tokens ("+w.Settings.Counter.Name()+"):")
	}
	for _, s := range bullets {
		lines = append(lines, fmt.Sprintf("  %4d  %s: %s", w.Settings.Counter.Count(s.Bullet), bulletPlace(s), app.Excerpt(s.Bullet)))
	}
	err := app.Refuse(errors.New(strings.Join(lines, "\n")))
	if w.RestoresText {
		return err // the user cannot shorten a restored text
	}
	return app.WithHints(err, w.remedies(read, c, bullets)...)
}

func (w *Writer) brokenLine(budget schema.Budget) string {
	if budget.Unit == "tokens" {
		budget.Unit += " (" + w.Settings.Counter.Name() + ")"
	}
	return w.Target.DisplayPath(w.Target.Main) + ": " + budget.Excess()
}

func (w *Writer) largest(all []schema.Saving) []schema.Saving {
	tokens := map[schema.Saving]int{}
	for _, s := range all {
		tokens[s] = w.Settings.Counter.Count(s.Bullet)
	}
	unique := slices.Collect(maps.Keys(tokens))
	sort.Slice(unique, func(i, j int) bool {
		a, b := unique[i], unique[j]
		return cmp.Or(tokens[b]-tokens[a], strings.Compare(a.Bullet, b.Bullet), strings.Compare(bulletPlace(a), bulletPlace(b))) < 0
	})
	return unique[:min(len(unique), maxBullets)]
}

func bulletPlace(s schema.Saving) string {
	place := report.OneLine(strings.TrimSuffix(s.Group, " Exit"))
	if s.Subsection != "" {
		place += ", " + report.OneLine(s.Subsection)
	}
	return place
}

func (w *Writer) remedies(read *protocol.Reader, c *protocol.Change, bullets []schema.Saving) []string {
	if w.prunes(read, c) {
		return []string{"archive the oldest sections: mdck prune " + pick.Argument(&w.Target)}
	}
	there := spelling.OneLine(c.Files[0].Before)
	written := func(s schema.Saving) bool { return strings.Contains(there, s.Bullet) }
	if i := slices.IndexFunc(bullets, written); i >= 0 {
		return []string{w.shorten(read, bullets[i])}
	}
	return []string{"write fewer or shorter bullets"}
}

func (w *Writer) prunes(read *protocol.Reader, c *protocol.Change) bool {
	prune := w.Target.Row().Prune
	if prune == nil {
		return false
	}
	after := *read
	after.Text = func(name string) (string, bool, error) {
		for _, f := range c.Files {
			if f.Name == name {
				return f.After, true, nil
			}
		}
		return read.Text(name)
	}
	pruned, err := prune(&after)
	return err == nil && pruned.Changed()
}

func (w *Writer) shorten(read *protocol.Reader, s schema.Saving) string {
	command := "write fewer or shorter bullets: mdck append " + pick.Argument(&w.Target) + " --section "
	group, value, _ := w.Target.Row().Sections(read, "").Find(s.Group)
	if group == nil { // append cannot write this section
		return "shorten the file by hand, or raise the budget in .mdck.yaml; mdck config show prints all budgets"
	}
	section := group.Key
	if sub, _ := group.Subsection(s.Subsection); sub != nil {
		section += "/" + sub.Slug()
	}
	command += app.Quote(section)
	if value != "" {
		flag := " --value "
		if group.Numbered() {
			flag = " --round "
		}
		command += flag + app.Quote(value)
	}
	return command + " --replace"
}
