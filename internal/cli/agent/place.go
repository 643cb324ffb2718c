package agent

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/gitrepo"
	"mdck/internal/hook"
	"mdck/internal/hook/doctor"
	agentset "mdck/internal/hook/settings"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/source"
)

type settingsFile struct {
	doctor.File        // Load sets Settings, Values and Err
	path        string // absolute
}

// inDiff returns the path for a diff, without "..", which patch and git apply refuse.
func (f *settingsFile) inDiff() string {
	if !filepath.IsAbs(filepath.FromSlash(f.Path)) {
		return f.Path
	}
	dir := filepath.Dir(f.path)
	return path.Join(filepath.Base(dir), filepath.Base(f.path))
}

func settingsAt(s app.Streams, a hook.Agent, level string) (settingsFile, error) {
	all, err := settingsOf(s, a)
	i := slices.IndexFunc(all, func(f settingsFile) bool { return f.Level == level })
	row := agentset.Of(a)
	switch {
	case err != nil:
	case i >= 0:
		return all[i], nil
	case level == agentset.User:
		_, err = userDir(&row)
	case level == agentset.Local && a != hook.Claude:
		err = fmt.Errorf("--local works only for claude; %s has no local settings", a)
	default:
		cwd, _ := os.Getwd()
		err = app.Errorf("--user selects your user settings, which apply to all projects", "no repository found: expected %s in %s or above it", app.Alternatives(projectMarks(s)), filepath.ToSlash(cwd))
	}
	return settingsFile{}, err
}

// Found returns the agents that have settings here but no hooks of mdck.
func Found(s app.Streams) (names []string) {
	for _, name := range []hook.Agent{hook.Claude, hook.Codex, hook.Gemini} {
		all, err := settingsOf(s, name)
		known, hooked := false, err != nil
		for _, f := range all {
			f.Load()
			known = known || f.Reach != "" && app.IsDir(filepath.Dir(f.path))
			hooked = hooked || f.Settings.HasOurs()
		}
		if _, err := settingsAt(s, name, agentset.Project); known && !hooked && err == nil {
			names = append(names, string(name))
		}
	}
	return names
}

func projectMarks(s app.Streams) []string {
	marks := []string{".git"}
	for _, p := range s.Table.All() {
		if p.Home != "" {
			marks = append(marks, p.Home)
		}
	}
	return marks
}

type session struct {
	agentset.Agent
	cwd       string
	root      string // root of the project, or ""
	top, main string // roots of the git work tree and the main one, or ""
	shared    bool   // the local settings are in the main work tree
}

func settingsOf(s app.Streams, a hook.Agent) ([]settingsFile, error) {
	cwd, err := os.Getwd()
	home, _ := os.UserHomeDir()
	at := session{Agent: agentset.Of(a), cwd: cwd, top: workspace.Repository(cwd)}
	at.root, _ = workspace.Finder{Table: s.Table}.Project(cwd)
	at.main = gitrepo.Main(at.top)
	at.shared = at.top != "" && at.main != home && runtime.GOOS != "windows"
	var all []settingsFile
	for _, p := range at.Places {
		for i, dir := range at.dirs(p.Level) {
			f := at.file(&p, dir)
			same := slices.IndexFunc(all, func(other settingsFile) bool { return other.path == f.path })
			switch {
			case same >= 0 && f.Read:
				all[same].Read, all[same].Reach = true, f.Reach
			case same < 0 && dir != "" && (i == 0 || f.Read && app.Exists(f.path)):
				all = append(all, f)
			}
		}
	}
	return all, err
}

// dirs returns the directories for settings of a level. An install writes to the first.
func (at *session) dirs(level string) []string {
	switch level {
	case agentset.User, agentset.Trust:
		dir, _ := userDir(&at.Agent)
		return []string{dir}
	case agentset.Managed, agentset.Default:
		return []string{cmp.Or(at.System[runtime.GOOS], at.System["linux"])}
	case agentset.Local:
		if at.shared {
			return []string{at.main}
		}
		return []string{at.root}
	}
	all := []string{at.root, at.cwd}
	for dir := at.cwd; at.top != "" && dir != at.top; all = append(all, dir) {
		dir = filepath.Dir(dir)
	}
	return all
}

func (at *session) file(p *agentset.Place, dir string) settingsFile {
	f := settingsFile{File: doctor.File{Agent: at.Name, Level: p.Level, Read: dir == at.cwd, Dirs: []string{tree.RealPath(at.cwd)}}}
	base, inside := dir, at.Dir
	switch {
	case p.Level == agentset.Local:
		f.Read = f.Read || at.shared
	case p.Level != agentset.Project:
		inside, f.Read = "", true
		if at.Below {
			f.Dirs = nil
		}
	case p.Reach == "":
		f.Read = true
	case at.Below && at.top != "":
		base = at.main + strings.TrimPrefix(dir, at.top)
		f.Read = base == dir || app.IsDir(filepath.Join(dir, at.Dir))
		f.Dirs = []string{tree.RealPath(dir), tree.RealPath(at.top), tree.RealPath(at.main)}
	}
	f.path = cmp.Or(os.Getenv(p.Variable), filepath.Join(base, inside, p.File))
	f.Path, f.Name = app.DisplayPath(f.path), tree.RealPath(f.path)
	shown := app.DisplayPath(base)
	if shown == "." {
		shown = "this directory"
	}
	f.Reach = strings.ReplaceAll(p.Reach, "%s", shown)
	return f
}

func userDir(row *agentset.Agent) (string, error) {
	if set := os.Getenv(row.Variable); set != "" {
		return filepath.Abs(set)
	}
	if set := os.Getenv(row.Home); set != "" {
		return filepath.Abs(filepath.Join(set, row.Dir))
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", fmt.Errorf("cannot find the home directory for %s: %w", row.Dir, err)
	}
	return filepath.Abs(filepath.Join(home, row.Dir))
}

func (f *settingsFile) text() (text string, ok bool, err error) {
	if _, err := os.Lstat(f.path); errors.Is(err, fs.ErrNotExist) {
		return "", false, nil
	}
	text, err = source.ReadFile(tree.Dir(filepath.Dir(f.path)), filepath.Base(f.path))
	if to, fault := os.Readlink(f.path); fault == nil && errors.Is(err, fs.ErrNotExist) {
		return "", false, app.Errorf("nothing was written; create the target of the link, or remove the link", "%s is a link to %q, which does not exist", f.Path, to)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", f.Path, tree.Cause(err))
	}
	return text, err == nil, err
}

func (f *settingsFile) Load() {
	text, ok, err := f.text()
	if f.Err = err; !ok {
		return
	}
	if filepath.Ext(f.path) == ".toml" {
		f.Values = agentset.TOML(text)
		return
	}
	settings, err := agentset.Parse(f.Agent, f.Path, text)
	switch f.Err = err; {
	case err != nil:
	case f.Level == agentset.Trust:
		f.Values = settings.Trusted(f.Dirs[0])
	case f.Reach == "":
		f.Values = settings.Values
	default:
		f.Settings, f.Values = settings, settings.Values
	}
}
