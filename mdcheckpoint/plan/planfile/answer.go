package planfile

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/protocol"
)

// A Verdict is what an answer means for a gate.
type Verdict string

const (
	Approves Verdict = "approved" // the gate is passed
	Selects  Verdict = "selected" // an option was chosen, and the gate is passed
	Reports  Verdict = "problem"  // the answer reports a problem, and the gate stays open
	Finishes Verdict = "done"     // no answer: the task was done
)

// Passes reports whether the plan can continue.
func (v Verdict) Passes() bool { return v == Approves || v == Selects }

// Passing are the answers that pass g: a word, or what its options are called by; nil
// if any text does. Source: seed.
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

// unsaid returns an answer that passes g if its resume signal names none; "" if it names one, or
// without a signal. A signal may ask for any word, but the passing words are always the same.
func (g *Gate) unsaid() string {
	const near = 1000 // bytes in which a person finds the word
	passing, signal := g.Passing(), g.Resume[:min(len(g.Resume), near)]
	if signal == "" || len(passing) == 0 {
		return ""
	}
	said := slices.Clone(passing)
	for i := range g.Options {
		said = append(said, bareName(g.Options[i].Name))
	}
	if slices.ContainsFunc(said, func(word string) bool { return hasWord(signal, word) }) {
		return ""
	}
	return passing[0]
}

// keys returns the ids or names of options.
func keys(options []Option) []string {
	var all []string
	for i := range options {
		all = append(all, options[i].key())
	}
	return all
}

// optionError is about an answer that is not an option; format has it and what the options are
// called by.
func optionError(options []Option, format, answer string) error {
	const most = 20 // options that a message names
	var names, lines []string
	for i := range options {
		names, lines = append(names, short(options[i].key())), append(lines, options[i].Line())
	}
	hint := strings.Join(lines[:min(len(lines), most)], "\n")
	return protocol.BadRequest(hint, format, short(answer), some(names, most))
}

// some formats the first few of names, and how many more there are.
func some(names []string, most int) string {
	if more := len(names) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), more)
	}
	return strings.Join(names, ", ")
}

// Judge returns the meaning of text as an answer to g. An empty text and an unknown option of a
// decision are a [*protocol.RequestError]. For other gates any text that is not the passing word
// reports a problem.
func Judge(g *Gate, text string) (Answer, error) {
	text = spelling.OneLine(text)
	bare := bareName(text)
	switch {
	case bare == "":
		return Answer{}, protocol.BadRequest("", "the answer is empty")
	case g.Type == Decision && len(g.Options) > 0:
		return choose(g.Options, text, bare)
	case g.Type == Decision: // nothing lists what there is
		return Answer{Verdict: Selects, Option: text, Text: text}, nil
	case slices.Contains(g.Passing(), strings.ToLower(bare)):
		return Answer{Verdict: Approves, Text: text}, nil
	}
	return Answer{Verdict: Reports, Text: text, Want: g.Passing()[0]}, nil
}

// choose finds the option that text names by id or, if no id does, by name. The spelling
// decides where options differ in nothing but case, and what fits two of them is none.
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

// fit returns how well a name matches o; 0 if it does not match.
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

// Chosen returns the option that a selects; nil if it selects none that g lists.
func (g *Gate) Chosen(a *Answer) *Option {
	for i := range g.Options {
		if o := &g.Options[i]; a.Verdict == Selects && o.key() == a.Option {
			return o
		}
	}
	return nil
}

// bareName returns a name without emphasis, quotes and final dot, which do not count in an answer.
func bareName(name string) string { return strings.Trim(name, "\"'`“”*. ") }

// Line returns the option with what speaks for and against it, on one line.
func (o *Option) Line() string { return spelling.OneLine(strings.Join(o.lines(), "; ")) }

// lines are the option and, below it, what speaks for and against it.
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

// key returns the id of an option, or its name.
func (o *Option) key() string { return cmp.Or(o.ID, o.Name) }
