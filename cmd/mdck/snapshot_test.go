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

// A snapshot contains the contents of a workspace by slash path: the mode and text of a file, or
// "/" for an empty directory. It omits the text that tells who last took the lock.
type snapshot map[string]string

// snapshot returns the current contents of the workspace.
func (v *victim) snapshot() snapshot {
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

// timeless replaces the times in text, and the hashes of texts with times. It is for commands that
// use the system clock.
func (v *victim) timeless(text []byte) []byte {
	if v.kill == nil || !strings.HasPrefix(v.run, "hook") {
		return text
	}
	return regexp.MustCompile(`\b(20[0-9-]{8}T[0-9:]{8}Z|[0-9a-f]{64})\b`).ReplaceAll(text, []byte("…"))
}

// write writes the files of s to dir.
func (s snapshot) write(t *testing.T, dir string) {
	t.Helper()
	for name, text := range s {
		_, text, _ = strings.Cut(text, " ")
		path := filepath.Join(dir, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(text), 0o644))
	}
}

// differs describes how o differs from s; it returns "" if they are equal. It ignores the files that mdck
// creates with every .mdck.
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

// with returns a snapshot that has the names of s and those of o.
func (s snapshot) with(o snapshot) snapshot {
	all := maps.Clone(s)
	maps.Copy(all, o)
	return all
}

// users returns only the files of the user: not those of mdck, and not the temporary files of a killed
// write.
func (s snapshot) users() snapshot {
	all := snapshot{}
	for name, text := range s {
		if !isOwn(name) && !isTemporary(name) {
			all[name] = text
		}
	}
	return all
}

// unlocked returns s without the locks of protocols. A process that is killed just before its end leaves
// its lock, and the next writer breaks it.
func (s snapshot) unlocked() snapshot {
	all := maps.Clone(s)
	maps.DeleteFunc(all, func(name, _ string) bool { return isTemporary(name) && !strings.HasSuffix(name, ".tmp") })
	return all
}

// tidy returns s without temporary files.
func (s snapshot) tidy() snapshot {
	all := maps.Clone(s)
	maps.DeleteFunc(all, func(name, _ string) bool { return isTemporary(name) })
	return all
}

// journal reports whether s has an unfinished write.
func (s snapshot) journal() bool {
	for name := range s {
		if strings.HasSuffix(name, ".mdck/txn") {
			return true
		}
	}
	return false
}

// temporary returns the path of a temporary file of a write; "" if there is none.
func (s snapshot) temporary() string {
	for _, name := range slices.Sorted(maps.Keys(s)) {
		if isTemporary(name) {
			return name
		}
	}
	return ""
}

// isTemporary reports whether a file with this path must not remain after a write. Such a file is
// about to replace another one, or is the lock of a protocol.
func isTemporary(name string) bool {
	return regexp.MustCompile(`\.mdck-([0-9a-f]{8}-[0-9a-f]{16}|by-[0-9a-f]{8}-[0-9]+-[0-9a-f]{8})\.(tmp|out)$|(^|/)\.metadata\.lock[./]|\.lock($|\.)`).MatchString(name)
}

// isOwn reports whether the file with this path belongs to mdck.
func isOwn(name string) bool { return strings.Contains("/"+name, "/.mdck/") }

// lockIn returns the path of the lock in s.
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

// mdckLine returns the command for a command line of mdck in dir. The parameter in is its standard
// input. The command gets no settings of the user.
func mdckLine(dir, line, in string) *exec.Cmd {
	cmd := exec.Command("mdck", words(line)...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(in)
	cmd.Env = append(os.Environ(), "HOME="+dir)
	return cmd
}

// words splits a line into words. Text in single quotes is one word.
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
