package section

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/cli/write"
	"mdck/internal/config"
	"mdck/internal/report"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

const listPresets = "presets"

func presetNamed(table *protocol.Table, name string) *protocol.Preset {
	all := table.Presets()
	if i := slices.IndexFunc(all, func(p protocol.Preset) bool { return p.Name == name }); i >= 0 {
		return &all[i]
	}
	return nil
}

type presetPlace struct {
	table *protocol.Table
	own   *config.Loader
	file  string // absolute; may be missing
}

func presetsHere(table *protocol.Table) (*presetPlace, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	p := &presetPlace{table: table, own: &config.Loader{Table: table, Environ: os.Environ()}}
	c, err := p.own.For(cwd, cwd)
	if err != nil {
		return nil, err
	}
	p.file = cmp.Or(c.Path(), filepath.Join(cmp.Or(workspace.Repository(cwd), cwd), config.Name))
	return p, nil
}

// files returns, for each preset, the files that match it and have no format yet.
func (p *presetPlace) files() (map[string][]workspace.Target, error) {
	finder := workspace.NewFinder(&config.Loader{Table: p.table, Flags: p.flags(), Base: filepath.Dir(p.file)})
	found, err := finder.Below(filepath.Dir(p.file))
	all := map[string][]workspace.Target{}
	for _, t := range found {
		if t.Format != "" && p.isFree(&t) {
			all[t.Format] = append(all[t.Format], t)
		}
	}
	return all, err
}

// flags returns a configuration in which the presets are the only formats.
func (p *presetPlace) flags() []config.Flag {
	entries := map[string][]string{} // by configuration key
	for _, preset := range p.table.Presets() {
		entries[preset.Key] = append(entries[preset.Key], fmt.Sprintf("%q: %s", preset.Name, preset.Entry()))
	}
	var flags []config.Flag
	for _, key := range slices.Sorted(maps.Keys(entries)) {
		flags = append(flags, config.Flag{Key: key, Name: "mdck init", Value: "{" + strings.Join(entries[key], ", ") + "}"})
	}
	return flags
}

// isFree reports whether the file has no format and p is its configuration.
func (p *presetPlace) isFree(t *workspace.Target) bool {
	c, err := p.own.For(t.Dir(), filepath.Dir(p.file))
	if err != nil || cmp.Or(c.Path(), p.file) != p.file {
		return false
	}
	format, _ := c.Format(t.File(t.Main))
	return format == nil && !c.Ignored(t.File(t.Main))
}

func offerPresets(std app.Streams) error {
	offers, err := Offers(std.Table)
	if len(offers) == 0 {
		return errors.Join(err, app.Errorf("to read about the presets: mdck init --help", "init: no preset matches a file here"))
	}
	for _, o := range offers {
		if _, failed := fmt.Fprintf(std.Out, "mdck init %s  budgets for %s\n", o.Name, o.Text()); failed != nil {
			return errors.Join(err, failed)
		}
	}
	return err
}

// An Offer is what mdck init can set up for existing files.
type Offer struct{ Name, Files, Limits string }

// Text formats the files and their limits.
func (o Offer) Text() string { return o.Files + " (" + o.Limits + ")" }

// Offers returns what mdck init can set up for existing files.
func Offers(table *protocol.Table) (all []Offer, err error) {
	p, err := presetsHere(table)
	if err != nil {
		return nil, err
	}
	files, err := p.files()
	for _, preset := range p.table.Presets() {
		if found := files[preset.Name]; len(found) > 0 {
			all = append(all, Offer{preset.Name, shownFiles(found), limitsOf(&preset)})
		}
	}
	for _, row := range p.table.All() {
		if name := p.foreign(row); name != "" {
			all = append(all, Offer{row.Name, name, fmt.Sprintf("%d lines, %d tokens", row.Limits.Lines, row.Limits.Tokens)})
		}
	}
	return all, err
}

// foreign returns a file that has the name of a checkpoint but is not one, or "".
func (p *presetPlace) foreign(row *protocol.Protocol) string {
	if row.Current == nil || row.Init == nil {
		return ""
	}
	finder := workspace.NewFinder(p.own)
	t, err := finder.Current(row, filepath.Dir(p.file))
	if err != nil || !app.Exists(t.File(t.Main)) {
		return ""
	}
	if _, known := finder.Detect(t.File(t.Main)); known || !p.isFree(&t) {
		return ""
	}
	return shownFiles([]workspace.Target{t})
}

func shownFiles(all []workspace.Target) string {
	var names []string
	for _, t := range all {
		names = append(names, t.File(t.Main))
	}
	return app.DisplayList(names, config.DisplayPath)
}

func limitsOf(p *protocol.Preset) string {
	var all []string
	for _, f := range p.Fields {
		if !strings.HasPrefix(f[1], "[") {
			all = append(all, f[1]+" "+f[0])
		}
	}
	return strings.Join(all, ", ")
}

func (c *initCommand) addPreset(std app.Streams, p *protocol.Preset) error {
	place, err := presetsHere(std.Table)
	if err != nil {
		return err
	}
	added := fmt.Sprintf("added the budgets %s (%s), which mdck lint checks", p.Name, limitsOf(p))
	return c.edit(std, place.file, p.Name, added, func(text string) (string, error) {
		after, err := config.AddPreset(text, p)
		if err != nil {
			err = app.WithHints(err, "nothing was written; write this line below \""+p.Key+"\" yourself: "+p.Name+": "+p.Entry())
		}
		return after, err
	})
}

// edit changes a file and prints message, or prints a diff. entryName is for messages.
func (c *initCommand) edit(std app.Streams, file, entryName, message string, change func(text string) (string, error)) error {
	var edited protocol.File
	changed := func(read *protocol.Reader) (_ *protocol.Change, err error) {
		edited = protocol.File{Name: filepath.Base(file)}
		if edited.Before, edited.Exists, err = read.Text(edited.Name); err == nil {
			edited.After, err = change(edited.Before)
		}
		if err != nil || edited.After == edited.Before {
			return &protocol.Change{}, err
		}
		return &protocol.Change{Files: []protocol.File{edited}}, nil
	}
	shown := report.Name(config.DisplayPath(file))
	err := c.writeFile(std, file, shown, changed)
	switch {
	case err != nil:
		return write.WithConflictHint(shown, err)
	case edited.After == edited.Before:
		message = entryName + " already exists (no change)"
	case c.Diff:
		return report.Diff(std.Raw(), shown, edited.Before, edited.After, edited.Exists)
	}
	_, err = fmt.Fprintf(std.Out, "%s: %s\n", shown, message)
	return err
}

func (c *initCommand) writeFile(std app.Streams, file, shown string, edit protocol.Edit) error {
	w := change.ForFile(workspace.Finder{Table: std.Table}, file, write.Changing(std, "init", c.Clock))
	if c.Diff {
		_, err := w.Preview(edit)
		return err
	}
	if err := write.RefuseBare(filepath.Dir(file), shown); err != nil {
		return err
	}
	made, err := w.Update(edit)
	pick.PrintFound(std.Err, shown, made.Found)
	return err
}
