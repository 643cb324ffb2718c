package loop

import (
	"fmt"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/loop"
)

// trackFlags are the flags of commands that write the metadata of a track.
type trackFlags struct {
	write.WaitFlag
	trackFlag
	write.WriteFlags
}

// change makes a change of the track, which the protocol may forbid, and writes it. Next prints
// what comes next, too.
func (f *trackFlags) change(std app.Streams, name string, next bool, of loop.Transition, build loop.Builder) error {
	t, err := f.track(name)
	if err != nil {
		return err
	}
	config, err := f.ConfigFor(&t)
	if err != nil {
		return err
	}
	w := f.Writer(std, name, t, &pick.Settings{Config: config})
	if w.Wait, err = f.WaitFlag.Limit(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if next {
		w.More = func() error { return printNext(std, &t) }
	}
	return w.Write(loop.Edit(t.Main, of, build))
}

// printNext prints what comes next in a track.
func printNext(s app.Streams, t *workspace.Target) error {
	r, err := loop.Read(tree.Dir(t.Root), t.Main).Resume()
	if err != nil {
		return nil // the command did what it was asked for
	}
	_, err = fmt.Fprintf(s.Out, "%s: next: %s\n", displayTrack(t), report.OneLine(nextOf(r)))
	return err
}
