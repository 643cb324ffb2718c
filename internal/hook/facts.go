package hook

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"mdck/bootstrap"
	"mdck/internal/change"
	"mdck/internal/config"
	"mdck/internal/spelling"
	"mdck/internal/tree"
	"mdck/internal/workspace"
)

// limits of the search, because the repository may be a home directory
const (
	maxNames    = 1_000 // files and directories to examine
	maxRecovers = 8
)

type facts struct {
	checkpoints []checkpoint // result of [search.checkpoints]
	notes       []string     // about the search, one per line
	written     []writtenFile
	changed     string // what changed in the repository after the last edit, or ""
	prompt      string // continuation prompt of a session just saved, or ""
	readOnly    bool
}

type search struct {
	Options
	cwd    string // absolute directory of the event
	loader *config.Loader
	notes  []string
}

func (o Options) find(what task, in Input) *facts {
	s := &search{Options: o, cwd: o.place(in), loader: &config.Loader{Environ: os.Environ(), Table: o.Table}}
	f := &facts{readOnly: o.ReadOnly}
	if what == stop && s.Save != nil && !s.ReadOnly && s.cwd != "" {
		f.prompt = s.Save(s.cwd, s.config)
	}
	switch {
	case s.cwd == "" || what == stop && !s.BlockUnsaved && !s.records():
	case what == written:
		f.written = s.written(in)
	default:
		f.checkpoints = s.checkpoints()
	}
	if what != start && s.records() {
		f.changed = s.record(f.checkpoints, what == stop && s.BlockUnsaved && in.First && f.prompt == "")
	}
	f.notes = s.notes
	return f
}

// placeVariables name the directory of an agent. They are used if an event has none.
var placeVariables = [...]string{"CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"}

func (o Options) place(in Input) string {
	all := []string{in.Cwd}
	for _, name := range placeVariables {
		all = append(all, o.Getenv(name))
	}
	if own, err := o.Getwd(); err == nil {
		all = append(all, own)
	}
	for _, dir := range all {
		if info, err := os.Stat(dir); filepath.IsAbs(dir) && err == nil && info.IsDir() {
			return filepath.Clean(dir)
		}
	}
	return ""
}

// checkpoints returns the unfinished checkpoints of the repository, resumable ones first.
func (s *search) checkpoints() []checkpoint {
	finder := workspace.Finder{Table: s.Table}
	start := finder.Start(s.cwd)
	found, whole := finder.NearHere(s.cwd, maxNames)
	found = slices.DeleteFunc(workspace.EachFile(workspace.ByFolder(found)), func(t workspace.Target) bool { return t.Row().Glance == nil })
	if len(found) == 0 && !finder.IsStart(start) {
		return nil
	}
	ids := map[string]int{}
	for i := range found {
		ids[found[i].Protocol+" "+found[i].ID()]++
	}
	found = s.unignored(found, start)
	s.finish(found)
	var all []checkpoint
	for i := range found {
		t := &found[i]
		c := checkpoint{Target: t, tree: tree.Dir(t.Root), shown: s.shown(t), id: t.ID(), only: whole && len(found) == 1}
		if c.Progress = t.Row().Glance(c.tree, t.Target); c.Progress.Finished {
			continue
		}
		c.skill = func() (fs.FS, string) { return s.skill(t) }
		c.ambiguous = t.Folder != "" || ids[c.Target.Protocol+" "+c.id] > 1 || s.exists(c.id)
		all = append(all, c)
	}
	sort.SliceStable(all, func(i, j int) bool { return compare(all[i], all[j]) < 0 })
	if !whole && len(all) > 0 {
		s.note(fmt.Sprintf("the repository was not searched completely: a hook reads at most %d file names and %d workspaces", maxNames, workspace.MaxNear))
	}
	return all
}

func (s *search) exists(id string) bool {
	_, err := os.Lstat(filepath.Join(s.cwd, id))
	return err == nil
}

func (s *search) note(text string) {
	if line := "Note: " + text + "."; !slices.Contains(s.notes, line) && len(s.notes) < 3 {
		s.notes = append(s.notes, line)
	}
}

func (s *search) unignored(found []workspace.Target, start string) []workspace.Target {
	outer := s.config(start, start)
	return slices.DeleteFunc(found, func(t workspace.Target) bool {
		file := t.File(t.Main)
		return outer.Ignored(file) || s.config(t.Dir(), t.Root).Ignored(file)
	})
}

func (s *search) config(dir, top string) *config.Config {
	c, err := s.loader.For(dir, top)
	if err == nil {
		return c
	}
	first, _, _ := strings.Cut(err.Error(), "\n")
	s.note("the configuration is not valid, so the defaults are used: " + spelling.Quoted(first, 200))
	defaults := config.Loader{None: true, Table: s.Table}
	c, _ = defaults.For(dir, top) // the defaults cannot fail
	return c
}

// finish finishes interrupted writes, unless another process holds their lock.
func (s *search) finish(found []workspace.Target) {
	n := 0
	for i := 0; i < len(found) && !s.ReadOnly; i++ {
		done, err := change.Recover(&found[i], change.Options{Command: "hook", Wait: -1})
		if done.Recovered || done.Undone != nil || done.Aside != "" || err != nil {
			n++
		}
		why := done.Aside
		if foreign, ok := errors.AsType[*change.JournalError](err); ok {
			why = foreign.Error()
		} else if done.Undone != nil {
			why = done.Undone.Error()
		}
		if why != "" {
			s.note("mdck could not finish an interrupted write: " + spelling.Quoted(why, 300))
		}
		if n == maxRecovers {
			return
		}
	}
}

func (s *search) shown(t *workspace.Target) bootstrap.DisplayPath {
	return func(name string) string { return tree.Relative(s.cwd, t.File(name)) }
}

func (s *search) skill(t *workspace.Target) (fs.FS, string) {
	found, err := workspace.Skill(t.Protocol, s.config(t.Dir(), t.Root).SkillDir(), t.Root, s.cwd)
	if err != nil || found.Dir == "" {
		return nil, ""
	}
	return tree.Dir(found.Dir), found.Shown
}
