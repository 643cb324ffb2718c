package config

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"sync"

	"mdck/internal/tree"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/yamldoc"
)

// EnvFile is the environment variable that names a configuration file.
const EnvFile = "MDCK_CONFIG"

// A Loader finds, loads and caches configurations. It is safe for concurrent use. Do not copy or
// change it after its first use.
type Loader struct {
	File    string          // read only this file; "" searches
	None    bool            // read no file
	Environ []string        // as in [os.Environ]; nil means an empty environment
	Flags   []Flag          // later ones override earlier ones
	Base    string          // absolute directory of paths in Environ and Flags; "" is the current one
	Table   *protocol.Table // the protocols that can be configured

	mutex   sync.Mutex
	places  map[string]place                   // by directory
	configs map[string]func() (*Config, error) // by file
	once    sync.Once
	above   overlay // from environment and flags, above the file
	err     error
	keyOnce sync.Once
	keySet  *keySet
}

func (l *Loader) keys() *keySet {
	l.keyOnce.Do(func() { l.keySet = newKeySet(l.Table) })
	return l.keySet
}

// A place has the configuration file for a directory, or "", and the root of its repository.
type place struct{ file, root string }

// For returns the configuration for files in dir, an absolute path: the nearest [Name] between dir
// and the root of the repository. Outside a repository, the search ends at top. The error joins all
// problems. Problems in a file are [*source.Error] values.
func (l *Loader) For(dir, top string) (*Config, error) {
	file, err := l.find(dir, top)
	if err != nil {
		return nil, err
	}
	l.mutex.Lock()
	load := l.configs[file]
	if load == nil {
		if l.configs == nil {
			l.configs = map[string]func() (*Config, error){}
		}
		load = sync.OnceValues(func() (*Config, error) { return l.load(file) })
		l.configs[file] = load
	}
	l.mutex.Unlock()
	return load()
}

// namedFile returns the file that the user named, and the variable that names it.
func (l *Loader) namedFile() (file, by string) {
	if file = l.getenv(EnvFile); l.None || l.File != "" || file == "" {
		return l.File, ""
	}
	return file, EnvFile
}

func (l *Loader) find(dir, top string) (string, error) {
	if l.None {
		return "", nil
	}
	if file, _ := l.namedFile(); file != "" {
		return filepath.Abs(file)
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	p := l.place(filepath.Clean(dir))
	if _, ok := tree.Within(top, filepath.Dir(p.file)); p.root == "" && !ok {
		return "", nil
	}
	return p.file, nil
}

func (l *Loader) place(dir string) place {
	if p, ok := l.places[dir]; ok {
		return p
	}
	var p place
	if exists(filepath.Join(dir, ".git")) {
		p.root = dir
	} else if above := filepath.Dir(dir); above != dir {
		p = l.place(above)
	}
	if file := filepath.Join(dir, Name); exists(file) {
		p.file = file
	}
	if l.places == nil {
		l.places = map[string]place{}
	}
	l.places[dir] = p
	return p
}

// exists reports whether name exists, maybe as a broken link.
func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

func (l *Loader) load(file string) (*Config, error) {
	l.once.Do(func() { l.above, l.err = l.overlay() })
	set := overlay{}
	var err error
	if file != "" {
		set, err = l.read(file)
	}
	if err := errors.Join(err, l.err); err != nil {
		return nil, err
	}
	maps.Copy(set, l.above)
	c := l.resolve(file, set)
	if file != "" {
		c.shown = l.shown(file)
	}
	return c, nil
}

// shown returns the path of file as the user named it, otherwise its [DisplayPath].
func (l *Loader) shown(file string) string {
	if name, _ := l.namedFile(); name != "" {
		return filepath.ToSlash(name)
	}
	return DisplayPath(file)
}

func (l *Loader) read(file string) (overlay, error) {
	shown := l.shown(file)
	text, err := contents(file)
	if err != nil {
		err = fmt.Errorf("%s: %w", shown, err)
		if _, by := l.namedFile(); by == EnvFile {
			err = fmt.Errorf("%s: %w", by, err)
		}
		return nil, err
	}
	doc, err := yamldoc.Parse(shown, text)
	if err != nil {
		return nil, err
	}
	keys := l.keys()
	var errs []error
	for _, p := range keys.check(doc) {
		errs = append(errs, doc.File.Errorf(p.Span.Start, "%s", p.Message))
	}
	if errs != nil {
		return nil, errors.Join(errs...)
	}
	return keys.fromFile(doc, filepath.Dir(file)), nil
}

// contents reads a file. Errors omit the path, because messages begin with it.
func contents(file string) (string, error) {
	text, err := source.ReadRegular(tree.Dir(filepath.Dir(file)), filepath.Base(file))
	return text, tree.Cause(err)
}

// DisplayPath formats a path for messages: with slashes, relative to the current directory.
func DisplayPath(file string) string {
	cwd, _ := os.Getwd()
	return tree.Relative(cwd, file)
}
