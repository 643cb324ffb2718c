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
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// A Session is the progress file and the state of one project, read from a tree,
// as far as they are there and can be read.
type Session struct {
	Tree         fs.FS
	ProgressPath string
	StatePath    string
	Progress     *Progress          // nil if it does not exist or cannot be read
	State        *engine.State      // likewise; a state that does not exist is normal, see Session.has
	Preferences  engine.Preferences // of the project, at the root of Tree
	Composed     bool               // mdck composed the continuation prompt; set by an [Edit] alone

	Files  map[string]*source.File // what exists, by path, whether or not it could be parsed
	Faults map[string]error        // why a file that exists could not be used, by path
}

// Read reads the session whose files have these slash-separated paths in tree. An empty state path means [StateFile] next to the progress file.
// Missing files are not an error. A progress file with the name and text of one in known is not parsed again.
func Read(tree fs.FS, progressPath, statePath string, known ...*Progress) *Session {
	s := readWithoutProgress(tree, progressPath, statePath)
	parse := func(name, text string) (*Progress, error) { return parseUnless(known, name, text) }
	s.Progress = source.Load(tree, progressPath, s.Files, s.Faults, parse)
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

// parseUnless reads text as the progress file called name, unless one of known is that.
func parseUnless(known []*Progress, name, text string) (*Progress, error) {
	for _, p := range known {
		if p != nil && p.Document.File.Name == name && p.Text() == text {
			return p, nil
		}
	}
	return ParseProgress(name, text)
}

// errNowhere is why a file cannot be read that is a link to nothing.
var errNowhere = errors.New("the symbolic link has no target")

// has reports whether the file at that path is there, readable or not.
func (s *Session) has(name string) bool {
	_, there := s.Files[name]
	_, faulty := s.Faults[name]
	return there || faulty
}

// hasKeyFile reports whether the tree has the file that a prompt names as a key file. A directory does not count, nor do the files of the session.
// Absolute names count, because agents write them.
func (s *Session) hasKeyFile(name string) bool {
	const most = 16 // directories of an absolute path that may be above the tree
	name = strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "@")
	name, absolute := strings.CutPrefix(path.Clean(name), "/")
	for range most {
		info, err := claim.Stat(s.Tree, name)
		if err == nil && info != nil && !info.IsDir() && !s.keeps(name) {
			return true
		}
		_, below, more := strings.Cut(name, "/")
		if name = below; !more || !absolute {
			break
		}
	}
	return false
}

// isFile reports whether a word behind "Key files:" is the name of a file: the tree has it, or
// has the directory that it begins with.
func (s *Session) isFile(word string) bool {
	if info, err := claim.Stat(s.Tree, word); err == nil {
		return info != nil
	}
	top, _, below := strings.Cut(word, "/")
	info, err := claim.Stat(s.Tree, top)
	return below && err == nil && info.IsDir()
}

// Existing returns those of names that exist and are not of the session: a file that does not
// exist is not a key to anything, and those of the session are read anyway.
func (s *Session) Existing(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		_, err := fs.Stat(s.Tree, name)
		return err != nil || s.keeps(name)
	})
}

// keeps reports whether a path is that of a file by which sessions are kept.
func (s *Session) keeps(name string) bool {
	return name == s.ProgressPath || name == s.StatePath || keeps(name)
}

func keeps(name string) bool {
	return strings.HasPrefix(path.Base(name), ".ccc-") || strings.HasPrefix(name, ".mdck/")
}

// refusal says why no session may continue with s by itself; "" if one may. Attempts that
// are used up count only in the phases in which a session would continue with a task.
// Source: engine (go command).
func (s *Session) refusal() string {
	if err := s.Faults[s.StatePath]; err != nil {
		return fmt.Sprintf("%s cannot be read: %v", path.Base(s.StatePath), err)
	}
	if s.State != nil && s.State.Doc.Root.Kind != jsondoc.Object {
		return path.Base(s.StatePath) + " cannot be read: expected a JSON object"
	}
	if gate, _ := s.State.Gate(); gate != 0 {
		return fmt.Sprintf("gate %d waits for a person to pass it", gate)
	}
	if phase := s.State.Phase(); phase != engine.PhaseExecution && phase != engine.PhaseReplan {
		return ""
	}
	for _, c := range s.State.Caps(s.Preferences) {
		if c.LimitKey != "" {
			return fmt.Sprintf("%s is %d of %d, and a person must take over", c.Key, c.Used, c.Limit)
		}
	}
	return ""
}

// Finished reports whether nothing is left to continue with: the phase is closure,
// or the state is gone, as it is after the last task, and no task is open.
func (s *Session) Finished() bool {
	if s.has(s.StatePath) {
		return s.State.Phase() == engine.PhaseClosure
	}
	p := s.Progress
	return p != nil && len(p.Current)+len(p.Remaining) == 0 && (len(p.Completed) > 0 || p.Prompt.Text == "")
}

// Spec is the path of the specification, as it is looked for; "" if the state names
// none.
func (s *Session) Spec() string { return lookedFor(s.State.Spec()) }

// KeyFiles are the paths of the files of the current task, as they are looked for,
// each once: those that the continuation prompt names, then those of the state, at
// most [prose.MaxNamed] of each, without the specification. They may lead out of the
// tree.
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

// namedInPrompt returns the key files of the continuation prompt of the Progress.
func (s *Session) namedInPrompt() []string {
	var names []string
	for _, f := range prose.KeyFiles(s.Progress.Prompt.Text, s.isFile) {
		names = append(names, f.Text)
	}
	return names
}

// lookedFor is the path of a file that the state names.
func lookedFor(name string) string { return cmp.Or(prose.FileName(name), name) }
