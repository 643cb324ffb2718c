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

// A choice is a protocol that mdck init can start.
type choice struct {
	name string
	protocol.Start
}

// choices lists the protocols that mdck init offers, the usual one first.
func choices(table *protocol.Table) []choice {
	var all []choice
	for _, p := range table.All() {
		if p.Start != nil {
			all = append(all, choice{p.Name, *p.Start})
		}
	}
	slices.SortStableFunc(all, func(a, b choice) int {
		if a.Usual == b.Usual {
			return 0
		} else if a.Usual {
			return -1
		}
		return 1
	})
	return all
}

// with returns the arguments with name in the place of the placeholder.
func (c *choice) with(name string) []string {
	words := slices.Clone(c.Command)
	if i := slices.Index(words, ""); i >= 0 {
		words[i] = cmp.Or(name, c.Name)
	}
	return words
}

// line formats the command for people; "-" if there is none.
func (c *choice) line() string {
	if c.Command == nil {
		return "-"
	}
	return app.CommandLine(c.with(cmp.Or(c.Name, "ID")))
}

// startHere asks what to create or, without a terminal, lists what can be created.
func startHere(std app.Streams) error {
	s := &start{std: std, in: bufio.NewReader(std.In)}
	if app.IsTerminal(std.In) && app.IsTerminal(std.Out) {
		return s.run()
	}
	return errors.Join(s.list(), app.Hinted(errors.New("init: missing what to make"), "mdck init handoff is for those who follow no protocol; mdck init --help describes the others"))
}

// A start is the dialogue of mdck init.
type start struct {
	std app.Streams
	in  *bufio.Reader
}

// list prints the commands that create something here.
func (s *start) list() error {
	var rows [][]string
	for _, c := range choices(s.std.Table) {
		rows = append(rows, []string{c.line(), c.Keeps})
	}
	presets, err := section.PresetLines(s.std.Table)
	for _, line := range presets {
		command, files, _ := strings.Cut(line, "  ")
		is := func(row []string) bool { return row[0] == command }
		if i := slices.IndexFunc(rows, is); i >= 0 {
			name, _, _ := strings.Cut(files, " (")
			rows[i][1] += "; takes over the " + name + " here"
			continue
		}
		rows = append(rows, []string{command, "budgets: " + files})
	}
	for _, name := range agent.Found(s.std) {
		rows = append(rows, []string{"mdck hook install " + name, "the checkpoint in front of each session of " + name})
	}
	rows = append(rows, []string{"mdck init pre-commit", "the check of each commit, by pre-commit"})
	return errors.Join(err, report.Table(s.std.Out, rows, make([]int, 2), 0))
}

// run asks the questions one after the other. If one step fails, the next ones still run.
func (s *start) run() error {
	err := s.begin()
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	faults := []error{err}
	presets, err := section.PresetLines(s.std.Table)
	faults = append(faults, err)
	for _, line := range presets {
		faults = append(faults, s.offer(true, strings.Fields(line)[1:3]...))
	}
	for _, name := range agent.Found(s.std) {
		faults = append(faults, s.offer(true, "hook", "install", name))
	}
	faults = append(faults, s.offer(false, "init", "pre-commit"))
	if err := errors.Join(faults...); err != nil {
		return err
	}
	_, err = fmt.Fprintln(s.std.Out, "\nmdck status lists what is kept here, and mdck bootstrap prints it for a new session.")
	return err
}

// begin asks what to keep and creates it.
func (s *start) begin() error {
	c, err := s.choose()
	switch {
	case err != nil:
		return err
	case c.Command == nil:
		_, err = fmt.Fprintln(s.std.Out, "\nNothing is to be made for these: mdck status and mdck plan gates read them as they are.")
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
		return errors.New("init: no id was given, so nothing was made")
	}
	return s.offer(true, c.with(name)...)
}

// choose asks for a choice, by number or name, until the answer is valid.
func (s *start) choose() (choice, error) {
	all := choices(s.std.Table)
	rows := [][]string{}
	for i, c := range all {
		rows = append(rows, []string{"", strconv.Itoa(i + 1), c.name, c.Keeps})
	}
	fmt.Fprint(s.std.Out, "What do you keep here?\n\n")
	if err := report.Table(s.std.Out, rows, make([]int, 4), 0); err != nil {
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

// offer shows what a command would write, and runs it if the user agrees; usual is the default answer.
func (s *start) offer(usual bool, words ...string) error {
	var diff bytes.Buffer
	preview := s.std
	preview.Out = &diff
	if err := run(append(slices.Clone(words), "--diff"), preview); err != nil || !bytes.Contains(diff.Bytes(), []byte("\n@@ ")) {
		return err
	}
	fmt.Fprintf(s.std.Out, "\n%s would write:\n\n%s\n", app.CommandLine(words), diff.Bytes())
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

// ask prints a question and returns the trimmed answer. At the end of input, the answer is "".
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
	if err != nil && answer == "" {
		return "", fmt.Errorf("init: the input ended before an answer: %w", io.ErrUnexpectedEOF)
	}
	return strings.TrimSpace(answer), nil
}
