package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"mdck/internal/hook"
	agentset "mdck/internal/hook/settings"
	"mdck/internal/tree"
	"mdck/mdcheckpoint/ohrfc"
)

// Levels of settings, in the order in which they are looked at.
const (
	projectLevel = "project"
	localLevel   = "local"
	userLevel    = "user"
)

// agentFiles says where the settings of each agent are. Sources: the references
// of Claude Code, Codex CLI and Gemini CLI.
var agentFiles = [...]struct {
	agent    hook.Agent
	title    string // as people call it
	dir      string // in a project and in the home
	file     string
	local    string // beside file, for one user of a project; "" if the agent has none
	variable string // names the directory of the user's settings, or else
	home     string // the directory that dir is in for the user
}{
	{agent: hook.Claude, title: "Claude Code", dir: ".claude", file: "settings.json", local: "settings.local.json", variable: "CLAUDE_CONFIG_DIR"},
	{agent: hook.Codex, title: "Codex CLI", dir: ".codex", file: "hooks.json", variable: "CODEX_HOME"},
	{agent: hook.Gemini, title: "Gemini CLI", dir: ".gemini", file: "settings.json", home: "GEMINI_CLI_HOME"},
}

// A settingsFile is where an agent has its settings, whether or not it is there.
type settingsFile struct {
	agent hook.Agent
	level string
	path  string // absolute
}

func (f *settingsFile) shown() string { return shownPath(f.path) }

// title is the agent as people call it.
func title(a hook.Agent) string {
	for _, f := range agentFiles {
		if f.agent == a {
			return f.title
		}
	}
	return string(a)
}

// errNoLevel says that an agent has no settings of that level.
var errNoLevel = errors.New("no settings of that level")

// settingsAt is the file of that agent and level.
func settingsAt(a hook.Agent, level string) (settingsFile, error) {
	for _, f := range agentFiles {
		if f.agent != a {
			continue
		}
		name := f.file
		dir, err := "", error(nil)
		switch level {
		case userLevel:
			dir, err = userDir(f.dir, f.variable, f.home)
		case localLevel:
			name = f.local
			fallthrough
		default:
			dir, err = projectDir(f.dir)
		}
		if name == "" {
			return settingsFile{}, errNoLevel
		}
		return settingsFile{a, level, filepath.Join(dir, name)}, err
	}
	return settingsFile{}, fmt.Errorf("unknown agent %q", a)
}

// userDir is the directory of the user's settings.
func userDir(dir, variable, home string) (string, error) {
	if set := os.Getenv(variable); variable != "" && set != "" {
		return filepath.Abs(set)
	}
	at := ""
	if home != "" {
		at = os.Getenv(home)
	}
	if at == "" {
		var err error
		if at, err = os.UserHomeDir(); err != nil {
			return "", fmt.Errorf("no home to find %s in: %w", dir, err)
		}
	}
	return filepath.Abs(filepath.Join(at, dir))
}

// errNoProject says that the current directory is in none.
var errNoProject = errors.New("no repository here")

// projectDir is dir at the root of the project that the current directory lies in.
func projectDir(dir string) (string, error) {
	cwd, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for _, sign := range []string{".git", ohrfc.Dir} {
		for d := cwd; ; d = filepath.Dir(d) {
			if _, err := os.Stat(filepath.Join(d, sign)); err == nil {
				return filepath.Join(d, dir), nil
			}
			if filepath.Dir(d) == d {
				break
			}
		}
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
	raw, err := fs.ReadFile(tree.Dir(filepath.Dir(f.path)), filepath.Base(f.path))
	if pe, ok := errors.AsType[*fs.PathError](err); ok {
		err = fmt.Errorf("%s: %w", f.shown(), pe.Err)
	}
	return string(raw), err == nil, err
}

// parse reads the file as settings; they are nil if there is no file.
func (f *settingsFile) parse() (*agentset.File, error) {
	text, ok, err := f.read()
	if err != nil || !ok {
		return nil, err
	}
	return agentset.Parse(f.shown(), text)
}

// allSettings are the files of an agent, each once: in a home that is a repository
// the user's file is the project's, too. Without a project there is the user's.
func allSettings(a hook.Agent) ([]settingsFile, error) {
	var all []settingsFile
	for _, level := range []string{projectLevel, localLevel, userLevel} {
		f, err := settingsAt(a, level)
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
