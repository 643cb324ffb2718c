//go:build traced

package main

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var systemCalls = [...]struct{ call, with string }{
	{"openat", "EIO"}, {"write", "ENOSPC"}, {"pwrite64", "ENOSPC"}, {"ftruncate", "EIO"}, {"fsync", "EIO"},
	{"fchmod", "EPERM"}, {"fchown", "EIO"}, {"flock", "EIO"}, {"renameat", "EIO"}, {"renameat2", "EIO"},
	{"mkdirat", "ENOSPC"}, {"linkat", "EIO"}, {"unlinkat", "EIO"},
}

// A sysCall is the n-th call of this name in a thread, counted from 1.
type sysCall struct {
	name, with string
	n          int
	changes    bool
}

// TestTraced is TestKilled with strace.
func TestTraced(t *testing.T) {
	for _, k := range killed {
		t.Run(k.name(), func(t *testing.T) {
			t.Parallel()
			v := newVictim(t, &k)
			var failed, died, killable int
			all := v.syscalls()
			for _, c := range all {
				failed += tries(func() bool { return v.refuses(c) })
				if c.changes {
					died += tries(func() bool { return v.dies(c) })
					killable++
				}
			}
			c := v.count
			t.Logf("%s: %d of %d calls refused, killed at %d of %d: %d before the first write, %d between (journal %d, temporary file %d), %d after the last",
				k.name(), failed, len(all), died, killable, c.early, c.between, c.journals, c.temps, c.late)
		})
	}
}

func tries(one func() bool) int {
	for range 5 {
		if one() {
			return 1
		}
	}
	return 0
}

func (v *victim) traced(options ...string) (status int, said, trace string) {
	v.Helper()
	log := filepath.Join(v.TempDir(), "trace")
	cmd := mdckLine(v.dir, v.run, v.in)
	var names []string
	for _, r := range systemCalls {
		names = append(names, r.call)
	}
	strace, err := exec.LookPath("strace")
	must(v.T, err)
	args := append([]string{"strace", "-f", "-y", "-o", log, "-e", "trace=" + strings.Join(names, ",")}, options...)
	cmd.Path, cmd.Args = strace, append(args, cmd.Args...)
	// strace counts calls in each thread
	cmd.Env = append(cmd.Env, "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1")
	var b strings.Builder
	cmd.Stderr = &b
	_ = cmd.Run()
	return cmd.ProcessState.ExitCode(), b.String(), textOf(v.T, log)
}

func (v *victim) syscalls() []sysCall {
	v.reset()
	status, said, trace := v.traced()
	if status != v.status {
		v.Fatalf("%q under strace: status %d\n%s", v.run, status, said)
	}
	seen := map[string]int{}
	var all []sysCall
	for line := range strings.Lines(trace) {
		thread, rest, _ := strings.Cut(line, " ")
		name, args, ok := strings.Cut(strings.TrimLeft(rest, " "), "(")
		i := slices.IndexFunc(systemCalls[:], func(r struct{ call, with string }) bool { return r.call == name })
		if !ok || i < 0 {
			continue
		}
		seen[thread+name]++
		args = strings.ReplaceAll(args, "AT_FDCWD<"+v.dir+">", "")
		c := sysCall{name: name, with: systemCalls[i].with, n: seen[thread+name], changes: changes(line)}
		if strings.Contains(args, v.dir) && !slices.Contains(all, c) {
			all = append(all, c)
		}
	}
	return all
}

func (v *victim) refuses(c sysCall) bool {
	v.Helper()
	v.reset()
	status, said, trace := v.traced("-e", fmt.Sprintf("inject=%s:error=%s:when=%d", c.name, c.with, c.n))
	i := slices.IndexFunc(strings.Split(trace, "\n"), func(l string) bool { return strings.Contains(l, "(INJECTED)") })
	if i < 0 || strings.Count(trace, "(INJECTED)") > 1 { // no call failed, or two did
		return false
	}
	line := strings.Split(trace, "\n")[i]
	what := fmt.Sprintf("%s\n(status %d) %s", line, status, said)
	now := v.snapshot().users()
	isOld, isNew := now.differs(v.before.users()) == "", now.differs(v.after.users()) == ""
	switch {
	case !isOld && !isNew && !v.each:
		v.Errorf("%ssome files are old and some new: %s; %s", what, now.differs(v.before.users()), now.differs(v.after.users()))
	case status == 2 && changes(line) && !strings.Contains(said, "mdck: hint: "):
		v.Errorf("%sthere is no message about the files on disk", what)
	case status == v.status && !isNew:
		v.Errorf("%sthe status means success, but the files differ: %s", what, now.differs(v.after.users()))
	}
	v.doesRest(what)
	return true
}

func (v *victim) doesRest(what string) {
	v.Helper()
	v.finish()
	now := v.snapshot()
	if now.users().differs(v.after.users()) != "" {
		v.mustRun(v.status, v.run)
		now = v.snapshot()
	}
	if now.temporary() != "" {
		_, _ = v.runLine(v.run) // the next write cleans up
		if now = v.snapshot(); now.temporary() == "" {
			return
		}
	}
	if d := now.users().differs(v.after.users()); d != "" {
		v.Errorf("%sthe next run does not do what is left: %s", what, d)
	}
	// A file that cannot be removed stays until the next write.
	kept := strings.Contains(what, "unlinkat(") && strings.Contains(what, "/.mdck-")
	if name := now.temporary(); name != "" && !kept || now.journal() {
		v.Errorf("%sthe next run leaves %q (the journal: %t)", what, name, now.journal())
	}
}

func changes(line string) bool {
	return !strings.Contains(line, "openat(") || strings.Contains(line, "O_CREAT")
}

func (v *victim) dies(c sysCall) bool {
	v.Helper()
	v.reset()
	status, _, trace := v.traced("-e", fmt.Sprintf("inject=%s:signal=KILL:when=%d", c.name, c.n))
	if status != -1 {
		return false
	}
	lines := strings.Split(strings.TrimSpace(trace), "\n")
	now := v.snapshot()
	v.halfDone(now)
	i := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "+++ killed") })
	failed := v.Failed()
	defer func() {
		if v.Failed() && !failed {
			v.Logf("after %s", lines[max(i-1, 0)])
		}
	}()
	v.checkRecovery()
	return true
}
