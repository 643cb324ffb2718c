package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"mdck/internal/hook"
	agentset "mdck/internal/hook/settings"
	"mdck/internal/tree"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/source"
)

// Levels of settings, in the order in which they are looked at.
const (
	projectLevel = "project"
	localLevel   = "local"
	userLevel    = "user"
)

// A settingsFile is where an agent has its settings, whether or not it is there.
type settingsFile struct {
	agent hook.Agent
	level string
	path  string // absolute
}

func (f *settingsFile) displayPath() string { return displayPath(f.path) }

// inDiff is the file as a unified diff names it: as it is shown, but where that
// would lead out of the current directory, which patch and git apply refuse,
// relative to the root of the project, or to what the user's directory of settings
// lies in.
func (f *settingsFile) inDiff() string {
	if shown := f.displayPath(); !filepath.IsAbs(filepath.FromSlash(shown)) {
		return shown
	}
	dir := filepath.Dir(f.path)
	return path.Join(filepath.Base(dir), filepath.Base(f.path))
}

// errNoLevel says that an agent has no settings of that level.
var errNoLevel = errors.New("no settings of that level")

// settingsAt is the file of that agent and level.
func (s Streams) settingsAt(a hook.Agent, level string) (settingsFile, error) {
	row := agentset.Of(a)
	name, find := row.File, s.projectDir
	switch level {
	case localLevel:
		if name = row.Local; name == "" {
			return settingsFile{}, errNoLevel
		}
	case userLevel:
		find = userDir
	}
	dir, err := find(&row)
	return settingsFile{a, level, filepath.Join(dir, name)}, err
}

// userDir is the directory of the user's settings.
func userDir(row *agentset.Agent) (string, error) {
	if set := os.Getenv(row.Variable); set != "" {
		return filepath.Abs(set)
	}
	if set := os.Getenv(row.Home); set != "" {
		return filepath.Abs(filepath.Join(set, row.Dir))
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("no home to find %s in: %w", row.Dir, err)
	}
	return filepath.Abs(filepath.Join(home, row.Dir))
}

// errNoProject says that the current directory is in none.
var errNoProject = errors.New("no repository here")

// projectDir is the directory of the settings of the project that the current directory is in.
func (s Streams) projectDir(row *agentset.Agent) (string, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return "", err
	}
	if root, ok := s.finder().Project(cwd); ok {
		return filepath.Join(root, row.Dir), nil
	}
	return "", hinted(fmt.Errorf("%w: want .git or %s in %s or above it", errNoProject, ohrfc.Dir, filepath.ToSlash(cwd)),
		"--user is for the settings that hold in every project")
}

// read gives the text of the file; ok is false if there is none. A pipe or a
// device is an error and is not waited for.
func (f *settingsFile) read() (text string, ok bool, err error) {
	if _, err := os.Lstat(f.path); errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	text, err = source.ReadFile(tree.Dir(filepath.Dir(f.path)), filepath.Base(f.path))
	if to, fault := os.Readlink(f.path); fault == nil && errors.Is(err, fs.ErrNotExist) {
		return "", false, hinted(fmt.Errorf("%s is a link to %q, which is not there", f.displayPath(), to), "nothing was written; make the file that the link leads to, or take the link away")
	}
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		err = fmt.Errorf("%s: %w", f.displayPath(), pe.Err)
	}
	return text, err == nil, err
}

// parse reads the file as settings; they are nil if there is no file.
func (f *settingsFile) parse() (*agentset.File, error) {
	text, ok, err := f.read()
	if err != nil || !ok {
		return nil, err
	}
	return agentset.Parse(f.agent, f.displayPath(), text)
}

// allSettings are the files of an agent, each once: in a home that is a repository
// the user's file is the project's, too. Without a project there is the user's.
func (s Streams) allSettings(a hook.Agent) ([]settingsFile, error) {
	var all []settingsFile
	for _, level := range []string{projectLevel, localLevel, userLevel} {
		f, err := s.settingsAt(a, level)
		if errors.Is(err, errNoLevel) || errors.Is(err, errNoProject) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if len(all) == 0 || all[0].path != f.path {
			all = append(all, f)
		}
	}
	return all, nil
}
