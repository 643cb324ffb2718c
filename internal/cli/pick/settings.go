package pick

import (
	"errors"
	"io"
	"os"
	"path/filepath"

	"mdck/internal/cli/app"
	"mdck/internal/config"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

// ConfigFlags are the flags that select the configuration.
type ConfigFlags struct {
	Config   string   `xor:"config" help:"Use this configuration, not the nearest .mdck.yaml." placeholder:"FILE"`
	NoConfig bool     `xor:"config" help:"Use no configuration file."`
	Set      []string `sep:"none" help:"Set a key of the configuration for this run; repeatable." placeholder:"KEY=VALUE"`
	Pick     Picker   `kong:"-"` // not embedded, because commands would get its methods
}

// A Picker finds checkpoints and their configurations.
type Picker struct {
	Loader *config.Loader // nil before Load
	Table  *protocol.Table
	talk   io.Writer // for reports; nil means that interrupted writes are not finished
}

// SettingFlags are for commands that also count tokens.
type SettingFlags struct {
	ConfigFlags
	Encoding string `help:"Encoding for counting tokens (default: o200k_base)." placeholder:"NAME"`
}

//go:noinline
func (f *ConfigFlags) Use(std app.Streams) { f.Pick.Table, f.Pick.talk = std.Table, std.Err }

//go:noinline
func (f *ConfigFlags) Load(own ...config.Flag) error {
	loader := &config.Loader{File: f.Config, None: f.NoConfig, Environ: os.Environ(), Table: f.Pick.Table}
	for _, arg := range f.Set {
		flag, err := config.Set(arg)
		if err != nil {
			return err
		}
		loader.Flags = append(loader.Flags, flag)
	}
	for _, flag := range own {
		if flag.Value != "" {
			loader.Flags = append(loader.Flags, flag)
		}
	}
	f.Pick.Loader = loader
	return nil
}

// Load loads the configuration with --encoding and the flags in own.
//
//go:noinline
func (f *SettingFlags) Load(own ...config.Flag) error {
	return f.ConfigFlags.Load(append(own, config.Flag{Key: "encoding", Value: f.Encoding, Name: "--encoding"})...)
}

// ConfigFor loads the configuration for t.
func (f *Picker) ConfigFor(t *workspace.Target) (*config.Config, error) {
	return f.Loader.For(t.Dir(), t.Root)
}

// IsIncluded reports whether the configuration does not ignore t.
func (f *Picker) IsIncluded(t *workspace.Target) (bool, error) {
	c, err := f.ConfigFor(t)
	return err == nil && !c.Ignored(t.File(t.Main)), err
}

// SettingsFor loads the settings for t.
func (f *Picker) SettingsFor(t *workspace.Target) (*workspace.Settings, error) {
	return t.Settings(f.Loader)
}

// SettingsForAll loads the settings of all targets. Equal errors occur once.
func (f *Picker) SettingsForAll(found []workspace.Target) ([]*workspace.Settings, error) {
	all := make([]*workspace.Settings, len(found))
	var faults []error
	for i := range found {
		s, err := found[i].Settings(f.Loader)
		if err != nil {
			faults = app.AppendDistinct(faults, err)
		}
		all[i] = s
	}
	return all, errors.Join(faults...)
}

// ConfigAt loads the configuration for a path; "" is the current directory.
func (f *Picker) ConfigAt(path string) (*config.Config, error) {
	dir, top, err := f.ConfigPlace(path)
	if err != nil {
		return nil, err
	}
	return f.Loader.For(dir, top)
}

// SettingsAt loads the settings for a path; "" is the current directory.
func (f *Picker) SettingsAt(path string) (*workspace.Settings, error) {
	c, err := f.ConfigAt(path)
	if err != nil {
		return nil, err
	}
	return workspace.NewSettings(c), nil
}

// ConfigPlace returns where the search for the configuration of path starts and ends.
func (f *Picker) ConfigPlace(path string) (dir, top string, err error) {
	dir, err = filepath.Abs(path)
	if !app.IsDir(dir) {
		dir = filepath.Dir(dir)
	}
	finder := f.PlainFinder()
	start := finder.Start(dir)
	if finder.IsWorkspace(start) {
		start = filepath.Dir(filepath.Dir(start)) // the directory above all workspaces
	}
	if top = workspace.Top(filepath.Join(dir, "x")); len(start) < len(top) {
		top = start
	}
	return dir, top, err
}
