package cli

import (
	"os"
	"path"

	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/source"
)

// restoreCommandLine returns the command that restores a file of t that cannot be parsed; "" where
// nothing is kept of it, or the file is no text at all, such as a pipe or a link that
// leads nowhere: that is not for a backup to mend.
func restoreCommandLine(t *workspace.Target, name string) string {
	info, err := os.Stat(t.File(name))
	if _, there := os.Lstat(t.File(name)); there == nil && (err != nil || !info.Mode().IsRegular()) {
		return ""
	}
	switch {
	case t.Row().Copies == "":
		if k := (&restoreSource{target: t}); k.canRestore(name) {
			return "mdck restore " + quote(t.Shown(name)) + " --backup latest"
		}
	case name != t.Main && t.Row().HasCopy(tree.Dir(t.Root), path.Base(name)):
		of := t.Target
		of.Path = name
		return t.Row().Copies + " " + t.Row().Args(of, t.Shown("."), quote)
	}
	return ""
}

// recoveryHints returns a hint with [restoreCommandLine], if there is one, or what to do about
// a broken symbolic link.
func recoveryHints(t *workspace.Target, name string) []string {
	if to, err := os.Readlink(t.File(name)); err == nil && !exists(t.File(name)) {
		return []string{"it is a symbolic link to " + quote(to) + ", where nothing is: make that file, or remove the link"}
	}
	if command := restoreCommandLine(t, name); command != "" {
		return []string{command + " takes back the newest backup"}
	}
	return nil
}

// restartHints returns the hints for a restart that step 0 refuses.
func restartHints(t *workspace.Target) []string {
	var hints []string
	text, err := source.ReadFile(tree.Dir(t.Root), t.Path)
	if err == nil {
		err = t.Parse(text)
	}
	if err != nil {
		hints = recoveryHints(t, t.Path)
	}
	return append(hints, "--force goes on all the same")
}

// withRecoveryHints returns err with the path of the file as the user is shown it and [recoveryHints].
func withRecoveryHints(t *workspace.Target, name string, err error) error {
	err = withDisplayPath(t, withPath(name, err))
	if hints := recoveryHints(t, name); len(hints) > 0 {
		return hinted(err, hints...)
	}
	return err
}
