package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"mdck/internal/change"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/protocol"
)

// sessionFlags are the flags of commands that write the progress file of a session.
type sessionFlags struct {
	Shape string `help:"Shape of a file that has to be made: P (default) with a continuation prompt, E with a goal and learnings." enum:"P,E" default:"P" placeholder:"SHAPE"`
	Diff  bool   `help:"Print what would be written as a unified diff; write nothing."`
	sessionFlag
	nowFlag
	linksFlag
}

// A sessionWriter is one run of a command that writes the progress file.
type sessionWriter struct {
	std      Streams
	name     string // of the command
	flags    *sessionFlags
	target   workspace.Target
	settings *settings
	build    func(*ccc.Session) (*ccc.Change, error)
	shows    func(*ccc.Change) []string // lines between what was done and the notes; nil for none
}

// writer is a run of the command called name on the session of the current
// directory. Whoever uses it sets build.
func (f *sessionFlags) writer(std Streams, name string) (*sessionWriter, error) {
	t, err := f.session(name)
	if err != nil {
		return nil, err
	}
	config, err := f.configFor(&t)
	if err != nil {
		return nil, err
	}
	return &sessionWriter{std: std, name: name, flags: f, target: t, settings: &settings{Config: config}}, nil
}

// change makes one change of the progress file of the session of the current
// directory, and writes it.
func (f *sessionFlags) change(std Streams, name string, edit func(*ccc.Progress) (*ccc.Change, error)) error {
	w, err := f.writer(std, name)
	if err != nil {
		return err
	}
	w.build = func(s *ccc.Session) (*ccc.Change, error) { return edit(s.Progress) }
	return w.write()
}

// request makes the changes that in asks for. Each of texts has to be fit for an entry.
func (f *sessionFlags) request(std Streams, name string, in *ccc.Input, texts ...string) error {
	if err := ccc.CheckEntries(texts...); err != nil {
		return withRequestHint(fmt.Errorf("%s: %w", name, err))
	}
	return f.change(std, name, func(p *ccc.Progress) (*ccc.Change, error) { return p.Write(in, f.clock()) })
}

// sessionFlag says which session a command works on.
type sessionFlag struct {
	Session string `help:"The session, by its directory or a file of it (default: that of the project)." placeholder:"PATH"`
	configFlags
}

// session returns the session that the command called name works on. That of the project need
// not have files.
func (f *sessionFlag) session(name string) (workspace.Target, error) {
	if f.Session != "" {
		return f.findOne(ccc.Name, f.Session, name+" --session")
	}
	cwd, err := os.Getwd()
	if err != nil {
		return workspace.Target{}, err
	}
	return f.finder().Current(&ccc.Protocol, cwd)
}

// errUnchanged gives a write up that has nothing to do: no file is made for it.
var errUnchanged = errors.New("nothing to write")

// write makes the change and writes it, or prints it, or says why there is none.
func (w *sessionWriter) write() error {
	if err := recoverWrite(&w.target, w.std.Err); err != nil {
		return err
	}
	var built *ccc.Change
	edit := ccc.Edit{
		Main: w.target.Main, State: w.target.State, Shape: ccc.Shape(w.flags.Shape), Team: w.settings.Team(), Branch: w.branch(),
		Build: func(s *ccc.Session) (_ *ccc.Change, err error) {
			if built, err = w.build(s); err == nil && !built.Changed() {
				err = errUnchanged
			}
			return built, err
		},
	}
	changer := w.std.changer(&w.target, w.name, w.flags.clock)
	changer.Subject = protocol.Subject{Target: w.target.Target, Files: []string{w.target.Main}} // a state that cannot be read stops no write
	made, err := w.std.makeChange(changer, &w.target, w.flags.Diff, w.target.Row().Guarded(edit.Apply, w.name, false))
	switch {
	case errors.Is(err, errUnchanged) && !w.flags.Diff:
		return w.printUnchanged(built)
	case err != nil && !errors.Is(err, errUnchanged):
		return w.explain(err)
	case w.flags.Diff:
		return nil
	}
	return w.print(made, built)
}

// branch is the one that is checked out, where that can matter: a file that has to
// be made takes its issue from there if nothing else names one.
func (w *sessionWriter) branch() string {
	if _, err := os.Lstat(w.target.File(w.target.Main)); err == nil {
		return ""
	}
	git := openGitContext(&w.target, w.settings.Team())
	defer git.close()
	return git.Branch
}

func (w *sessionWriter) shown() string { return report.Name(w.target.Shown(w.target.Main)) }

// print prints what was done, and what is to be found in the file as it is now.
func (w *sessionWriter) print(made *change.Made, built *ccc.Change) error {
	var b strings.Builder
	if !made.Files[0].Exists {
		fmt.Fprintf(&b, "%s: made, of shape %s\n", w.shown(), w.flags.Shape)
	}
	var more []string
	if w.shows != nil {
		more = w.shows(built)
	}
	writeMade(&b, &w.target, w.target.Main, made, more...)
	if _, err := io.WriteString(w.std.Out, b.String()); err != nil {
		return err
	}
	return w.std.printFindings(w.settings, &w.target, built.Text, built.After)
}

// printUnchanged prints why nothing was written.
func (w *sessionWriter) printUnchanged(change *ccc.Change) error {
	notes := change.Notes
	if len(notes) == 0 {
		notes = []string{"it holds all of that already"}
	}
	var b strings.Builder
	for _, note := range notes {
		fmt.Fprintf(&b, "%s: nothing written: %s\n", w.shown(), report.OneLine(note))
	}
	if w.shows != nil {
		fmt.Fprintln(&b, strings.Join(w.shows(change), "\n"))
	}
	_, err := io.WriteString(w.std.Out, b.String())
	return err
}

// explainWrite adds to an error of a write by the command called name what can be done about it.
func explainWrite(name string, t *workspace.Target, err error) error {
	if isRequest(err) {
		return withRequestHint(fmt.Errorf("%s: %w", name, err))
	}
	return withConflictHint(t, withDisplayPath(t, err))
}

// explain adds to an error what can be done about it.
func (w *sessionWriter) explain(err error) error {
	if refused, ok := explainRefused(&w.target, err); ok {
		return refused
	}
	return explainWrite(w.name, &w.target, err)
}
