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

// A snapshot maps paths to mode and text; an empty directory has "/".
type snapshot map[string]string

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

// timeless replaces times, and hashes of texts with times.
func (v *victim) timeless(text []byte) []byte {
	if v.kill == nil || !strings.HasPrefix(v.run, "hook") {
		return text
	}
	return regexp.MustCompile(`\b(20[0-9-]{8}T[0-9:]{8}Z|[0-9a-f]{64})\b`).ReplaceAll(text, []byte("…"))
}

func (s snapshot) write(t *testing.T, dir string) {
	t.Helper()
	for name, text := range s {
		_, text, _ = strings.Cut(text, " ")
		path := filepath.Join(dir, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(text), 0o644))
	}
}

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

func (s snapshot) with(o snapshot) snapshot {
	all := maps.Clone(s)
	maps.Copy(all, o)
	return all
}

func (s snapshot) users() snapshot {
	all := snapshot{}
	for name, text := range s {
		if !isOwn(name) && !isTemporary(name) {
			all[name] = text
		}
	}
	return all
}

// unlocked returns s without locks, because a killed process can leave one.
func (s snapshot) unlocked() snapshot {
	all := maps.Clone(s)
	maps.DeleteFunc(all, func(name, _ string) bool { return isTemporary(name) && !strings.HasSuffix(name, ".tmp") })
	return all
}

func (s snapshot) tidy() snapshot {
	all := maps.Clone(s)
	maps.DeleteFunc(all, func(name, _ string) bool { return isTemporary(name) })
	return all
}

func (s snapshot) journal() bool {
	for name := range s {
		if strings.HasSuffix(name, ".mdck/txn") {
			return true
		}
	}
	return false
}

func (s snapshot) temporary() string {
	for _, name := range slices.Sorted(maps.Keys(s)) {
		if isTemporary(name) {
			return name
		}
	}
	return ""
}

func isTemporary(name string) bool {
	return regexp.MustCompile(`\.mdck-([0-9a-f]{8}-[0-9a-f]{16}|by-[0-9a-f]{8}-[0-9]+-[0-9a-f]{8})\.(tmp|out)$|(^|/)\.metadata\.lock[./]|\.lock($|\.)`).MatchString(name)
}

func isOwn(name string) bool { return strings.Contains("/"+name, "/.mdck/") }

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

func mdckLine(dir, line, stdin string) *exec.Cmd {
	cmd := exec.Command("mdck", words(line)...)
	cmd.Dir, cmd.Stdin = dir, strings.NewReader(stdin)
	cmd.Env = append(os.Environ(), "HOME="+dir)
	return cmd
}

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
