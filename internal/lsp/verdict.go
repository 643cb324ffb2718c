package lsp

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/baseline"
	"mdck/internal/config"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

func (s *Server) touched(d *document) {
	if d.target != nil || d.fault != nil || isConfig(d.path) {
		s.outdated(d)
	}
	s.touchedBeside(d)
}

func (s *Server) touchedBeside(d *document) {
	for _, other := range s.sorted() {
		beside := other.target != nil && d.isIn(other.target.Root)
		if other != d && (beside || isConfig(d.path) && other.isIn(filepath.Dir(d.path))) {
			s.outdated(other)
		}
	}
}

func (s *Server) publishNext() {
	d := s.stale[0]
	s.stale = s.stale[1:]
	var found []diagnostic
	err := s.guarded(func() (err error) {
		found, err = s.diagnostics(d)
		return err
	})
	if err != nil {
		s.log(fmt.Sprintf("%s: %s", d.path, err))
	}
	if len(found) == 0 && d.target == nil && d.fault == nil && !d.shown {
		return
	}
	d.shown = len(found) > 0
	s.notify("textDocument/publishDiagnostics", diagnosticsParams{URI: jsondoc.Exact(d.uri), Version: &d.version, Diagnostics: append([]diagnostic{}, found...)})
}

// diagnostics returns the findings of d for the client, even with an error about other files.
func (s *Server) diagnostics(d *document) ([]diagnostic, error) {
	if isConfig(d.path) {
		return s.configDiagnostics(d), nil
	}
	c, err := s.check(d)
	if c == nil {
		return nil, err
	}
	var all []diagnostic
	m := newMapper(c.file)
	for i := range c.found {
		all = append(all, newDiagnostic(&c.found[i], m))
	}
	for _, due := range c.due {
		all = append(all, diagnostic{Range: m.span(due.Span), Severity: severityInformation, Code: "due", Source: "mdck", Message: dueMessage(d.target, &due)})
	}
	return all, err
}

func dueMessage(t *workspace.Target, due *protocol.Due) string {
	fromRoot := func(name string) string { return name }
	return due.Problem + "; run: " + due.CommandLine(t.Argument(fromRoot, true))
}

func newDiagnostic(f *lint.Diagnostic, m *mapper) diagnostic {
	severity := severityWarning
	if f.Severity == lint.Error {
		severity = severityError
	}
	return diagnostic{Range: m.span(f.Span), Severity: severity, Code: f.Rule.ID, Source: "mdck", Message: f.Message}
}

type checked struct {
	in    lint.Input
	file  *source.File // the checked text
	found []lint.Diagnostic
	due   []protocol.Due
}

func (s *Server) input(d *document) (*lint.Input, *config.Config, error) {
	if s.place(d); d.target == nil {
		return nil, nil, d.fault
	}
	t := d.target
	settings, err := t.Settings(s.Loader())
	if err != nil || settings.Config.Ignored(t.File(t.Main)) {
		return nil, nil, err
	}
	in := settings.Input(s.overlay(tree.Dir(t.Root), t.Root, d), t)
	in.Saved = true // due items appear as information instead
	if in.Above != nil {
		in.Above = s.overlay(in.Above, workspace.Repository(t.Root), d)
	}
	return &in, settings.Config, nil
}

// check returns the findings in d, or nil if d is not checked. The error is about other files.
func (s *Server) check(d *document) (j *checked, err error) {
	in, c, fault := s.input(d)
	if in != nil {
		j, fault, err = checkTarget(d.target, *in, c)
	}
	if j != nil {
		j.file = source.NewFile(d.target.Path, d.text)
	}
	if d.target != nil || workspace.IsMarkdown(d.path) {
		s.showConfigErrors(filepath.Dir(d.path), fault)
	}
	return j, err
}

// checkTarget checks t. If j is nil, fault is the reason. err is about other files.
func checkTarget(t *workspace.Target, in lint.Input, c *config.Config) (j *checked, fault, err error) {
	if in.Last, err = t.Last(); err != nil {
		err = fmt.Errorf("the ledger: %w", err)
	}
	j = &checked{}
	in.Seen = func(u *lint.Unit) {
		j.due = slices.DeleteFunc(t.Due(u.Input, u.Checkpoint()), func(d protocol.Due) bool { return d.Path != t.Path })
	}
	j.in = in
	found, unread := lint.Run(in)
	if found, fault = unknown(found, &in, c, t); fault != nil {
		return nil, fault, err
	}
	j.found = slices.DeleteFunc(slices.Clone(lint.Limit(found)), func(f lint.Diagnostic) bool { return f.Path != t.Path })
	return j, nil, errors.Join(err, unread)
}

func unknown(found []lint.Diagnostic, in *lint.Input, c *config.Config, t *workspace.Target) ([]lint.Diagnostic, error) {
	file := c.Baseline()
	if file == "" {
		return found, nil
	}
	b, err := workspace.NewBaseline(file, config.DisplayPath(file))
	if err == nil {
		err = b.Load()
	}
	if err != nil {
		return nil, err
	}
	names, err := b.Namer(t.Root)
	if err != nil {
		return nil, err
	}
	return baseline.NewComparison(b.Known, in.Rules(), false).Fresh(baseline.Checked{Off: c.Off(), Found: found, Path: names}), nil
}

func (s *Server) showConfigErrors(dir string, err error) {
	if err == nil {
		delete(s.faults, dir)
		return
	}
	var each []string
	for _, e := range report.Errors(err) {
		each = append(each, report.OneLine(e.Error()))
	}
	text := strings.Join(each, "; ")
	known := slices.Contains(slices.Collect(maps.Values(s.faults)), text) // several directories may share a configuration
	s.faults[dir] = text
	if !known {
		s.notify("window/showMessage", messageParams{messageError, "mdck: " + text})
	}
}

func isConfig(path string) bool { return filepath.Base(path) == config.Name }

func (s *Server) configDiagnostics(d *document) []diagnostic {
	dir := filepath.Dir(d.path)
	_, err := s.Loader().For(dir, dir)
	shown := config.DisplayPath(d.path)
	var all []diagnostic
	for _, err := range report.Errors(err) {
		located, ok := errors.AsType[*source.Error](err)
		if !ok || located.Pos.Name != shown {
			continue
		}
		m := newMapper(source.NewFile(shown, d.text))
		line := m.file.LineSpan(located.Pos.Line)
		start := min(line.Start+located.Pos.Column-1, line.End)
		all = append(all, diagnostic{
			Range: m.span(source.Between(start, max(start, line.End))), Severity: severityError, Source: "mdck", Message: located.Err.Error(),
		})
	}
	return all
}
