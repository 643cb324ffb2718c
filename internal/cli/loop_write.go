package cli

import (
	"errors"
	"fmt"

	"mdck/internal/change"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/source"
)

// trackFlags are the flags of commands that write the metadata of a track.
type trackFlags struct {
	Diff bool `help:"Print what would be written as a unified diff; write nothing."`
	waitFlag
	trackFlag
	nowFlag
	linksFlag
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
	w := &writer{std: std, name: name, target: t, settings: &settings{Config: config}, clock: f.clock, diff: f.Diff}
	if w.wait, err = f.waitFlag.wait(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	w.print = func(made *change.Made, found []lint.Diagnostic) error {
		if err := w.report(made, found); err != nil {
			return fmt.Errorf("%s: the change was written, but not reported: %w", displayTrack(&t), err)
		}
		if next {
			return std.printNext(&t)
		}
		return nil
	}
	return explainTrack(&t, w.write(loop.Edit(t.Main, of, build)))
}

// printNext prints what comes next in a track.
func (s Streams) printNext(t *workspace.Target) error {
	r, err := loop.Read(tree.Dir(t.Root), t.Main).Resume()
	if err != nil {
		return nil // the command did what it was asked for
	}
	_, err = fmt.Fprintf(s.Out, "%s: next: %s\n", displayTrack(t), report.OneLine(nextOf(r)))
	return err
}

// explainTrack adds to an error about metadata that cannot be read how to restore them.
func explainTrack(t *workspace.Target, err error) error {
	if _, unread := errors.AsType[*source.Error](err); unread {
		if hints := recoveryHints(t, t.Main); len(hints) > 0 {
			return hinted(err, hints...)
		}
	}
	return err
}
