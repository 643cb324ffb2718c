package ccc

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/internal/protocols/ccc/prose"
	"mdck/mdcheckpoint/ccc/engine"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

// A Session is the progress file and the state of a project. Missing and unreadable files are nil.
type Session struct {
	Tree         fs.FS
	ProgressPath string
	StatePath    string
	Progress     *Progress          // may be nil
	State        *engine.State      // may be nil
	Preferences  engine.Preferences // from the root of Tree
	Composed     bool               // mdck composed the prompt; set only by an [Edit]

	Files  map[string]*source.File // existing files by their paths, including those that could not be parsed
	Faults map[string]error        // errors of existing files that could not be used, by path
}

// Read reads a session from tree. A statePath of "" means [StateFile] next to the progress file.
func Read(tree fs.FS, progressPath, statePath string) *Session {
	s := readWithoutProgress(tree, progressPath, statePath)
	s.Progress = source.Load(tree, progressPath, s.Files, s.Faults, ParseProgress)
	for _, name := range []string{progressPath, s.StatePath} {
		if s.has(name) {
			continue
		}
		if info, err := fs.Lstat(tree, name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			s.Faults[name] = &fs.PathError{Op: "open", Path: name, Err: errNowhere}
		}
	}
	return s
}

func readWithoutProgress(tree fs.FS, progressPath, statePath string) *Session {
	if statePath == "" {
		statePath = path.Join(path.Dir(progressPath), StateFile)
	}
	s := &Session{
		Tree: tree, ProgressPath: progressPath, StatePath: statePath,
		Files: map[string]*source.File{}, Faults: map[string]error{},
	}
	s.State = source.Load(tree, statePath, s.Files, s.Faults, engine.Parse)
	s.Preferences = engine.ReadPreferences(tree, engine.PreferencesFile)
	return s
}

var errNowhere = errors.New("the symbolic link has no target")

func (s *Session) has(name string) bool {
	_, there := s.Files[name]
	_, faulty := s.Faults[name]
	return there || faulty
}

func (s *Session) hasKeyFile(name string) bool {
	const most = 16 // paths to try, each without one more leading directory
	name = strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "@")
	name, absolute := strings.CutPrefix(path.Clean(name), "/")
	for range most {
		info, err := claim.Stat(s.Tree, name)
		if err == nil && info != nil && !info.IsDir() && !s.isOwnFile(name) {
			return true
		}
		_, below, more := strings.Cut(name, "/")
		if name = below; !more || !absolute {
			break
		}
	}
	return false
}

// isFile reports whether a word after "Key files:" is a file name.
func (s *Session) isFile(word string) bool {
	if info, err := claim.Stat(s.Tree, word); err == nil {
		return info != nil
	}
	top, _, below := strings.Cut(word, "/")
	info, err := claim.Stat(s.Tree, top)
	return below && err == nil && info.IsDir()
}

// Existing returns the files in names that exist, except files of the session.
func (s *Session) Existing(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		_, err := fs.Stat(s.Tree, name)
		return err != nil || s.isOwnFile(name)
	})
}

func (s *Session) isOwnFile(name string) bool {
	return name == s.ProgressPath || name == s.StatePath || isOwnFile(name)
}

func isOwnFile(name string) bool {
	return strings.HasPrefix(path.Base(name), ".ccc-") || strings.HasPrefix(name, ".mdck/")
}

// refusal returns why a session must not continue without a person, or "". Source: engine (go
// command).
func (s *Session) refusal() string {
	err := s.Faults[s.StatePath]
	if s.State != nil {
		err = s.State.Doc.CheckObject()
	}
	if err != nil {
		return fmt.Sprintf("%s cannot be read: %v", path.Base(s.StatePath), err)
	}
	if gate := s.State.Gate(); gate != 0 {
		return fmt.Sprintf("a person must first pass gate %d", gate)
	}
	if phase := s.State.Phase(); phase != engine.PhaseExecution && phase != engine.PhaseReplan {
		return ""
	}
	for _, c := range s.State.Caps(s.Preferences) {
		if c.LimitKey != "" {
			return fmt.Sprintf("%s is %d of %d, so a person must take over", c.Key, c.Used, c.Limit)
		}
	}
	return ""
}

// Finished reports whether nothing is left to do.
func (s *Session) Finished() bool {
	if s.has(s.StatePath) {
		return s.State.Phase() == engine.PhaseClosure
	}
	p := s.Progress
	return p != nil && len(p.Current)+len(p.Remaining) == 0 && (len(p.Completed) > 0 || p.Prompt.Text == "")
}

// Spec returns the path of the specification, or "".
func (s *Session) Spec() string { return lookedFor(s.State.Spec()) }

// KeyFiles returns the files of the current task, which may be outside the tree.
func (s *Session) KeyFiles() []string {
	var named, once []string
	if s.Progress != nil {
		named = s.namedInPrompt()
	}
	active := s.State.Files()
	for _, name := range active[:min(len(active), prose.MaxNamed)] {
		named = append(named, lookedFor(name))
	}
	for _, name := range named {
		if name != s.Spec() && !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	return once
}

// s.Progress must not be nil.
func (s *Session) namedInPrompt() (names []string) {
	for _, f := range prose.KeyFiles(s.Progress.Prompt.Text, s.isFile) {
		names = append(names, f.Text)
	}
	return names
}

func lookedFor(name string) string { return cmp.Or(prose.FileName(name), name) }
