package hook

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/config"
	"mdck/internal/safefile"
	"mdck/internal/tree"
	"mdck/internal/workspace"
)

// The bounds of a search: a hook has no time, and a home directory may be a
// repository.
const (
	maxNames    = 20_000  // names of files and directories that are looked at
	maxFile     = 8 << 20 // bytes of a file that is read; rfc.md is hashed, and nothing else may be so large
	maxRecovers = 8       // interrupted writes that one event finishes
)

// A scout finds the facts for one event.
type scout struct {
	Options
	cwd    string // where the event comes from, an absolute path
	loader *config.Loader
	notes  []string
}

// facts are what the task needs to know.
func (o Options) facts(what task, in Input) *Facts {
	s := &scout{Options: o, cwd: o.place(in), loader: &config.Loader{Env: func(name string) (string, bool) {
		value := o.getenv(name)
		return value, value != ""
	}}}
	f := &Facts{}
	if what == stop && s.Save != nil && !s.ReadOnly && s.cwd != "" {
		f.Prompt = s.Save(s.cwd, s.config)
	}
	switch {
	case s.cwd == "" || what == stop && !s.BlockUnsaved:
	case what == written:
		f.Written = s.written(in)
	default:
		f.Rooms = s.rooms()
	}
	f.Notes = s.notes
	return f
}

// placeVariables say which directory an agent works in, where the event does not.
var placeVariables = [...]string{"CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"}

// place is the directory that the event comes from, an absolute path: what it
// says, else what the agent's variables say, else that of the process; "" if there
// is none of them.
func (o Options) place(in Input) string {
	all := []string{in.Cwd}
	for _, name := range placeVariables {
		all = append(all, o.getenv(name))
	}
	if own, err := o.getwd(); err == nil {
		all = append(all, own)
	}
	for _, dir := range all {
		if info, err := os.Stat(dir); filepath.IsAbs(dir) && err == nil && info.IsDir() {
			return filepath.Clean(dir)
		}
	}
	return ""
}

// rooms are the workspaces and sessions of the repository that the event comes from,
// without those that the configuration ignores.
func (s *scout) rooms() []Room {
	start := workspace.Start(s.cwd)
	found, whole := workspace.NearHere(s.cwd, maxNames)
	found = slices.DeleteFunc(found, func(t workspace.Target) bool { return t.Protocol != workspace.Ohrfc && t.Protocol != workspace.CCC })
	if len(found) == 0 && !workspace.IsStart(start) {
		return nil
	}
	ids := map[string]int{}
	for i := range found {
		ids[found[i].ID()]++
	}
	found = s.unignored(found, start)
	s.finish(found)
	var rooms []Room
	for i := range found {
		t := &found[i]
		rooms = append(rooms, Room{
			Protocol: t.Protocol, Tree: modest{tree.Dir(t.Root)}, Path: t.Main, State: t.State, Shown: s.shown(t), Skill: func() (fs.FS, string) { return s.skill(t) },
			Unnamed: ids[t.ID()] > 1 || s.taken(t.ID()), Only: whole && len(found) == 1,
		})
	}
	if !whole {
		s.note(fmt.Sprintf("not all of the repository was searched: a hook looks at %d names and %d workspaces at most", maxNames, workspace.MaxNear))
	}
	return rooms
}

// taken reports whether a command that runs where the event comes from would take
// id for the path of something there.
func (s *scout) taken(id string) bool {
	_, err := os.Lstat(filepath.Join(s.cwd, id))
	return err == nil
}

// note adds a line about what a reader has to know of the answer.
func (s *scout) note(text string) {
	if line := "Note: " + text + "."; !slices.Contains(s.notes, line) && len(s.notes) < 3 {
		s.notes = append(s.notes, line)
	}
}

// unignored are those of found that no configuration tells to ignore.
func (s *scout) unignored(found []workspace.Target, start string) []workspace.Target {
	outer := s.config(start, start)
	return slices.DeleteFunc(found, func(t workspace.Target) bool {
		file := t.File(t.Main)
		return outer.Ignored(file) || s.config(t.Dir(), t.Root).Ignored(file)
	})
}

// config is the configuration for files in dir. One that makes no sense is
// replaced by the defaults, and that is said.
func (s *scout) config(dir, top string) *config.Config {
	c, err := s.loader.For(dir, top)
	if err == nil {
		return c
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	s.note("the configuration cannot be used, so the defaults hold: " + quoted(first, 200))
	defaults := config.Loader{None: true}
	c, err = defaults.For(dir, top)
	if err != nil { // no file, no environment and no flags: it cannot be
		return &config.Config{}
	}
	return c
}

// finish finishes writes that were interrupted, as far as that can be done at once:
// who holds a lock is at work there, and a place that cannot be written stays as
// it is.
func (s *scout) finish(found []workspace.Target) {
	n := 0
	for i := 0; i < len(found) && !s.ReadOnly; i++ {
		store := found[i].RecoveryStore("mdck hook")
		store.Wait = -1
		if done, err := store.Recover(); done || err != nil {
			n++
			if foreign, ok := errors.AsType[*safefile.JournalError](err); ok {
				s.note("a write was not finished: " + quoted(foreign.Error(), 300))
			}
		}
		if n == maxRecovers {
			return
		}
	}
}

// shown gives paths of t relative to where the event comes from.
func (s *scout) shown(t *workspace.Target) bootstrap.Shown {
	return func(name string) string { return workspace.Relative(s.cwd, t.File(name), nil) }
}

// skill is the directory of the skill, as mdck bootstrap finds it.
func (s *scout) skill(t *workspace.Target) (fs.FS, string) {
	found, err := workspace.Skill(workspace.Ohrfc, s.config(t.Dir(), t.Root).SkillDir(), t.Root, s.cwd)
	if err != nil || found.Dir == "" {
		return nil, ""
	}
	return modest{tree.Dir(found.Dir)}, found.Shown
}

// errTooLarge is why a file is not read.
var errTooLarge = errors.New("is too large for a hook to read")

// modest is a tree that reads no large files.
type modest struct{ fs.FS }

// Stat asks the tree, which does not open what it is asked about.
func (m modest) Stat(name string) (fs.FileInfo, error) { return fs.Stat(m.FS, name) }

// Open opens what is no pipe, socket or device: those would be waited for.
func (m modest) Open(name string) (fs.File, error) {
	if info, err := m.Stat(name); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errNoFile}
	}
	return m.FS.Open(name)
}

// errNoFile is why something is not opened.
var errNoFile = errors.New("is no file")

// ReadFile reads a file of at most [maxFile] bytes.
func (m modest) ReadFile(name string) ([]byte, error) {
	info, err := m.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "read", Path: name, Err: errNoFile}
	}
	if err == nil && info.Size() > maxFile {
		err = &fs.PathError{Op: "read", Path: name, Err: errTooLarge}
	}
	if err != nil {
		return nil, err
	}
	return fs.ReadFile(m.FS, name)
}
