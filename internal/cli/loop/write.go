package loop

import (
	"fmt"
	"path/filepath"
	"slices"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/loop"
)

type trackFlag struct {
	Track string `help:"Id of the track, its directory or its metadata.json (default: the track of the current directory, or the only track)." placeholder:"ID|PATH"`
	pick.ConfigFlags
}

func (f *trackFlag) find(command string) (workspace.Target, error) {
	here, err := filepath.Abs("")
	if err != nil {
		return workspace.Target{}, err
	}
	if t, ok := f.Pick.PlainFinder().Within(here); ok && f.Track == "" && t.Protocol == loop.Name {
		return t, nil
	}
	dir := f.Track
	if app.IsFile(dir) {
		dir = filepath.Dir(dir)
	}
	file := filepath.Join(dir, loop.MetadataFile)
	if f.Track != "" && app.IsFile(file) {
		return f.Pick.TargetAs(file, loop.Name, pick.Of(loop.Name))
	}
	return f.Pick.FindOne(f.Track, command+" --track", pick.Of(loop.Name))
}

type trackFlags struct {
	write.WaitFlag
	trackFlag
	write.Flags
}

type forceFlag struct {
	Force bool `help:"Write even if the protocol forbids the change; the use of this flag is recorded."`
}

type outputFlag struct {
	Output []string `sep:"none" help:"A created or changed file, relative to the project; repeatable." placeholder:"FILE"`
}

type finishFlags struct {
	Step  string `arg:"" optional:"" help:"The step (default: the current step)."`
	Notes string `help:"Notes on the step." placeholder:"TEXT"`
	trackFlags
}

func (f *trackFlags) change(std app.Streams, r loop.Request) error {
	name := "loop " + r.Verb
	if err := r.Check(); err != nil {
		return app.WithRequestHint(fmt.Errorf("%s: %w", name, err))
	}
	t, err := f.find(name)
	if err != nil {
		return err
	}
	if r.Outputs, err = pick.InProject(t.Root, t.Root, "--output ", r.Outputs); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	config, err := f.Pick.ConfigFor(&t)
	if err != nil {
		return err
	}
	w := f.Writer(std, name, t, &workspace.Settings{Config: config})
	if w.Wait, err = f.Limit(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if !slices.Contains([]string{"start", "progress", "sync", "migrate"}, r.Verb) {
		w.More = func() error { return printNext(std, &t) }
	}
	return w.Write(loop.Edit(t.Main, r))
}

func printNext(s app.Streams, t *workspace.Target) error {
	r, err := loop.Read(tree.Dir(t.Root), t.Main).Resume()
	if err != nil {
		return nil // no error, because the write succeeded
	}
	next := nextAction(r)
	if command := commandOf(r); command != "" {
		next += " (" + command + ")"
	}
	_, err = fmt.Fprintf(s.Out, "%s: next: %s\n", report.Name(t.DisplayPath(t.Main)), next)
	return err
}

func nextAction(r *loop.Resume) string { return r.NextAction(spelling.OneLine, spelling.QuoteText) }
