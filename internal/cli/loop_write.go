package cli

import (
	"fmt"

	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/loop"
)

// trackFlags are the flags of commands that write the metadata of a track.
type trackFlags struct {
	waitFlag
	trackFlag
	writeFlags
}

// change makes a change of the track, which the protocol may forbid, and writes it. Next prints
// what comes next, too.
func (f *trackFlags) change(std Streams, name string, next bool, of loop.Transition, build loop.Builder) error {
	t, err := f.track(name)
	if err != nil {
		return err
	}
	config, err := f.configFor(&t)
	if err != nil {
		return err
	}
	w := f.writer(std, name, t, &settings{Config: config})
	if w.wait, err = f.waitFlag.wait(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if next {
		w.more = func() error { return printNext(std, &t) }
	}
	return w.write(loop.Edit(t.Main, of, build))
}

// printNext prints what comes next in a track.
func printNext(s Streams, t *workspace.Target) error {
	r, err := loop.Read(tree.Dir(t.Root), t.Main).Resume()
	if err != nil {
		return nil // the command did what it was asked for
	}
	_, err = fmt.Fprintf(s.Out, "%s: next: %s\n", displayTrack(t), report.OneLine(nextOf(r)))
	return err
}
