package cli

import (
	"fmt"
	"os"
	"path/filepath"

	"strconv"
	"strings"

	"mdck/internal/workspace"
)

// A versionName is what an argument means.
type versionName struct {
	arg    string
	kind   versionKind
	target *workspace.Target // of a checkpoint, and of a backup that was named by its path
	backup int               // 0 for the latest
	rev    string
	path   string            // in the commit; "" for that of the checkpoint
	own    *workspace.Target // of a file of a format, and of a backup of one; else nil
}

type versionKind int

const (
	workTree versionKind = iota
	checkpointFile
	plainFile
	standardInput
	backupFile
	revision
)

// ofCheckpoint reports whether n is a version of a checkpoint that it does not name
// as a file.
func (n versionName) ofCheckpoint() bool {
	return n.kind == workTree || n.kind == backupFile || n.kind == revision && n.path == ""
}

// parseVersion says what arg means.
func (c *diffCommand) parseVersion(arg string) (versionName, error) {
	if arg == "-" {
		return versionName{arg: arg, kind: standardInput}, nil
	}
	if _, err := os.Lstat(arg); err == nil {
		return c.parseVersionPath(arg)
	}
	if rest, ok := strings.CutPrefix(arg, "backup:"); ok {
		if n, err := strconv.Atoi(rest); err == nil && n > 0 || rest == "latest" {
			return versionName{arg: arg, kind: backupFile, backup: n}, nil
		}
	}
	if i := pathColon(arg); i >= 0 {
		return versionName{arg: arg, kind: revision, rev: arg[:i], path: arg[i+1:]}, nil
	}
	if isID(arg) && !strings.ContainsAny(arg, "~^@{") {
		if t, err := c.checkpointNamed(arg); t != nil || err != nil {
			return versionName{arg: arg, kind: checkpointFile, target: t}, err
		}
	}
	return versionName{arg: arg, kind: revision, rev: arg}, nil
}

// pathColon is where the colon of REV:PATH stands, which is not within braces, or
// -1.
func pathColon(arg string) int {
	depth := 0
	for i, r := range arg {
		switch {
		case r == '{':
			depth++
		case r == '}':
			depth--
		case r == ':' && depth <= 0:
			return i
		}
	}
	return -1
}

// checkpointNamed is the checkpoint with that id; nil if there is none.
func (c *diffCommand) checkpointNamed(id string) (*workspace.Target, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	found, _ := c.finder().ByID(cwd, id) // what cannot be read does not hide a revision
	found, err = filterProtocol(workspace.Ohrfc, found)
	switch {
	case err != nil:
		return nil, addHints(err, "if "+id+" is a revision, write "+id+":")
	case len(found) == 0:
		return nil, nil
	case len(found) == 1:
		return &found[0], nil
	}
	t, err := c.findOne(workspace.Ohrfc, id, "diff --checkpoint")
	return &t, err
}

// parseVersionPath says what the path of something that exists means.
func (c *diffCommand) parseVersionPath(arg string) (versionName, error) {
	info, err := os.Stat(arg)
	if err != nil {
		return versionName{}, err
	}
	if info.IsDir() {
		t, err := c.findOne(workspace.Ohrfc, arg, "diff --checkpoint")
		if err != nil {
			err = addHints(err, "if "+arg+" is a revision, write "+arg+":")
		}
		return versionName{arg: arg, kind: checkpointFile, target: &t}, err
	}
	abs, err := filepath.Abs(arg)
	if err != nil {
		return versionName{}, err
	}
	if t, ok := c.formatVersion(arg); ok {
		return versionName{arg: arg, kind: plainFile, own: t}, nil
	}
	if t, ok := workspace.Detect(abs); ok {
		if _, err := filterProtocol(workspace.Ohrfc, []workspace.Target{t}); err != nil {
			return versionName{}, err
		}
		if t.Path != t.Main {
			return versionName{}, hinted(fmt.Errorf("%s is no Markdown file", arg), "its checkpoint is "+t.Shown(t.Main))
		}
		t, err := workspace.As(arg, t.Protocol)
		return versionName{arg: arg, kind: checkpointFile, target: &t}, err
	}
	return versionName{arg: arg, kind: plainFile, target: backedUp(abs)}, nil
}

// formatVersion returns the file of a format that the file at a path, or the one of which that is a
// backup, is.
func (c *diffCommand) formatVersion(arg string) (*workspace.Target, bool) {
	names := []string{arg}
	if dir, kept, ok := splitBackupPath(arg); ok {
		names = nil
		for _, name := range originalNames(kept) {
			names = append(names, filepath.Join(dir, name))
		}
	}
	for _, name := range names {
		if t, ok, err := c.finder().Unsaved(name); err == nil && ok && t.Protocol == workspace.Format {
			return &t, true
		}
	}
	return nil, false
}

// formatDiffError refuses to compare the file of a format with versions of the checkpoint of an
// RFC.
func formatDiffError(t *workspace.Target) error {
	name := quote(t.Shown(t.Main))
	return hinted(&otherProtocolError{wanted: workspace.Ohrfc, found: t.Protocol, path: t.Shown(t.Path)},
		"git diff "+name+" compares with a commit, mdck restore "+name+" --backup N --diff with a backup, and mdck history "+name+" prints its states",
		"two files are compared where both are named")
}

// backedUp is the checkpoint that the file at an absolute path is a backup of;
// nil if it is none.
func backedUp(file string) *workspace.Target {
	backups := filepath.Dir(file)
	home := filepath.Dir(backups)
	name, _, _ := strings.Cut(filepath.Base(file), ".md.")
	t, ok := workspace.Detect(filepath.Join(filepath.Dir(home), name+".md"))
	if !ok || t.Protocol != workspace.Ohrfc || t.Path != t.Main || filepath.Base(backups) != "backups" || filepath.Base(home) != ".mdck" {
		return nil
	}
	return &t
}
