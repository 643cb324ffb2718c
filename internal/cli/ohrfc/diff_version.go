package ohrfc

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/gitrepo"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/ohrfc"
)

// version is one of the two texts to compare.
type version struct {
	arg        string
	target     *workspace.Target // the checkpoint that arg names, or that its backup belongs to
	checkpoint bool              // arg names a checkpoint, not a version of one
	ofTarget   bool
	format     *workspace.Target // target with a Format, or nil
	read       func(v *version) error

	label string
	name  string // name in errors
	file  string // path on disk, or ""
	text  string
	there bool // false: the text is ""
}

func (v *version) title() string {
	if !v.there {
		return v.label + " (does not exist)"
	}
	return v.label
}

func (v *version) readFile(label, name, file string) error {
	text, err := app.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", name, err)
	}
	v.label, v.name, v.file, v.text, v.there = filepath.ToSlash(label), name, file, text, err == nil
	return nil
}

type differ struct {
	command *diffCommand
	std     app.Streams
	target  *workspace.Target // nil for two files
}

func (d *differ) parse(arg string) (*version, error) {
	v := &version{arg: arg}
	switch arg {
	case "":
		v.ofTarget, v.read = true, func(v *version) error { return d.onDisk(v, d.target) }
		return v, nil
	case "-":
		v.label, v.name, v.there = "standard input", "-", true
		v.read = func(v *version) (err error) {
			v.text, err = app.ReadAtMost(d.std.In, mdcheckpoint.MaxSize)
			return err
		}
		return v, nil
	}
	if _, err := os.Lstat(arg); err == nil {
		return v, d.parsePath(v)
	}
	v.ofTarget = true
	if rest, ok := strings.CutPrefix(arg, "backup:"); ok {
		if seq, err := strconv.Atoi(rest); err == nil && seq > 0 || rest == pick.Latest {
			v.read = func(v *version) error { return d.backup(v, seq) }
			return v, nil
		}
	}
	rev, isRevision := strings.CutSuffix(arg, ":")
	if !isRevision && pick.IsID(arg) && !strings.ContainsAny(arg, "~^@{") {
		if t, err := d.command.checkpointNamed(arg); t != nil || err != nil {
			v.ofTarget = false
			d.nameCheckpoint(v, t)
			return v, err
		}
	}
	v.read = func(v *version) error { return unknownVersion(arg, d.committed(v, rev)) }
	return v, nil
}

func (d *differ) nameCheckpoint(v *version, t *workspace.Target) {
	v.target, v.checkpoint, v.read = t, true, func(v *version) error { return d.onDisk(v, t) }
}

func (c *diffCommand) checkpointNamed(id string) (*workspace.Target, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	found, _ := c.Pick.Finder().ByID(cwd, id) // ignore errors, because id may be a revision
	found, err = pick.Of(ohrfc.Name).Filter(found)
	switch {
	case err != nil:
		return nil, app.WithHints(err, revisionHint(id))
	case len(found) == 0:
		return nil, nil
	}
	return c.find(id)
}

func revisionHint(name string) string {
	return fmt.Sprintf("if %q is a git revision, write %q", name, name+":")
}

func (c *diffCommand) find(name string) (*workspace.Target, error) {
	t, err := c.Pick.FindOne(name, "ohrfc diff --checkpoint", pick.Of(ohrfc.Name))
	return &t, err
}

func (d *differ) parsePath(v *version) error {
	info, err := os.Stat(v.arg)
	if err != nil {
		return err
	}
	if info.IsDir() {
		t, err := d.command.find(v.arg)
		if err != nil {
			return app.WithHints(err, revisionHint(v.arg))
		}
		d.nameCheckpoint(v, t)
		return nil
	}
	file, err := filepath.Abs(v.arg)
	if err != nil {
		return err
	}
	v.read = func(v *version) error { return v.readFile(v.arg, v.arg, v.arg) }
	dir, kept, backup := pick.SplitKept(file)
	if backup {
		names := slices.DeleteFunc(pick.OriginalNames(kept), func(name string) bool { return !workspace.IsMarkdown(name) })
		if len(names) == 0 {
			return nil
		}
		file = filepath.Join(dir, names[0])
	}
	t, ok, err := d.command.Pick.Finder().Unsaved(file)
	switch t = t.Named(v.arg); {
	case err != nil || !ok:
		return nil
	case t.Format != "":
		v.format = &t
		return nil
	case t.Protocol == ohrfc.Name && backup:
		v.target = &t
		return nil
	case t.Protocol == ohrfc.Name && t.Path != t.Main:
		return app.Errorf("the checkpoint of this file is "+t.DisplayPath(t.Main), "%s is not a Markdown file", v.arg)
	}
	d.nameCheckpoint(v, &t)
	_, err = pick.Of(ohrfc.Name).Filter([]workspace.Target{t})
	return err
}

func (d *differ) onDisk(v *version, t *workspace.Target) error {
	label, file := t.DisplayPath(t.Main), t.File(t.Main)
	if d.target != nil && file == d.target.File(d.target.Main) {
		return v.readFile("work tree", label, file)
	}
	return v.readFile(label, label, file)
}

func (d *differ) backup(v *version, seq int) error {
	b, err := pick.FindBackup(d.target, d.target.Main, seq)
	if err != nil {
		return err
	}
	return d.readBackup(v, &b.Backup)
}

func (d *differ) readBackup(v *version, b *workspace.Backup) (err error) {
	v.label, v.name, v.there = fmt.Sprintf("backup %d", b.Seq), d.target.DisplayPath(b.Path), true
	if v.text, err = d.target.ReadKept(b.Path); err != nil {
		return fmt.Errorf("%s: %w", v.name, tree.Cause(err))
	}
	return nil
}

func (d *differ) committed(v *version, rev string) error {
	repo, err := gitrepo.Open(context.Background(), d.target.Dir())
	if err != nil {
		return err
	}
	defer repo.Close()
	name, ok := repo.Rel(app.ResolveLinks(d.target.File(d.target.Main)))
	if !ok {
		return fmt.Errorf("%sis outside of the repository %s", d.prefix(), repo.Root())
	}
	v.label, v.name = rev, rev+":"+name
	v.text, v.there, err = pick.CommittedFile(repo, rev, name)
	return err
}

func noHistory(err error) bool {
	return errors.Is(err, gitrepo.ErrNoCommit) || errors.Is(err, gitrepo.ErrNotRepo) || errors.Is(err, gitrepo.ErrNoGit)
}

func unknownVersion(arg string, err error) error {
	if !noHistory(err) {
		return err
	}
	err = fmt.Errorf("%q is not a file, an id of a checkpoint or a revision: %w", arg, err)
	return app.WithHints(err, "expected a path, an id, backup:N, backup:latest, a revision or -")
}
