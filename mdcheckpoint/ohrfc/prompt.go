package ohrfc

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A Prompt contains what a session must know to write a group.
type Prompt struct {
	Group *schema.Group
	Round int // 0 if unknown or if the group has no rounds

	Exists bool // the group already has content, so a write must set Replace to change it
	// Archived has the rounds that this write removes from the file, newest first.
	Archived []int
	// Budgets has the budgets without the new group and without Archived. The spans are zero.
	Budgets []Budget
	// Tensions has the unresolved tensions, or nil for a group that updates none.
	Tensions []OpenTension
}

// Title returns the title of the group, with <N> for an unknown round.
func (p *Prompt) Title() string {
	if p.Group.Repeats() && p.Round == 0 {
		return p.Group.Name()
	}
	return p.Group.TitleFor(p.Round)
}

// Prompt returns the prompt for a group. Round 0 means the usual round; limits of 0 mean no limit. w
// may be nil.
func (w *Workspace) Prompt(group *schema.Group, round int, limits schema.Limits, count func(string) int) (*Prompt, error) {
	p := &Prompt{Group: group, Round: round}
	if w == nil {
		return p, nil
	}
	if err := w.Faults[w.CheckpointPath]; err != nil {
		return nil, err
	}
	c, created, err := w.checkpointOrNew()
	if err != nil {
		return nil, err
	}
	write, err := c.choose(protocol.Append{Group: group, Value: roundValue(round)})
	if err != nil {
		return nil, err
	}
	p.Round = write.N
	text := "" // a missing file counts as empty
	if !created {
		if text, p.Archived, err = c.pruned(group, p.Round); err != nil {
			return nil, err
		}
	}
	p.addBudgets(c, text, limits, count)
	p.Exists = c.holds(group.Key, p.Round)
	if slices.ContainsFunc(group.Subsections, func(s schema.Subsection) bool { return len(s.Labels) > 0 }) {
		p.Tensions = w.openTensions(c, p.Round)
	}
	return p, nil
}

func roundValue(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// pruned returns the text of c without the rounds that a write of round n archives, and the numbers of
// these rounds, newest first.
func (c *Checkpoint) pruned(group *schema.Group, n int) (text string, archived []int, err error) {
	numbers := c.rounds()
	if group.Repeats() && !slices.Contains(numbers, n) {
		numbers = append(numbers, n)
		slices.Sort(numbers)
		slices.Reverse(numbers)
	}
	archived = numbers[min(keepRounds, len(numbers)):]
	stays := func(g *schema.GroupMatch) bool { return !slices.Contains(archived, g.N) }
	edits, _ := c.editor().Prune(slices.DeleteFunc(c.All(GateBKey), stays))
	text, err = source.Apply(c.Text(), edits)
	return text, archived, err
}

func (p *Prompt) addBudgets(c *Checkpoint, text string, limits schema.Limits, count func(string) int) {
	add := func(what, unit string, limit, used int) {
		if limit > 0 {
			p.Budgets = append(p.Budgets, Budget{Title: what, Unit: unit, Limit: limit, Used: used})
		}
	}
	used := 0
	if there := c.Group(p.Group.Key, p.Round); there != nil {
		used = there.Lines()
	}
	add("the section", "lines", limits.GroupLines, used)
	add("the file", "lines", limits.Lines, source.NewFile("", text).Lines())
	add("the file", "tokens", limits.Tokens, count(text))
	add("the file", "characters", limits.Characters, source.Characters(text))
}

// BulletRange describes how many bullets sub can have.
func BulletRange(sub *schema.Subsection) string {
	if sub.Optional {
		return sub.Range() + ", or omit it"
	}
	return sub.Range()
}

// BudgetLines returns a heading, and a line for each budget with what remains.
func (p *Prompt) BudgetLines(encoding string) []string {
	if len(p.Budgets) == 0 {
		return nil
	}
	lines := []string{"Remaining budget" + once(p.Archived) + " (headings and blank lines count too):"}
	for i := range p.Budgets {
		b := &p.Budgets[i]
		what := b.Title
		if b.Unit == "tokens" {
			what += " (" + encoding + ")"
		}
		line := fmt.Sprintf("- %d of %d %s of %s", max(0, b.Limit-b.Used), b.Limit, b.Unit, what)
		if b.Over() > 0 {
			line += fmt.Sprintf(", %d over", b.Over())
		}
		lines = append(lines, line)
	}
	return lines
}

func once(archived []int) string {
	if len(archived) == 0 {
		return ""
	}
	texts := make([]string, len(archived))
	for i, n := range archived {
		texts[i] = strconv.Itoa(n)
	}
	return " after Gate-B Round " + strings.Join(texts, ", ") + " is archived"
}

func (p *Prompt) TensionLines() []string {
	if len(p.Tensions) == 0 {
		return []string{"There are no open tensions."}
	}
	lines := []string{`Open tensions. To resolve a tension, add a bullet "Resolved:" with the first five words of the tension:`}
	for _, t := range p.Tensions {
		in := ""
		if t.File != "" {
			in = " of " + t.File
		}
		lines = append(lines, fmt.Sprintf("- %s, line %d%s: %s", t.Group, t.Line, in, t.Text))
	}
	return lines
}
