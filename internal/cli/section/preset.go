package section

import (
	"cmp"
	"errors"
	"fmt"
	"io"
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

// listPresets is the word that lists presets.
const listPresets = "presets"

// presetNamed returns the preset of that name; nil if there is none.
func presetNamed(table *protocol.Table, name string) *protocol.Preset {
	all := table.Presets()
	if i := slices.IndexFunc(all, func(p protocol.Preset) bool { return p.Name == name }); i >= 0 {
		return &all[i]
	}
	return nil
}

// presetPlace is where presets are added.
type presetPlace struct {
	table *protocol.Table
	own   *config.Loader
	file  string // absolute path of the configuration, whether or not it exists
}

// presetsHere returns the place for the current directory: the nearest configuration or, without one,
// the root of the repository.
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

// files returns the files here that belong to presets and not yet to a format, by preset.
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

// flags set all presets, and nothing else below their keys.
func (p *presetPlace) flags() []config.Flag {
	entries := map[string][]string{} // by key
	for _, preset := range p.table.Presets() {
		entries[preset.Key] = append(entries[preset.Key], fmt.Sprintf("%q: %s", preset.Name, preset.Entry()))
	}
	var flags []config.Flag
	for _, key := range slices.Sorted(maps.Keys(entries)) {
		flags = append(flags, config.Flag{Key: key, Name: "mdck init", Value: "{" + strings.Join(entries[key], ", ") + "}"})
	}
	return flags
}

// isFree reports whether p is the configuration of t, which does not describe t yet.
func (p *presetPlace) isFree(t *workspace.Target) bool {
	c, err := p.own.For(t.Dir(), filepath.Dir(p.file))
	if err != nil || cmp.Or(c.Path(), p.file) != p.file {
		return false
	}
	format, _ := c.Format(t.File(t.Main))
	return format == nil && !c.Ignored(t.File(t.Main))
}

// offerPresets lists the presets that have files here.
func offerPresets(std app.Streams) error {
	place, err := presetsHere(std.Table)
	if err != nil {
		return err
	}
	files, err := place.files()
	var b strings.Builder
	for _, p := range std.Table.Presets() {
		if all := files[p.Name]; len(all) > 0 {
			fmt.Fprintf(&b, "mdck init %s  %s (%s)\n", p.Name, shownFiles(all), limitsOf(&p))
		}
	}
	if b.Len() == 0 {
		return errors.Join(err, app.Hinted(errors.New("init: no protocol was given, and no file here has a preset"), "mdck init --help lists protocols and presets"))
	}
	_, failed := io.WriteString(std.Out, b.String())
	return errors.Join(err, failed)
}

// shownFiles names files for people.
func shownFiles(all []workspace.Target) string {
	var names []string
	for _, t := range all {
		names = append(names, t.File(t.Main))
	}
	return app.DisplayList(names, config.Shown)
}

// limitsOf are the budgets of a preset for people: "200 lines, 40000 characters".
func limitsOf(p *protocol.Preset) string {
	var all []string
	for _, f := range p.Fields {
		if !strings.HasPrefix(f[1], "[") {
			all = append(all, f[1]+" "+f[0])
		}
	}
	return strings.Join(all, ", ")
}

// addPreset adds a preset to the configuration.
func (c *initCommand) addPreset(std app.Streams, p *protocol.Preset) error {
	if c.ID != "" || c.Title+c.Strictness+c.Mode+c.Shape+c.Type != "" {
		return fmt.Errorf("init %s takes no id and no flags: it is a preset, to be changed in %s", p.Name, config.Name)
	}
	place, err := presetsHere(std.Table)
	if err != nil {
		return err
	}
	files, err := place.files()
	if err != nil {
		return err
	}
	changed, err := c.writePreset(std, place, p)
	if err != nil {
		return err
	}
	shown := report.Name(config.Shown(place.file))
	if !changed {
		_, err = fmt.Fprintf(std.Out, "%s: %s is already there (no change)\n", shown, p.Name)
		return err
	}
	text := fmt.Sprintf("%s: added %s (%s)", shown, p.Name, limitsOf(p))
	if all := files[p.Name]; len(all) > 0 {
		text += " for " + shownFiles(all)
	}
	_, err = fmt.Fprintln(std.Out, text+"; mdck lint checks them")
	return err
}

// writePreset writes the configuration with p, if it does not have it.
func (c *initCommand) writePreset(std app.Streams, place *presetPlace, p *protocol.Preset) (changed bool, err error) {
	name, shown := filepath.Base(place.file), config.Shown(place.file)
	options := write.Changing(std, "init", c.Clock)
	w := change.ForFile(workspace.Finder{Table: std.Table}, place.file, options)
	made, err := w.Update(func(read *protocol.Reader) (*protocol.Change, error) {
		text, exists, err := read.Text(name)
		if err != nil {
			return nil, err
		}
		after, err := config.AddPreset(text, p)
		if err != nil {
			return nil, app.Hinted(err, "nothing was written; add it by hand, below "+p.Key+": "+p.Name+": "+p.Entry())
		}
		if changed = after != text; !changed {
			return &protocol.Change{}, nil
		}
		return &protocol.Change{Files: []protocol.File{{Name: name, Before: text, After: after, Exists: exists}}}, nil
	})
	pick.PrintFound(std, report.Name(shown), made.Found)
	if err != nil {
		return false, write.WithConflictHint(shown, err)
	}
	return changed, nil
}
