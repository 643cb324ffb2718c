package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"sync"

	"mdck/internal/tree"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/yamldoc"
)

// EnvFile is the variable that names a file to go by.
const EnvFile = "MDCK_CONFIG"

// A Loader finds and reads configurations. It remembers what it found, and is
// safe for concurrent use; it must not be copied or changed after its first use.
type Loader struct {
	File    string          // read this file and no other; "" looks for the nearest
	None    bool            // read no file
	Environ []string        // [os.Environ]; nil is no environment
	Flags   []Flag          // what the command line sets, later ones win
	Table   *protocol.Table // the protocols that can be configured; nil is those of mdck

	mutex   sync.Mutex
	places  map[string]place                   // by directory
	configs map[string]func() (*Config, error) // by path of the file
	once    sync.Once
	over    overlay // of environment and flags
	fault   error
	made    *keySet // by keys, if there is a Table
}

// keys returns the keys of a configuration.
func (l *Loader) keys() *keySet {
	if l.Table == nil {
		return ownKeys()
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.made == nil {
		l.made = newKeySet(l.Table)
	}
	return l.made
}

// A place is what is nearest to a directory: a configuration file and the root
// of a repository, each in the directory itself or above it, and the file not
// above the root; "" if there is none.
type place struct{ file, root string }

// For gives the configuration for files in dir, an absolute path: that of the
// nearest [Name] in dir or above it, up to the root of the repository, the
// nearest directory with .git, and never above it. Outside of any repository
// only up to top, an absolute path, dir itself or above it.
//
// The error tells all that is wrong, with the place: faults of a file are
// [*source.Error] values.
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

// named is the file that the user named, and the variable that did it.
func (l *Loader) named() (file, by string) {
	if file = l.getenv(EnvFile); l.None || l.File != "" || file == "" {
		return l.File, ""
	}
	return file, EnvFile
}

// find gives the absolute path of the file for dir; "" if there is none.
func (l *Loader) find(dir, top string) (string, error) {
	if l.None {
		return "", nil
	}
	if file, _ := l.named(); file != "" {
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

// place asks the disk once for each directory.
func (l *Loader) place(dir string) place {
	if p, ok := l.places[dir]; ok {
		return p
	}
	var p place
	if there(filepath.Join(dir, ".git")) {
		p.root = dir
	} else if above := filepath.Dir(dir); above != dir {
		p = l.place(above)
	}
	if file := filepath.Join(dir, Name); there(file) {
		p.file = file
	}
	if l.places == nil {
		l.places = map[string]place{}
	}
	l.places[dir] = p
	return p
}

// there reports whether anything has that name, a link to nothing included.
func there(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

// load reads the file, if there is one, and lays environment and flags over it.
func (l *Loader) load(file string) (*Config, error) {
	l.once.Do(func() { l.over, l.fault = l.overlay() })
	set := overlay{}
	var fault error
	if file != "" {
		set, fault = l.read(file)
	}
	if err := errors.Join(fault, l.fault); err != nil {
		return nil, err
	}
	maps.Copy(set, l.over)
	c := l.resolve(file, set)
	if file != "" {
		c.shown = l.shown(file)
	}
	return c, nil
}

// shown is the path of the file as the user wrote it, or relative to the current
// directory.
func (l *Loader) shown(file string) string {
	if name, _ := l.named(); name != "" {
		return filepath.ToSlash(name)
	}
	return Shown(file)
}

// read gives what the file sets.
func (l *Loader) read(file string) (overlay, error) {
	shown := l.shown(file)
	text, err := contents(file)
	if err != nil {
		err = fmt.Errorf("%s: %w", shown, err)
		if _, by := l.named(); by == EnvFile {
			err = fmt.Errorf("%s: %w", by, err)
		}
		return nil, err
	}
	doc, err := yamldoc.Parse(shown, text)
	if err != nil {
		return nil, err
	}
	keys := l.keys()
	var faults []error
	for _, p := range keys.check(doc) {
		faults = append(faults, doc.File.Errorf(p.Span.Start, "%s%s", p.Message, nearestEncoding(p, doc)))
	}
	if faults != nil {
		return nil, errors.Join(faults...)
	}
	return keys.ofFile(doc, filepath.Dir(file)), nil
}

// contents reads a regular file or a link to one; of a file that is too large, as
// much as shows that it is.
func contents(file string) (string, error) {
	info, err := os.Stat(file)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("not a regular file")
	}
	if err != nil {
		return "", cause(err)
	}
	f, err := os.Open(file)
	if err != nil {
		return "", cause(err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, yamldoc.MaxSize+1))
	return string(text), cause(err)
}

// cause is err without the path, which messages begin with.
func cause(err error) error {
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		return pe.Err
	}
	return err
}

// Shown is a path as the user is shown it: relative to the current directory,
// with slashes.
func Shown(file string) string {
	if cwd, err := os.Getwd(); err == nil {
		if rel, err := filepath.Rel(cwd, file); err == nil {
			file = rel
		}
	}
	return filepath.ToSlash(file)
}
