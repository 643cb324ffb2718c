package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mdck/internal/config"
	"mdck/internal/history"
	"mdck/internal/report"
	"mdck/internal/safefile"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/format"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/schema"
)

// A past is the file whose history is asked for, and what was found out about it.
type past struct {
	shown    string // as the user is shown it
	file     string // absolute path, whether or not it is there
	target   *workspace.Target
	kind     history.Kind
	settings *settings
	absent   error // why it cannot be read, of one that is not there; nil of one that is
	notes    []string
	cut      bool // there are rows that are not printed
}

// past is what the argument means.
func (c *historyCommand) past() (*past, error) {
	p, err := c.find()
	if err != nil {
		return nil, err
	}
	found, err := c.configFor(p)
	if err != nil {
		return nil, err
	}
	counter, err := c.counterOf(found)
	p.settings = &settings{found, counter}
	p.kind = textKind(p)
	return p, err
}

func (c *historyCommand) configFor(p *past) (*config.Config, error) {
	if p.target != nil {
		return c.configOf(p.target)
	}
	return c.at(existing(filepath.Dir(p.file)))
}

// find is the file that the argument names; that it is not there is no error yet, as it
// may have been.
func (c *historyCommand) find() (*past, error) {
	if c.Path == "-" {
		return nil, errors.New("standard input has no history: name a file")
	}
	if c.Path == "" {
		return c.checkpoint()
	}
	info, err := os.Stat(c.Path)
	switch {
	case err == nil && info.IsDir():
		return c.checkpoint()
	case err == nil:
		return c.fileAt(c.Path, nil)
	case !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	if !isID(c.Path) {
		return c.fileAt(c.Path, err)
	}
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	if found, _ := c.finder().ByID(cwd, c.Path); len(found) > 0 {
		return c.checkpoint()
	}
	err = fmt.Errorf("no file %q, and no checkpoint has that id", c.Path)
	if ids := c.knownIDs(cwd, c.Path); ids != "" {
		err = hinted(err, "there is "+ids)
	}
	return c.fileAt(c.Path, err)
}

// checkpoint is the file of the checkpoint that the argument names.
func (c *historyCommand) checkpoint() (*past, error) {
	t, err := c.one("", c.Path, "history")
	if err != nil {
		return nil, err
	}
	name := t.Main
	if t.Protocol == workspace.Agents || t.Protocol == workspace.Plan && isDir(t.File(name)) {
		each := eachAgent([]workspace.Target{t})
		if t.Protocol == workspace.Plan {
			if name = t.Shown(name); isDir(c.Path) {
				name = c.Path
			}
			if each, err = c.targets([]string{name}, choice{}); err != nil {
				return nil, err
			}
		}
		if len(each) != 1 {
			return nil, manyFiles(&t, each)
		}
		t = each[0]
		name = t.Path
	}
	return &past{shown: t.Shown(name), file: t.File(name), target: &t}, nil
}

// manyFiles says that t is several files, or none, and which.
func manyFiles(t *workspace.Target, each []workspace.Target) error {
	err := fmt.Errorf("%s has %s, want one", report.Name(t.Shown(t.Main)), report.Counted(len(each), "file"))
	if len(each) == 0 {
		return err
	}
	lines := []string{"name one: mdck history " + quote(each[0].Shown(each[0].Path))}
	for i := range each {
		lines = append(lines, report.Name(each[i].Shown(each[i].Path)))
	}
	return hinted(err, lines...)
}

// fileAt is the file at that path; absent says why it is not there.
func (c *historyCommand) fileAt(name string, absent error) (*past, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	p := &past{shown: filepath.ToSlash(name), file: abs, absent: absent}
	if t, ok := c.finder().Detect(abs); ok {
		p.target = &t
	}
	return p, nil
}

// existing is the directory, or the nearest above it that is there.
func existing(dir string) string {
	for !isDir(dir) && dir != filepath.Dir(dir) {
		dir = filepath.Dir(dir)
	}
	return dir
}

func textKind(p *past) history.Kind {
	switch {
	case strings.EqualFold(filepath.Ext(p.file), ".json"):
		return history.JSON
	case p.target == nil:
	case p.target.Protocol == workspace.Ohrfc && p.file == p.target.File(p.target.Main):
		return history.Checkpoint
	case p.target.Protocol == workspace.Plan && planfile.IsPlan(p.target.Path):
		return history.Plan
	}
	return history.Markdown
}

// own is the format that the file is of; nil if it is of none.
func (p *past) own() *format.Format {
	if p.target == nil || p.target.Protocol != workspace.Format {
		return nil
	}
	return p.settings.FormatNamed(p.target.Format)
}

// budgets are those of the file; zero means none.
func (p *past) budgets() schema.Limits {
	if p.kind == history.Checkpoint {
		return p.settings.Limits()
	}
	if own := p.own(); own != nil {
		return own.Schema.Limits
	}
	return schema.Limits{}
}

// store is where the ledger and the backups of the file are, and its name there.
func (p *past) store() (safefile.Store, string) {
	if p.target == nil {
		return safefile.Store{Dir: filepath.Dir(p.file)}, filepath.Base(p.file)
	}
	name, err := filepath.Rel(p.target.Root, p.file)
	if err != nil {
		name = filepath.Base(p.file)
	}
	return store(p.target, "history"), p.target.InStore(filepath.ToSlash(name))
}

// note keeps what the user is to be told.
func (p *past) note(format string, args ...any) {
	p.notes = append(p.notes, fmt.Sprintf(format, args...))
}

// nothing is the error for a file of which there is no state; err is what else failed.
func (p *past) nothing(err error) error {
	if err == nil {
		err = p.absent
	}
	if err == nil {
		err = &fs.PathError{Op: "open", Path: p.shown, Err: fs.ErrNotExist}
	}
	if len(p.notes) > 0 {
		err = also(err, "git and the ledger were asked, too: "+strings.Join(p.notes, "; "))
	}
	return err
}

// tell prints the notes.
func (p *past) tell(c *historyCommand, rows []history.Row, std Streams) {
	if p.cut {
		what := fmt.Sprintf("the newest %s; --limit 0 prints all", report.Counted(len(rows), "state"))
		if !c.Since.IsZero() && len(rows) != c.Limit {
			what = fmt.Sprintf("%s since %s; what is older is left out", report.Counted(len(rows), "state"), history.Stamp(c.Since))
		}
		p.note("%s", what)
	}
	lost := 0
	for i := range rows {
		if rows[i].Text.Reason == history.NotKept {
			lost++
		}
	}
	if lost > 0 {
		p.note("the text of %s is not known: .mdck/backups does not have it", report.Counted(lost, "write"))
	}
	for _, text := range p.notes {
		fmt.Fprintf(std.Err, "mdck: note: %s: %s\n", report.Name(p.shown), report.OneLine(text))
	}
}
