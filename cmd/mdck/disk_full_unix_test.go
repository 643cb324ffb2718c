//go:build unix

package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// limited runs mdck with a limit on the size of files, in blocks of 512 bytes.
func limited(t *testing.T, dir string, blocks int, args ...string) (status int, talk string) {
	t.Helper()
	shell := append([]string{"-c", fmt.Sprintf(`ulimit -f %d; trap '' XFSZ; exec "$@"`, blocks), "sh", "mdck"}, args...)
	cmd := exec.Command("sh", shell...)
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput()
	return cmd.ProcessState.ExitCode(), string(out)
}

func TestDiskFull(t *testing.T) {
	t.Parallel()
	j := jobs()[0]
	args := append(strings.Split(j.run, ","), "--now", morning)
	for blocks := range 8 {
		dir := j.begin(t, program{"mdck"})
		before, _ := files(t, dir)
		status, talk := limited(t, dir, blocks, args...)
		now, _ := files(t, dir)
		if status == 0 {
			if blocks < 5 {
				t.Errorf("%d blocks were enough", blocks)
			}
			continue
		}
		if status != 2 || !strings.Contains(talk, syscall.EFBIG.Error()) || !strings.Contains(talk, "mdck: hint: no file was changed; ") {
			t.Errorf("with %d blocks status %d\n%s", blocks, status, talk)
		}
		for name, text := range before {
			if now[name] != text {
				t.Errorf("with %d blocks %s contains\n%s", blocks, name, now[name])
			}
		}
		mdck(t, dir, args...)
		if _, left := files(t, dir); len(left) > 0 {
			t.Errorf("%q are left", left)
		}
	}
}

func TestNoSpaceForNew(t *testing.T) {
	t.Parallel()
	for _, args := range []string{"init,ohrfc,rfc-1-a", "init,ccc,CIA-1", "hook,install,claude", "ccc,save,--skip-git"} {
		dir := t.TempDir()
		if strings.HasPrefix(args, "ccc") {
			if err := os.WriteFile(filepath.Join(dir, ".ccc-progress.md"), []byte("# Session Progress\n\n**Issue:** CIA-1 — x\n"), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Mkdir(filepath.Join(dir, ".git"), 0o755); err != nil { // mdck hook install needs it
			t.Fatal(err)
		}
		before := treeOf(t, dir)
		status, talk := limited(t, dir, 0, strings.Split(args, ",")...)
		if status != 2 || strings.Count(talk, "mdck: hint: ") != 1 || !strings.Contains(talk, "mdck: hint: no file was changed; fix the cause and run the command again") {
			t.Errorf("%s: status %d\n%s", args, status, talk)
		}
		if now := treeOf(t, dir); now != before {
			t.Errorf("%s leaves %s, there was %s", args, now, before)
		}
	}
}

func treeOf(t *testing.T, dir string) string {
	t.Helper()
	var names []string
	if err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		names = append(names, strings.TrimPrefix(path, dir))
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return strings.Join(names, " ")
}

func pass(t *testing.T, dir string) {
	t.Helper()
	for d := dir; len(d) > 1; d = filepath.Dir(d) {
		if info, err := os.Stat(d); err == nil && info.Mode().Perm()&5 != 5 {
			t.Cleanup(func() { _ = os.Chmod(d, info.Mode()) })
			_ = os.Chmod(d, info.Mode()|0o055) // the test fails later
		}
	}
}

func TestNoPermission(t *testing.T) {
	t.Parallel()
	j := jobs()[0]
	dir := j.begin(t, program{"mdck"})
	room := filepath.Join(dir, rfc)
	before, _ := files(t, dir)
	open := func(mode os.FileMode) {
		pass(t, dir)
		if err := os.Chmod(room, mode); err != nil {
			t.Fatal(err)
		}
	}
	open(0o555)
	path, err := exec.LookPath("mdck")
	if err != nil {
		t.Fatal(err)
	}
	own := filepath.Join(t.TempDir(), "mdck")
	pass(t, filepath.Dir(own))
	// Another program makes the copy, because a process of another test could inherit the open
	// file.
	if out, err := exec.Command("cp", path, own).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if err := os.Chmod(own, 0o755); err != nil { // despite the umask
		t.Fatal(err)
	}
	cmd := exec.Command(own, append(strings.Split(j.run, ","), "--now", morning)...)
	cmd.Dir = dir
	if os.Geteuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	out, _ := cmd.CombinedOutput()
	if now, _ := files(t, dir); cmd.ProcessState.ExitCode() != 2 || !strings.Contains(string(out), "permission denied") || fmt.Sprint(now) != fmt.Sprint(before) {
		t.Errorf("status %d\n%s", cmd.ProcessState.ExitCode(), out)
	}
	open(0o755)
	mdck(t, dir, append(strings.Split(j.run, ","), "--now", morning)...)
}
