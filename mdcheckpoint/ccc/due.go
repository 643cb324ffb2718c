package ccc

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/internal/protocols/ccc/prose"
	"mdck/lint"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

const (
	promptRule  = "ccc/continuation-prompt"
	sectionRule = "ccc/missing-section"
)

func due(in lint.Input, c *lint.Checkpoint) []protocol.Due {
	s := c.Model.(*Session)
	return slices.Concat(s.dueLost(), s.duePrompt(&in), s.dueGate())
}

func (s *Session) dueLost() []protocol.Due {
	issue, key := IssueID(s.State, nil, "", ""), engine.IssueField
	if issue == "" || s.has(s.ProgressPath) || s.Finished() {
		return nil
	}
	backup := s.backupOf(issue)
	if backup == "" {
		return nil
	}
	if s.State.Str(key) == "" {
		key = engine.OldIssueField
	}
	return []protocol.Due{{
		Path: s.StatePath, Span: s.State.Span(key), Rule: sectionRule,
		Problem: path.Base(s.ProgressPath) + " is missing, but a backup of the file exists for issue " + lint.Shorten(issue),
		Command: []string{"restore", protocol.TargetWord, "--backup", backup},
	}}
}

// backupOf returns an argument for mdck restore --backup, such as latest or 12, or "".
func (s *Session) backupOf(issue string) string {
	entries, _ := fs.ReadDir(s.Tree, protocol.BackupDir)
	names := protocol.Backups(entries, s.ProgressPath)
	for i, name := range slices.Backward(names) {
		text, err := source.ReadFile(s.Tree, path.Join(protocol.BackupDir, name))
		p, broken := ParseProgress(name, text)
		switch {
		case err != nil || broken != nil || !strings.EqualFold(p.IssueID, issue):
		case i == len(names)-1:
			return "latest"
		default:
			number := path.Ext(strings.TrimSuffix(name, path.Ext(name))) // NAME.000012.HASH
			return strings.TrimLeft(number, ".0")
		}
	}
	return ""
}

func (s *Session) duePrompt(in *lint.Input) []protocol.Due {
	problem, span, missing := s.unusablePrompt()
	if problem == "" || missing && s.Progress.Shape != ShapeP { // the engine's shape has no prompt section
		return nil
	}
	command := "continue"
	entries, _ := in.Entries() // the entries before the damage
	if prompt := s.Progress.Prompt.Text; prompt == "" || isComposed(entries, s.ProgressPath, prompt) {
		command = "save"
	}
	return []protocol.Due{{
		Path: s.ProgressPath, Span: span, Rule: promptRule,
		Problem: problem, Command: onSession(command),
	}}
}

func onSession(command string) []string {
	return []string{Name, command, "--session", protocol.TargetWord}
}

// dueGate reports that the session was not saved at a gate. Source: checkpoint (the automated
// profile at gates).
func (s *Session) dueGate() []protocol.Due {
	gate := s.State.Gate()
	updated, ok := s.State.Updated()
	if s.Progress == nil || gate == 0 || !ok {
		return nil
	}
	written := s.Progress.Session.Text
	saved, ok := ReadTime(written)
	if !ok || !saved.Before(updated) || !strings.Contains(written, ":") { // a date alone has no time to compare
		return nil
	}
	return []protocol.Due{{
		Path: s.StatePath, Span: s.State.Span(engine.GateField), Command: onSession("save"),
		Problem: fmt.Sprintf("gate %d waits for a person, but the session was not saved after the wait began", gate),
	}}
}

// These transitions can create a new progress file after the old one was lost.
const (
	initTransition = "init"
	SaveTransition = "save" // only with --force
)

// allow refuses to replace a lost progress file that has a backup.
func allow(_ lint.Input, c *lint.Checkpoint, name string) error {
	lost := c.Model.(*Session).dueLost()
	if len(lost) == 0 || name == initTransition {
		return nil
	}
	return &protocol.Refused{
		Path: lost[0].Path, Due: lost,
		Open:  []string{"to create a new progress file: mdck init ccc"},
		Never: name != SaveTransition,
	}
}

func (s *Session) unusablePrompt() (problem string, at source.Span, missing bool) {
	p := s.Progress
	if p == nil {
		return "", at, false
	}
	prompt := &p.Prompt
	switch {
	case prompt.Section == nil:
		return "no section \"## Continuation Prompt\"" + insteadOf(p, "Continuation Prompt"), p.Match.Top(), true
	case prompt.Text == "":
		return "the continuation prompt is empty", prompt.Section.Heading, true
	}
	at = p.Document.File.FirstLine(prompt.Span)
	if lacks := s.PromptLacks(); len(lacks) > 0 && isUnfilledPrompt(prompt.Text, lacks) {
		return "the continuation prompt is still the text of the template", at, true
	}
	return s.StalePrompt(), at, false
}

// StalePrompt explains that the continuation prompt names a finished task, or returns "".
func (s *Session) StalePrompt() string {
	if s.Progress == nil {
		return ""
	}
	if task := s.Progress.doneInPrompt(); task != "" {
		return fmt.Sprintf("the continuation prompt names the completed task %q", lint.Shorten(task))
	}
	if f := NewFacts(s.Progress, s.State, "", ""); f.Done > 0 && prose.NamesTask(s.Progress.Prompt.Text) {
		return "the continuation prompt names a task, but all tasks are done"
	}
	return ""
}
