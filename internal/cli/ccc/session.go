package ccc

import (
	"os"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
)

type sessionFlags struct {
	Shape string `help:"Shape of a new file: P (default) has a continuation prompt; E has a goal and learnings." enum:"P,E" default:"P" placeholder:"SHAPE"`
	sessionFlag
	write.Flags
}

// sessionEdit changes a session, whose Progress is never nil.
type sessionEdit = func(*ccc.Session) (*ccc.Change, error)

func (f *sessionFlags) begin(std app.Streams, name string) (*write.Writer, error) {
	t, err := f.session(name)
	if err != nil {
		return nil, err
	}
	config, err := f.Pick.ConfigFor(&t)
	if err != nil {
		return nil, err
	}
	w := f.Writer(std, name, t, &workspace.Settings{Config: config})
	w.Files = []string{t.Main} // the state need not be valid
	return w, nil
}

func (f *sessionFlags) write(w *write.Writer, build sessionEdit) error {
	team := w.Settings.Config.Team()
	edit := ccc.Edit{Main: w.Target.Main, State: w.Target.State, Shape: ccc.Shape(f.Shape), Team: team, Branch: branch(&w.Target), Idle: true, Build: build}
	return w.Write(w.Target.Row().Guarded(edit.Apply, w.Name, false))
}

func (f *sessionFlags) requests(std app.Streams, name string, in ccc.Input) error {
	w, err := f.begin(std, name)
	if err != nil {
		return err
	}
	return f.write(w, func(s *ccc.Session) (*ccc.Change, error) { return s.Progress.Write(in, f.Clock()) })
}

func (f *sessionFlags) request(std app.Streams, verb, text, note string) error {
	return f.requests(std, "ccc "+verb, ccc.Input{{Verb: verb, Text: text, Note: note}})
}

type sessionFlag struct {
	Session string `help:"Directory of the session, or a file in it (default: the project)." placeholder:"PATH"`
	pick.ConfigFlags
}

// session finds the session, whose files may be missing. name is the command.
func (f *sessionFlag) session(name string) (workspace.Target, error) {
	if f.Session != "" {
		return f.Pick.FindOne(f.Session, name+" --session", pick.Of(ccc.Name))
	}
	return f.Pick.Current(&ccc.Protocol)
}

// branch returns the current branch for a new progress file, otherwise "".
func branch(t *workspace.Target) string {
	if _, err := os.Lstat(t.File(t.Main)); err == nil {
		return ""
	}
	return pick.OpenGit(t, "").Branch
}
