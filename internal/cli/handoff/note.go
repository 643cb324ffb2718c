package handoff

import (
	"fmt"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/handoff"
)

type noteFlag struct {
	Note string `help:"Path of the note, or its directory (default: the note of the project)." placeholder:"PATH"`
	pick.SettingFlags
}

// note finds the note, whose file may be missing. name is the command.
func (f *noteFlag) note(name string) (workspace.Target, error) {
	if f.Note != "" {
		return f.Pick.FindOne(f.Note, name+" --note", pick.Of(handoff.Name))
	}
	t, err := f.Pick.Current(&handoff.Protocol)
	if err != nil {
		return t, err
	}
	return t, f.checkNote(name, &t)
}

func (f *noteFlag) checkNote(name string, t *workspace.Target) error {
	known, ok := f.Pick.Finder().Detect(t.File(t.Main))
	switch {
	case !app.Exists(t.File(t.Main)) || ok && known.Protocol == t.Protocol:
		return nil
	case ok:
		return fmt.Errorf("%s: %s belongs to %s", name, t.DisplayPath(t.Main), known.Row().Noun)
	}
	if err := pick.Unreadable(t.File(t.Main), t.DisplayPath(t.Main)); err != nil {
		return err
	}
	return app.WithHints(fmt.Errorf("%s: %s was not created by mdck", name, t.DisplayPath(t.Main)),
		"to convert the file and keep its text: mdck init handoff", `to use another file name, set "handoff" in .mdck.yaml`)
}

type noteFlags struct {
	noteFlag
	write.Flags
}

func (f *noteFlags) withDetail(std app.Streams, r handoff.Request, noun, flag, arg, value string) (err error) {
	if r.Note, err = app.Detail("handoff "+r.Verb, noun, flag, arg, value); err != nil {
		return err
	}
	return f.request(std, r)
}

func (f *noteFlags) request(std app.Streams, all ...handoff.Request) error {
	name := "handoff " + all[0].Verb
	t, err := f.note(name)
	if err != nil {
		return err
	}
	settings, err := f.Pick.SettingsFor(&t)
	if err != nil {
		return err
	}
	deleted := pick.DeletedHints(&t)
	err = f.Writer(std, name, t, settings).Write(handoff.Edit(all...))
	if err == nil {
		for _, line := range deleted {
			_, err = fmt.Fprintf(std.Err, "mdck: note: %s\n", line)
		}
	}
	return err
}
