//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"mdck/internal/testtmp"
)

func TestSlowSave(t *testing.T) {
	t.Parallel()
	path, err := exec.LookPath("mdck")
	must(t, err)
	p := program{path}
	ways := []struct {
		name   string
		before func(f *os.File, text string) error
	}{
		{"opened", func(*os.File, string) error { return nil }},
		{"emptied", func(f *os.File, _ string) error { return f.Truncate(0) }},
		{"half done", func(f *os.File, text string) error { return f.Truncate(int64(len(text) / 2)) }},
	}
	for i, j := range jobs() {
		for k, way := range ways {
			if i%len(ways) != k && !testtmp.Long() {
				continue
			}
			dir := j.begin(t, p)
			file := filepath.Join(dir, filepath.FromSlash(j.file))
			f, err := os.OpenFile(file, os.O_WRONLY, 0)
			if err != nil {
				continue
			}
			old := textOf(t, file)
			must(t, way.before(f, old))
			status, talk := p.run(t, dir, "", j.run)
			if way.name == "opened" && status == 2 {
				t.Errorf("%s: %s", j.name, talk)
			}
			text := old + "\nsaved slowly\n"
			_, err = f.WriteAt([]byte(text), 0)
			must(t, err)
			must(t, f.Close())
			if now, err := os.ReadFile(file); (err != nil || string(now) != text) && !j.lists(t, p, dir, text) {
				t.Errorf("%s, %s: what was saved is lost\n%s", j.name, way.name, talk)
			}
		}
	}
}

func (j *job) lists(t *testing.T, p program, dir, text string) bool {
	t.Helper()
	cmd := exec.Command(p.path, "restore", "--json", j.file)
	cmd.Dir = dir
	out, err := cmd.Output()
	var all struct{ Backups []struct{ Path string } }
	if err == nil {
		must(t, json.Unmarshal(out, &all))
	} else { // not in the list of mdck restore
		for _, kept := range []string{".mdck/backups/*", "../.mdck/archive/*", "backups/*", "*_aborted_*"} {
			found, err := filepath.Glob(filepath.Join(dir, filepath.Dir(filepath.FromSlash(j.file)), filepath.FromSlash(kept)))
			must(t, err)
			for _, name := range found {
				all.Backups = append(all.Backups, struct{ Path string }{strings.TrimPrefix(name, dir+"/")})
			}
		}
	}
	for _, b := range all.Backups {
		if textOf(t, filepath.Join(dir, filepath.FromSlash(b.Path))) == text {
			return true
		}
	}
	return false
}

func TestJournalMode(t *testing.T) {
	p, j := faultyMdck(t), jobs()[0]
	mask := syscall.Umask(0)
	defer syscall.Umask(mask)
	seen := false
	for n := 1; !seen; n += 3 {
		dir, report := j.begin(t, p), filepath.Join(t.TempDir(), "call")
		must(t, os.Chmod(filepath.Join(dir, filepath.FromSlash(j.file)), 0o600))
		p.run(t, dir, fmt.Sprintf("kill|%d|%s|", n, report), j.run)
		if _, err := os.Stat(report); err != nil {
			break
		}
		info, err := os.Stat(filepath.Join(dir, filepath.FromSlash(rfc), ".mdck", "txn"))
		if err != nil {
			continue
		}
		if seen = true; info.Mode().Perm()&0o077 != 0 {
			t.Errorf("the journal has the mode %v", info.Mode())
		}
	}
	if !seen {
		t.Error("no kill leaves a journal")
	}
}
