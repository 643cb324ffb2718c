package cli

import (
	"cmp"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"mdck/internal/config"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/tokens"
)

// configFlags say which configuration a command goes by.
type configFlags struct {
	Config   string          `xor:"config" help:"Go by this configuration, not by the nearest .mdck.yaml." placeholder:"FILE"`
	NoConfig bool            `xor:"config" help:"Go by no configuration file."`
	Set      []string        `sep:"none" help:"Set a key of the configuration for this run; may be given again." placeholder:"KEY=VALUE"`
	loader   *config.Loader  `kong:"-"`
	table    *protocol.Table `kong:"-"`
	talk     io.Writer       `kong:"-"` // finished writes are reported to it; nil finishes none
}

// settingFlags are the flags of commands that count tokens, too.
type settingFlags struct {
	configFlags
	Encoding string                    `help:"Encoding that tokens are counted in (default: o200k_base)." placeholder:"NAME"`
	counters map[string]tokens.Counter `kong:"-"` // by encoding
}

func (f *configFlags) use(std Streams) { f.table, f.talk = std.Table, std.Err }

func (f *configFlags) load(own ...config.Flag) error {
	loader := &config.Loader{File: f.Config, None: f.NoConfig, Environ: os.Environ(), Table: f.table}
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
	f.loader = loader
	return nil
}

// load adds --encoding, and flags of the command.
func (f *settingFlags) load(own ...config.Flag) error {
	return f.configFlags.load(append(own, config.Flag{Key: "encoding", Value: f.Encoding, Name: "--encoding"})...)
}

// configFor loads the configuration for t.
func (f *configFlags) configFor(t *workspace.Target) (*config.Config, error) {
	return f.loader.For(t.Dir(), t.Root)
}

// isIncluded reports whether the configuration does not ignore t.
func (f *configFlags) isIncluded(t *workspace.Target) (bool, error) {
	c, err := f.configFor(t)
	return err == nil && !c.Ignored(t.File(t.Main)), err
}

// settings are what a run goes by for one checkpoint.
type settings struct {
	*config.Config
	counter tokens.Counter
	table   *protocol.Table
}

// settingsFor loads the settings for t.
func (f *settingFlags) settingsFor(t *workspace.Target) (*settings, error) {
	return f.settingsOf(f.configFor(t))
}

// settingsOf returns c with the counter that it names, the same for the same encoding: a
// counter remembers what it counted. It is not for concurrent use; the settings of all
// targets are made before the work on them begins.
func (f *settingFlags) settingsOf(c *config.Config, err error) (*settings, error) {
	if err != nil {
		return nil, err
	}
	name := c.Encoding()
	if f.counters[name] == nil {
		counter, err := tokens.New(name)
		if err != nil {
			return nil, err
		}
		if f.counters == nil {
			f.counters = map[string]tokens.Counter{}
		}
		f.counters[name] = counter
	}
	return &settings{c, f.counters[name], f.table}, nil
}

// settingsForAll loads the settings of all targets; an error of a configuration is returned
// once.
func (f *settingFlags) settingsForAll(found []workspace.Target) ([]*settings, error) {
	all := make([]*settings, len(found))
	var faults []error
	for i := range found {
		s, err := f.settingsFor(&found[i])
		if err != nil {
			faults = appendDistinct(faults, err)
		}
		all[i] = s
	}
	return all, errors.Join(faults...)
}

// input is what lint is to know of t in files, besides what git and the ledger
// say of it.
func (s *settings) input(files fs.FS, t *workspace.Target) lint.Input {
	return workspace.Input(s.Config, s.counter, files, t)
}

// blockingBudgets returns the budgets of a text of a protocol that a write may not break:
// those whose rule is an error.
func (s *settings) blockingBudgets(name string, text protocol.Budgeted) []schema.Budget {
	binds := map[string]bool{}
	return slices.DeleteFunc(text.Budgets(s.Limits(name), s.counter.Count), func(b schema.Budget) bool {
		if _, known := binds[b.Kind]; !known {
			binds[b.Kind] = s.severity(cmp.Or(b.Rule, b.Kind)) == lint.Error
		}
		return !binds[b.Kind]
	})
}

// severity is that of the rule with this id; 0 if it is not asked.
func (s *settings) severity(id string) lint.Severity {
	if s.Off()[id] {
		return 0
	}
	if level, ok := s.Levels()[id]; ok {
		return level
	}
	rule, _ := s.table.Rules().Find(id)
	return rule.Severity
}

// A configPlace is a directory that a configuration is looked for from, and where to
// stop outside of any repository.
type configPlace struct{ dir, top string }

// findConfigPlace returns the place for a path, the current directory if it is empty.
func (f *configFlags) findConfigPlace(path string) (configPlace, error) {
	dir, err := filepath.Abs(path)
	if err != nil {
		return configPlace{}, err
	}
	if path != "" {
		info, err := os.Stat(path)
		if err != nil {
			return configPlace{}, err
		}
		if !info.IsDir() {
			dir = filepath.Dir(dir)
		}
	}
	finder := f.plainFinder()
	top := finder.Start(dir)
	if finder.IsWorkspace(top) {
		top = filepath.Dir(filepath.Dir(top)) // what holds it
	}
	return configPlace{dir, top}, nil
}
