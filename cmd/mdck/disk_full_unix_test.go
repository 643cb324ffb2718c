//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// limited starts mdck by a shell that lets no file grow over that many blocks of 512
// bytes: a disk that is full in the middle of a write is the same to the program, short
// writes and then an error.
func limited(t *testing.T, dir string, blocks int, args ...string) (status int, talk string) {
	t.Helper()
	shell := append([]string{"-c", fmt.Sprintf(`ulimit -f %d; trap '' XFSZ; exec "$@"`, blocks), "sh", "mdck"}, args...)
	cmd := exec.Command("sh", shell...)
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput()
	return cmd.ProcessState.ExitCode(), string(out)
}

// TestDiskFull holds that a command which finds no room ends with status 2, names the
// cause and leaves every file as it was; and that the next one, with room, does it.
func TestDiskFull(t *testing.T) {
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
		if status != 2 || !strings.Contains(talk, syscall.EFBIG.Error()) || !strings.Contains(talk, "mdck: hint: the file is as it was; make room") {
			t.Errorf("with %d blocks status %d\n%s", blocks, status, talk)
		}
		for name, text := range before {
			if now[name] != text {
				t.Errorf("with %d blocks %s holds\n%s", blocks, name, now[name])
			}
		}
		mdck(t, dir, args...)
		if _, left := files(t, dir); len(left) > 0 {
			t.Errorf("%q are left", left)
		}
	}
}

// TestNoPermission holds the same where the directory may not be written, for a user whom
// modes stop.
func TestNoPermission(t *testing.T) {
	j := jobs()[0]
	dir := j.begin(t, program{"mdck"})
	room := filepath.Join(dir, rfc)
	before, _ := files(t, dir)
	open := func(mode os.FileMode) {
		for d := dir; len(d) > 1; d = filepath.Dir(d) {
			if info, err := os.Stat(d); err == nil && info.Mode().Perm()&5 != 5 {
				t.Cleanup(func() { _ = os.Chmod(d, info.Mode().Perm()) })
				_ = os.Chmod(d, info.Mode().Perm()|0o055)
			}
		}
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
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for d := filepath.Dir(own); strings.HasPrefix(d, os.TempDir()); d = filepath.Dir(d) {
		_ = os.Chmod(d, 0o755)
	}
	if err := os.WriteFile(own, raw, 0o755); err != nil {
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
