package ohrfc

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ohrfc"
)

// A versionName is what an argument means.
type versionName struct {
	arg        string
	target     *workspace.Target // of the checkpoint that it names; nil if it names none
	checkpoint bool              // it names the checkpoint, not a version of it
	ofTarget   bool              // it is a version of the checkpoint that is compared
	format     *workspace.Target // of a file of a format, or of a backup of one; nil for others
	read       func() (*version, error)
}

// parseVersion says what arg means.
func (d *differ) parseVersion(arg string) (versionName, error) {
	n := versionName{arg: arg}
	switch arg {
	case "":
		n.ofTarget, n.read = true, func() (*version, error) { return d.onDisk(d.target) }
		return n, nil
	case "-":
		n.read = func() (*version, error) {
			text, err := app.ReadCheckedInput(d.std.In)
			return &version{label: "standard input", name: "-", text: text, there: true}, err
		}
		return n, nil
	}
	if _, err := os.Lstat(arg); err == nil {
		return n, d.parsePath(&n)
	}
	if rest, ok := strings.CutPrefix(arg, "backup:"); ok {
		if seq, err := strconv.Atoi(rest); err == nil && seq > 0 || rest == pick.Latest {
			n.ofTarget, n.read = true, func() (*version, error) { return d.backup(seq) }
			return n, nil
		}
	}
	if rev, ok := strings.CutSuffix(arg, ":"); ok {
		arg = rev
	} else if pick.IsID(arg) && !strings.ContainsAny(arg, "~^@{") {
		if t, err := d.command.checkpointNamed(arg); t != nil || err != nil {
			d.nameCheckpoint(&n, t)
			return n, err
		}
	}
	n.ofTarget, n.read = true, func() (*version, error) {
		v, err := d.committed(arg)
		if err != nil {
			return nil, unknownVersion(n.arg, err)
		}
		return v, nil
	}
	return n, nil
}

// nameCheckpoint lets n name the checkpoint t.
func (d *differ) nameCheckpoint(n *versionName, t *workspace.Target) {
	n.target, n.checkpoint, n.read = t, true, func() (*version, error) { return d.onDisk(t) }
}

// checkpointNamed returns the checkpoint with that id; nil if there is none.
func (c *diffCommand) checkpointNamed(id string) (*workspace.Target, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	found, _ := c.Finder().ByID(cwd, id) // what cannot be read does not hide a revision
	found, err = pick.Of(ohrfc.Name).Filter(found)
	switch {
	case err != nil:
		return nil, app.AddHints(err, "if "+id+" is a revision, write "+id+":")
	case len(found) == 0:
		return nil, nil
	}
	t, err := c.FindOne(id, "ohrfc diff --checkpoint", pick.Of(ohrfc.Name))
	return &t, err
}

// parsePath says what n means if its argument is the path of something that exists.
func (d *differ) parsePath(n *versionName) error {
	info, err := os.Stat(n.arg)
	if err != nil {
		return err
	}
	if info.IsDir() {
		t, err := d.command.FindOne(n.arg, "ohrfc diff --checkpoint", pick.Of(ohrfc.Name))
		if err != nil {
			return app.AddHints(err, "if "+n.arg+" is a revision, write "+n.arg+":")
		}
		d.nameCheckpoint(n, &t)
		return nil
	}
	abs, err := filepath.Abs(n.arg)
	if err != nil {
		return err
	}
	n.read = func() (*version, error) { return readVersion(n.arg, n.arg, n.arg) }
	file, backup := abs, false
	if dir, kept, ok := pick.SplitKept(abs); ok {
		names := slices.DeleteFunc(pick.OriginalNames(kept), func(name string) bool { return !workspace.IsMarkdown(name) })
		if len(names) == 0 {
			return nil
		}
		file, backup = filepath.Join(dir, names[0]), true
	}
	t, ok, err := d.command.Finder().Unsaved(file)
	switch t = t.Named(n.arg); {
	case err != nil || !ok:
		return nil
	case t.Format != "":
		n.format = &t
		return nil
	case t.Protocol == ohrfc.Name && backup:
		n.target = &t
		return nil
	case t.Protocol == ohrfc.Name && t.Path != t.Main:
		return app.Hinted(fmt.Errorf("%s is no Markdown file", n.arg), "its checkpoint is "+t.Shown(t.Main))
	}
	if _, err := pick.Of(ohrfc.Name).Filter([]workspace.Target{t}); err != nil {
		return err
	}
	t, err = d.command.PlainFinder().As(n.arg, t.Protocol)
	d.nameCheckpoint(n, &t)
	return err
}

// formatDiffError refuses to compare the file of a format with versions of the checkpoint of an
// RFC.
func formatDiffError(t *workspace.Target) error {
	name := app.Quote(t.Shown(t.Main))
	return app.Hinted(&pick.OtherProtocolError{Wanted: ohrfc.Protocol.Noun, Found: t},
		"git diff "+name+" compares with a commit, mdck restore "+name+" --backup N --diff with a backup, and mdck history "+name+" prints its states",
		"two files are compared where both are named")
}
