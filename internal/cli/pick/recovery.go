package pick

import (
	"os"
	"path"

	"mdck/internal/cli/app"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/source"
)

// RestoreCommandLine returns the command that restores the newest backup, or "".
func RestoreCommandLine(t *workspace.Target, name string) string {
	info, err := os.Stat(t.File(name))
	if _, there := os.Lstat(t.File(name)); there == nil && (err != nil || !info.Mode().IsRegular()) {
		return ""
	}
	switch {
	case t.Row().Copies == "":
		if LatestBackup(t, name) != nil {
			return "mdck restore " + app.Quote(t.DisplayPath(name)) + " --backup latest"
		}
	case name != t.Main && t.Row().HasCopy(tree.Dir(t.Root), path.Base(name)):
		of := t.Target
		of.Path = name
		return t.Row().Copies + " " + t.Row().Args(of, t.DisplayPath("."), app.Quote)
	}
	return ""
}

// RecoveryHints says how to restore or repair a file.
func RecoveryHints(t *workspace.Target, name string) []string {
	if to, err := os.Readlink(t.File(name)); err == nil && !app.Exists(t.File(name)) {
		return []string{"the file is a symbolic link to " + app.Quote(to) + ", which does not exist; create " + app.Quote(to) + ", or remove the link"}
	}
	if command := RestoreCommandLine(t, name); command != "" {
		return []string{"to restore the newest backup: " + command}
	}
	return nil
}

// RestartHints returns hints for a checkpoint that cannot be resumed.
func RestartHints(t *workspace.Target) []string {
	var hints []string
	text, err := source.ReadFile(tree.Dir(t.Root), t.Path)
	if err == nil {
		err = t.Parse(text)
	}
	if err != nil {
		hints = RecoveryHints(t, t.Path)
	}
	return append(hints, "--force continues anyway")
}

// WithRecoveryHints adds [RecoveryHints] and the displayed path to err.
func WithRecoveryHints(t *workspace.Target, name string, err error) error {
	err = app.WithDisplayPath(t, app.WithPath(name, err))
	if hints := RecoveryHints(t, name); len(hints) > 0 {
		return app.WithHints(err, hints...)
	}
	return err
}
