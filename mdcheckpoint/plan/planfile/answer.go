package planfile

import (
	"cmp"
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
)

// A Verdict is the effect of an answer on a checkpoint.
type Verdict string

const (
	Approves Verdict = "approved"
	Selects  Verdict = "selected"
	Reports  Verdict = "problem"
	Finishes Verdict = "done" // not an answer, but a finished task
)

func (v Verdict) Passes() bool { return v == Approves || v == Selects }

// Passing returns the answers that pass g, or nil if any text passes. Source: checkpoint protocol.
func (g *Gate) Passing() []string {
	switch g.Type {
	case Decision:
		return keys(g.Options)
	case HumanVerify:
		return []string{"approved"}
	case HumanAction:
		return []string{"done"}
	}
	return []string{"approved", "done"}
}

// unnamedAnswer returns an answer that passes g, or "" if the resume signal names such an answer.
func (g *Gate) unnamedAnswer() string {
	const near = 1000 // bytes of the signal to search
	passing, signal := g.Passing(), g.Resume[:min(len(g.Resume), near)]
	if signal == "" || len(passing) == 0 {
		return ""
	}
	accepted := slices.Clone(passing)
	for i := range g.Options {
		accepted = append(accepted, bareName(g.Options[i].Name))
	}
	if slices.ContainsFunc(accepted, func(word string) bool { return hasWord(signal, word) }) {
		return ""
	}
	return passing[0]
}

func keys(options []Option) (all []string) {
	for i := range options {
		all = append(all, options[i].key())
	}
	return all
}

func optionError(options []Option, format, answer string) error {
	const most = 20
	var names, lines []string
	for i := range options {
		names, lines = append(names, short(options[i].key())), append(lines, "option "+options[i].Line())
	}
	hint := strings.Join(lines[:min(len(lines), most)], "\n")
	return protocol.BadRequest(hint, format, short(answer), spelling.JoinFirst(names, most))
}

// Judge returns what text means as an answer to g. An impossible answer is a
// [*protocol.RequestError].
func Judge(g *Gate, text string) (Answer, error) {
	text = spelling.OneLine(text)
	bare := bareName(text)
	switch {
	case bare == "":
		return Answer{}, protocol.BadRequest("", "the answer is empty")
	case g.Type == Decision && len(g.Options) > 0:
		return choose(g.Options, text, bare)
	case g.Type == Decision: // any text is a choice
		return Answer{Verdict: Selects, Option: text, Text: text}, nil
	case slices.Contains(g.Passing(), strings.ToLower(bare)):
		return Answer{Verdict: Approves, Text: text}, nil
	}
	return Answer{Verdict: Reports, Text: text}, nil
}

func choose(options []Option, text, bare string) (Answer, error) {
	chosen, best, several := "", 0, false
	for i := range options {
		key, fit := options[i].key(), options[i].fit(bare)
		switch {
		case fit > best:
			chosen, best, several = key, fit, false
		case fit == best && key != chosen:
			several = true
		}
	}
	switch {
	case best == 0:
		return Answer{}, optionError(options, "no option %q; expected one of %s", text)
	case several:
		return Answer{}, optionError(options, "%q matches several options; expected the exact name of one of %s", text)
	}
	return Answer{Verdict: Selects, Option: chosen, Text: text}, nil
}

func (o *Option) fit(name string) int {
	own := bareName(o.Name)
	switch {
	case o.ID == name:
		return 4
	case strings.EqualFold(o.ID, name):
		return 3
	case own == name:
		return 2
	case strings.EqualFold(own, name):
		return 1
	}
	return 0
}

func (g *Gate) Chosen(a *Answer) *Option {
	for i := range g.Options {
		if o := &g.Options[i]; a.Verdict == Selects && o.key() == a.Option {
			return o
		}
	}
	return nil
}

func bareName(name string) string { return strings.Trim(name, "\"'`“”*. ") }

// Line formats o with its pros and cons on one line.
func (o *Option) Line() string { return spelling.OneLine(strings.Join(o.lines(), "; ")) }

func (o *Option) lines() []string {
	name := o.Name
	if o.Plain {
		name = o.Text
	}
	if o.ID != "" && o.ID != name {
		name = strings.TrimSuffix(o.ID+": "+name, ": ")
	}
	lines := []string{name}
	if o.Pros != "" {
		lines = append(lines, "  for: "+o.Pros)
	}
	if o.Cons != "" {
		lines = append(lines, "  against: "+o.Cons)
	}
	return lines
}

func (o *Option) key() string { return cmp.Or(o.ID, o.Name) }
