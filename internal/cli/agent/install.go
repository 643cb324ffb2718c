package agent

import (
	"errors"
	"fmt"
	"io"
	"path"
	"path/filepath"
	"strings"
	"time"

	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/internal/hook"
	agentset "mdck/internal/hook/settings"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

const hookInstallHelp = `Adds the hooks of mdck to the settings of an agent. The hooks run when a session starts, before a compaction, when a turn ends and when the session ends.

The command replaces the hooks of an earlier install and changes nothing else in the file. It creates a missing file. It keeps a backup in .mdck/backups beside the file. The exit status is 1 if another program changed the file during the write, 2 if the file is not a JSON object.

Examples:

    mdck hook install claude --diff
    mdck hook install codex --user
    mdck hook install claude --local --findings --block-unsaved`

const hookUninstallHelp = `Removes the hooks of mdck from the settings of an agent. If nothing else changed the file, it then has the same bytes as before the install. If the install created the file, the file remains and contains an empty object.

Examples:

    mdck hook uninstall claude --diff
    mdck hook uninstall codex --user`

func hookCommands() []app.Command {
	return []app.Command{
		app.Row("hook install", "add the hooks of mdck to the settings of an agent", hookInstallHelp, &hookInstall{}),
		app.Row("hook uninstall", "remove the hooks of mdck from the settings of an agent", hookUninstallHelp, &hookUninstall{}),
		app.Row("hook doctor", "check the hooks of mdck", hookDoctorHelp, &hookDoctor{}),
	}
}

type settingsFlags struct {
	Agent   string `arg:"" enum:"claude,codex,gemini" help:"The agent: claude, codex or gemini."`
	Project bool   `xor:"level" help:"The settings of the project, for sessions that start at the root of the repository (with codex, also below the root). This is the default."`
	User    bool   `xor:"level" help:"Your user settings, for all your sessions."`
	Local   bool   `xor:"level" help:"Your settings for this repository and its worktrees (only claude): .claude/settings.local.json."`
	Diff    bool   `help:"Print a unified diff of the changes; write nothing."`
}

func (c *settingsFlags) file(std app.Streams) (settingsFile, error) {
	level := agentset.Project
	switch {
	case c.User:
		level = agentset.User
	case c.Local:
		level = agentset.Local
	}
	return settingsAt(std, hook.Agent(c.Agent), level)
}

type hookInstall struct {
	settingsFlags
	Resume       bool `help:"Also print one line when a session is resumed or forked."`
	BlockUnsaved bool `help:"At the end of a turn: if the checkpoint does not match its files, make the agent continue once."`
	Save         bool `help:"At the end of a turn: if the ccc session waits at a gate, save it and comment on its issue."`
	Findings     bool `help:"After the agent wrote a checkpoint file: print the lint findings of the file."`
}

func (c *hookInstall) Run(std app.Streams) error {
	f, err := c.file(std)
	if err != nil {
		return err
	}
	want := agentset.Entries(f.Agent, agentset.Choice{Resume: c.Resume, BlockUnsaved: c.BlockUnsaved, Save: c.Save, Findings: c.Findings})
	e := settingsEdit{file: f, std: std, command: "hook install", change: func(s *agentset.File) (agentset.Change, error) { return s.Install(want) }}
	done, err := e.run(c.Diff)
	if err != nil || c.Diff {
		return err
	}
	if done.none() {
		var names []string
		for _, e := range want {
			names = append(names, e.String())
		}
		_, err = fmt.Fprintf(std.Out, "%s: the hooks are already up to date: %s\n", report.Name(f.Path), strings.Join(names, ", "))
	}
	return errors.Join(err, remaining(std, f, &done))
}

type hookUninstall struct{ settingsFlags }

func (c *hookUninstall) Run(std app.Streams) error {
	f, err := c.file(std)
	if err != nil {
		return err
	}
	e := settingsEdit{file: f, std: std, command: "hook uninstall", change: (*agentset.File).Uninstall}
	done, err := e.run(c.Diff)
	if err != nil || c.Diff || !done.none() {
		return err
	}
	_, err = fmt.Fprintf(std.Out, "%s: nothing to remove: the file has no hook of mdck\n", report.Name(f.Path))
	return errors.Join(err, elsewhere(std, f))
}

func elsewhere(std app.Streams, f settingsFile) error {
	all, err := settingsOf(std, f.Agent)
	for _, other := range all {
		if other.Load(); other.path == f.path || !other.Settings.HasOurs() {
			continue
		}
		_, fault := fmt.Fprintf(std.Out, "%s also has hooks of mdck; to remove them: mdck hook uninstall %s --%s\n", report.Name(other.Path), f.Agent, other.Level)
		err = errors.Join(err, fault)
	}
	return err
}

type settingsEdit struct {
	file    settingsFile
	std     app.Streams
	command string
	change  func(*agentset.File) (agentset.Change, error)
}

type settingsChange struct {
	agentset.Change
	made   bool
	backup string // displayed path of the backup, or ""
}

func (d *settingsChange) none() bool { return len(d.Added)+len(d.Removed) == 0 }

func (e *settingsEdit) run(diff bool) (settingsChange, error) {
	if !diff {
		found, err := e.writer().Recover()
		if err := pick.PrintRecovered(e.std.Err, e.file.inDiff(), found, err); err != nil {
			return settingsChange{}, err
		}
	}
	before, there, err := e.file.text()
	if err != nil {
		return settingsChange{}, err
	}
	edited, err := e.edit(before, there)
	done := settingsChange{Change: edited, made: !there}
	switch {
	case err != nil || done.none():
		return done, err
	case diff:
		return done, report.Diff(e.std.Raw(), e.file.inDiff(), before, edited.Text, there)
	}
	if err := e.replace(&done); err != nil {
		return done, write.WithConflictHint(e.file.Path, err)
	}
	return done, e.print(done)
}

func (e *settingsEdit) edit(text string, exists bool) (agentset.Change, error) {
	if !exists {
		text = "{}\n"
	}
	s, err := agentset.Parse(e.file.Agent, e.file.Path, text)
	if err != nil {
		return agentset.Change{}, unwritten(err)
	}
	change, err := e.change(s)
	return change, unwritten(err)
}

func unwritten(err error) error {
	if err == nil {
		return nil
	}
	return app.WithHints(err, "nothing was written; fix the file (only gemini allows comments), or paste the text from docs/hooks.md, section \"Installing by hand\"")
}

// writer follows symbolic links, because users link their settings.
func (e *settingsEdit) writer() *change.Writer {
	options := write.Changing(e.std, e.command, time.Now)
	options.FollowLinks = true
	return change.ForFile(workspace.Finder{Table: e.std.Table}, e.file.path, options)
}

func (e *settingsEdit) replace(done *settingsChange) error {
	name := filepath.Base(e.file.path)
	w := e.writer()
	undo, err := w.MakeDir()
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			undo()
		}
	}()
	made, err := w.Update(func(read *protocol.Reader) (*protocol.Change, error) {
		text, exists, err := read.Text(name)
		if err != nil {
			return nil, err
		}
		done.made = !exists
		done.Change, err = e.edit(text, exists)
		return &protocol.Change{Files: []protocol.File{{Name: name, Before: text, After: done.Text, Exists: exists}}}, err
	})
	pick.PrintFound(e.std.Err, e.file.inDiff(), made.Found)
	for _, b := range made.Backups {
		done.backup = path.Join(path.Dir(e.file.Path), b)
	}
	return err
}

func (e *settingsEdit) print(done settingsChange) error {
	var b strings.Builder
	name := report.Name(e.file.Path)
	if done.made {
		fmt.Fprintf(&b, "%s: created\n", name)
	}
	list := func(word string, entries []string) {
		if len(entries) > 0 {
			fmt.Fprintf(&b, "%s: %s %s\n", name, word, report.OneLine(strings.Join(entries, ", ")))
		}
	}
	list("added hooks for", done.Added)
	list("removed hooks for", done.Removed)
	if done.backup != "" {
		fmt.Fprintf(&b, "%s: the backup is %s\n", name, report.Name(done.backup))
	}
	_, err := io.WriteString(e.std.Out, b.String())
	return err
}
