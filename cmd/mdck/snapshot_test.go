package main

import (
	"fmt"
	"hash/fnv"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A snapshot is what a workspace holds, by slash path: of a file the mode and the text,
// of an empty directory "/". What the lock file says of its last holder is left out.
type snapshot map[string]string

// look takes a snapshot of the workspace.
func (v *victim) look() snapshot {
	v.Helper()
	now := snapshot{}
	must(v.T, filepath.WalkDir(v.dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(v.dir, name)
		if err != nil {
			return err
		}
		rel = filepath.ToSlash(rel)
		if strings.HasSuffix(rel, ".mdck/lock") {
			now[rel] = "lock"
			return nil
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		text, err := os.ReadFile(name)
		now[rel] = fmt.Sprintf("%v %s", info.Mode(), v.timeless(text))
		return err
	}))
	return now
}

// timeless is text without the times, and the hashes of what has some, that a command which
// goes by the clock of the system leaves.
func (v *victim) timeless(text []byte) []byte {
	if v.kill == nil || !strings.HasPrefix(v.run, "hook") {
		return text
	}
	return regexp.MustCompile(`\b(20[0-9-]{8}T[0-9:]{8}Z|[0-9a-f]{64})\b`).ReplaceAll(text, []byte("…"))
}

// write makes the files in dir.
func (s snapshot) write(t *testing.T, dir string) {
	t.Helper()
	for name, text := range s {
		_, text, _ = strings.Cut(text, " ")
		path := filepath.Join(dir, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(text), 0o644))
	}
}

// differs says in what o is other than s; "" if it is not. That .mdck is furnished is no
// difference.
func (s snapshot) differs(o snapshot) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(s.with(o))) {
		text, here := s[name]
		other, there := o[name]
		switch {
		case strings.HasSuffix(name, ".mdck/lock"), strings.HasSuffix(name, ".mdck/.gitignore") && here != there:
		case here && !there:
			all = append(all, fmt.Sprintf("%q, which is missing", name))
		case there && !here:
			all = append(all, fmt.Sprintf("%q, which is new", name))
		case text != other:
			all = append(all, fmt.Sprintf("%q, which was\n%s\nand is\n%s", name, text, other))
		}
	}
	return strings.Join(all, "; ")
}

// with has the names of both.
func (s snapshot) with(o snapshot) snapshot {
	all := maps.Clone(s)
	maps.Copy(all, o)
	return all
}

// users are the files of the user: all but those that mdck keeps for itself, and what a
// write leaves that was killed.
func (s snapshot) users() snapshot {
	all := snapshot{}
	for name, text := range s {
		if !ours(name) && !isTemporary(name) {
			all[name] = text
		}
	}
	return all
}

// unlocked is s without the locks of protocols. A process that is killed at its very end
// leaves one, which the next that writes breaks.
func (s snapshot) unlocked() snapshot {
	all := maps.Clone(s)
	maps.DeleteFunc(all, func(name, _ string) bool { return isTemporary(name) && !strings.HasSuffix(name, ".tmp") })
	return all
}

// tidy is s without temporary files.
func (s snapshot) tidy() snapshot {
	all := maps.Clone(s)
	maps.DeleteFunc(all, func(name, _ string) bool { return isTemporary(name) })
	return all
}

// journal reports whether a write is unfinished.
func (s snapshot) journal() bool {
	for name := range s {
		if strings.HasSuffix(name, ".mdck/txn") {
			return true
		}
	}
	return false
}

// temporary is a file that a write makes and takes away; "" without one.
func (s snapshot) temporary() string {
	for _, name := range slices.Sorted(maps.Keys(s)) {
		if isTemporary(name) {
			return name
		}
	}
	return ""
}

// isTemporary reports whether a file of that path is to be gone after a write: one that
// gets the name of another, or is the lock of a protocol.
func isTemporary(name string) bool {
	return regexp.MustCompile(`\.mdck-([0-9a-f]{8}-[0-9a-f]{16}|by-[0-9a-f]{8}-[0-9]+-[0-9a-f]{8})\.(tmp|out)$|(^|/)\.metadata\.lock[./]|\.lock($|\.)`).MatchString(name)
}

// ours reports whether a file of that path is one that mdck keeps for itself.
func ours(name string) bool { return strings.Contains("/"+name, "/.mdck/") }

// lockIn is the lock that stands in s.
func lockIn(s snapshot) string {
	for _, name := range slices.Sorted(maps.Keys(s)) {
		if strings.HasSuffix(name, ".mdck/lock") {
			return name
		}
	}
	return ""
}

func hashed(text string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text))
	return h.Sum64()
}

// mdckLine is a command line of mdck, to be run in dir, with in as its standard input. It
// knows nothing of the user who runs the test.
func mdckLine(dir, line, in string) *exec.Cmd {
	cmd := exec.Command("mdck", words(line)...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(in)
	cmd.Env = append(os.Environ(), "HOME="+dir)
	return cmd
}

// words are the words of a line; one in single quotes may have blanks.
func words(line string) []string {
	var all []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			all = append(all, part)
		} else {
			all = append(all, strings.Fields(part)...)
		}
	}
	return all
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func mdck(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("mdck", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("mdck %q: %v\n%s", args, err, out)
	}
}

func textOf(t *testing.T, file string) string {
	t.Helper()
	raw, err := os.ReadFile(file)
	must(t, err)
	return string(raw)
}
