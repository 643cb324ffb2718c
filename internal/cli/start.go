package cli

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/cli/agent"
	"mdck/internal/cli/app"
	"mdck/internal/cli/section"
	"mdck/internal/report"
	"mdck/mdcheckpoint/protocol"
)

type choice struct {
	name string
	protocol.Start
}

func choices(table *protocol.Table) (all []choice) {
	for _, p := range table.All() {
		switch {
		case p.Start == nil:
		case p.Start.Usual:
			all = append([]choice{{p.Name, *p.Start}}, all...)
		default:
			all = append(all, choice{p.Name, *p.Start})
		}
	}
	return all
}

func (c *choice) with(name string) []string {
	words := slices.Clone(c.Command)
	if i := slices.Index(words, ""); i >= 0 {
		words[i] = cmp.Or(name, c.Name)
	}
	return words
}

func (c *choice) line() string {
	if c.Command == nil {
		return "your planner"
	}
	return app.CommandLine(c.with(cmp.Or(c.Name, "ID")))
}

func startHere(std app.Streams) error {
	s := &start{std: std, in: bufio.NewReader(std.In)}
	if app.IsTerminal(std.In) && app.IsTerminal(std.Out) {
		return s.run()
	}
	return errors.Join(s.list(), app.WithHints(errors.New("init: no protocol or preset given"), "if you follow no protocol: mdck init handoff", "to read about the protocols: mdck init --help"))
}

// start is the dialogue of mdck init.
type start struct {
	std   app.Streams
	in    *bufio.Reader
	shown []string // command lines already offered
	ended bool     // the input has ended
	worst app.Status
}

// step is a command to offer after the checkpoint.
type step struct {
	words []string
	keeps string
	usual bool
}

func (s *start) steps() ([]step, error) {
	var all []step
	offers, err := section.Offers(s.std.Table)
	for _, o := range offers {
		keeps := "budgets for " + o.Text()
		if s.std.Table.Named(o.Name) != nil {
			keeps = "converts the existing " + o.Files
		}
		all = append(all, step{[]string{"init", o.Name}, keeps, true})
	}
	for _, name := range agent.Found(s.std) {
		all = append(all, step{[]string{"hook", "install", name}, "a hook that prints the checkpoint at the start of each session of " + name, true})
	}
	if section.HasRepository() {
		all = append(all, step{[]string{"init", "pre-commit"}, "a pre-commit hook that checks each commit", false})
	}
	return all, err
}

func (s *start) list() error {
	rows := [][]string{{"command", "what it creates"}}
	for _, c := range choices(s.std.Table) {
		rows = append(rows, []string{c.line(), c.Keeps})
	}
	steps, err := s.steps()
	for _, next := range steps {
		row := []string{app.CommandLine(next.words), next.keeps}
		if i := slices.IndexFunc(rows, func(r []string) bool { return r[0] == row[0] }); i >= 0 {
			rows[i][1] += "; " + next.keeps
			continue
		}
		rows = append(rows, row)
	}
	return errors.Join(err, report.Table(s.std.Out, rows, nil, 0))
}

func (s *start) run() error {
	s.report(s.begin())
	steps, err := s.steps()
	s.report(err)
	for _, next := range steps {
		s.report(s.offer(next.usual, next.words...))
	}
	if s.worst != app.OK {
		return app.Reported(s.worst)
	}
	_, err = fmt.Fprintln(s.std.Out, "\nmdck status lists what is kept here, and mdck bootstrap prints it for a new session.")
	return err
}

func (s *start) report(err error) { s.worst = max(s.worst, app.PrintErrors(err, s.std)) }

func (s *start) begin() error {
	c, err := s.choose()
	switch {
	case err != nil:
		return err
	case c.Command == nil:
		_, err = fmt.Fprintln(s.std.Out, "\nThere is nothing to create for plans: mdck status and mdck plan gates read the existing ones.")
		return err
	case c.Ask == "":
		return s.offer(true, c.Command...)
	}
	question := c.Ask
	if c.Name != "" {
		question += " [" + c.Name + "]"
	}
	name, err := s.ask(question + ": ")
	if err != nil {
		return err
	}
	if name == "" && c.Name == "" {
		return errors.New("init: no id was given, so nothing was created")
	}
	return s.offer(true, c.with(name)...)
}

func (s *start) choose() (choice, error) {
	all := choices(s.std.Table)
	rows := [][]string{}
	for i, c := range all {
		rows = append(rows, []string{"", strconv.Itoa(i + 1), c.name, c.Keeps})
	}
	fmt.Fprint(s.std.Out, "What do you keep here?\n\n")
	if err := report.Table(s.std.Out, rows, nil, 0); err != nil {
		return choice{}, err
	}
	for {
		answer, err := s.ask("\nNumber or name [1]: ")
		if err != nil || answer == "" {
			return all[0], err
		}
		for i, c := range all {
			if answer == strconv.Itoa(i+1) || strings.EqualFold(answer, c.name) {
				return c, nil
			}
		}
		fmt.Fprintf(s.std.Out, "The list has no %q.\n", answer)
	}
}

// offer shows what a command would write and runs it if the user agrees.
func (s *start) offer(usual bool, words ...string) error {
	line := app.CommandLine(words)
	if s.ended || slices.Contains(s.shown, line) {
		return nil
	}
	s.shown = append(s.shown, line)
	var diff bytes.Buffer
	preview := s.std
	preview.Out = &diff
	if err := run(append(slices.Clone(words), "--diff"), preview); err != nil || !bytes.Contains(diff.Bytes(), []byte("\n@@ ")) {
		return err
	}
	fmt.Fprintf(s.std.Out, "\n%s would write:\n\n%s\n", line, diff.Bytes())
	question := "Write this? [y/N] "
	if usual {
		question = "Write this? [Y/n] "
	}
	for {
		answer, err := s.ask(question)
		switch answer = strings.ToLower(answer); {
		case err != nil:
			return err
		case answer == "n" || answer == "no" || answer == "" && !usual:
			return nil
		case answer == "y" || answer == "yes" || answer == "":
			return run(words, s.std)
		}
	}
}

func (s *start) ask(question string) (string, error) {
	if _, err := io.WriteString(s.std.Out, question); err != nil {
		return "", err
	}
	if out, ok := s.std.Out.(*app.Output); ok {
		if err := out.Flush(); err != nil {
			return "", err
		}
	}
	answer, err := s.in.ReadString('\n')
	if s.ended = err != nil && answer == ""; s.ended {
		fmt.Fprintln(s.std.Out)
		return "", fmt.Errorf("init: the input ended before an answer: %w", io.ErrUnexpectedEOF)
	}
	return strings.TrimSpace(answer), nil
}
