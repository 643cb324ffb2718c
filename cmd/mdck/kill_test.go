package main

import (
	"flag"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var (
	kills    = flag.Int("kills", 1, "how often TestKilled kills each command that writes")
	killSeed = flag.Uint64("killseed", 1, "what TestKilled chooses the moments by")
)

// TestKilled checks that after a killed write all files are old or all are new.
func TestKilled(t *testing.T) {
	if i := slices.IndexFunc(killed[:], func(k kill) bool { return !slices.Contains(writing[:], k.command()) }); i >= 0 {
		t.Errorf("%q is not a command that writes", killed[i].run)
	}
	for _, k := range killed {
		t.Run(k.name(), func(t *testing.T) {
			t.Parallel()
			v := newVictim(t, &k)
			for range *kills {
				v.round()
			}
			v.report()
		})
	}
}

type victim struct {
	*testing.T
	*kill
	dir    string
	random *rand.Rand
	before snapshot // the initial workspace
	after  snapshot // after the command, without a kill
	answer [2]int   // of the next command: for old files, for new files
	lock   string   // lock of the command, or ""
	lasts  time.Duration
	holds  time.Duration // how long it holds the lock
	count  struct{ early, between, late, journals, temps, again int }
}

func (k *kill) prepared(t *testing.T) *victim {
	t.Helper()
	v := &victim{T: t, kill: k, dir: t.TempDir()}
	v.make(t, v.dir)
	for _, line := range k.before {
		v.mustRun(0, line)
	}
	return v
}

func newVictim(t *testing.T, k *kill) *victim {
	v := k.prepared(t)
	v.random = rand.New(rand.NewPCG(*killSeed, hashed(k.name())))
	v.before = v.snapshot()
	for i := range 2 {
		v.reset()
		begun := time.Now()
		if v.lock != "" {
			v.measure()
		} else {
			v.mustRun(k.status, k.run)
		}
		lasts := time.Since(begun)
		now := v.snapshot()
		if v.lasts = max(v.lasts, lasts); i == 0 {
			v.after, v.lock = now, lockIn(now)
		}
		if d := v.after.differs(now); d != "" {
			t.Fatalf("two runs make different things of %s", d)
		}
	}
	if v.before.differs(v.after) == "" {
		t.Fatalf("%q changes nothing", k.run)
	}
	v.answer[1], _ = v.runLine(v.next)
	v.reset()
	v.answer[0], _ = v.runLine(v.next)
	return v
}

func (v *victim) measure() {
	v.Helper()
	cmd := v.start(v.run)
	v.waitLock(2 * v.lasts)
	begun := time.Now()
	_ = cmd.Wait()
	v.holds = time.Since(begun)
	if got := cmd.ProcessState.ExitCode(); got != v.status {
		v.Fatalf("%q: status %d, want %d", v.run, got, v.status)
	}
}

func (v *victim) round() {
	v.reset()
	v.hit(v.run)
	for now := v.snapshot(); v.halfDone(now); now = v.snapshot() {
		v.checkFiles(now)
		if v.random.IntN(3) > 0 {
			break
		}
		v.count.again++
		v.hit(v.next)
	}
	v.checkRecovery()
}

func (v *victim) halfDone(now snapshot) bool {
	switch {
	case now.differs(v.before) == "":
		v.count.early++
		return false
	case now.differs(v.after) == "":
		v.count.late++
		return false
	}
	v.count.between++
	if now.journal() {
		v.count.journals++
	}
	if now.temporary() != "" {
		v.count.temps++
	}
	return true
}

func (v *victim) hit(line string) {
	cmd := v.start(line)
	wait := v.lasts
	if v.lock != "" && v.random.IntN(2) == 0 {
		v.waitLock(2 * v.lasts)
		wait = v.holds
	}
	time.Sleep(time.Duration(v.random.Int64N(int64(wait) + 1)))
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}

func (v *victim) waitLock(longest time.Duration) {
	path := filepath.Join(v.dir, filepath.FromSlash(v.lock))
	was, _ := os.ReadFile(path)
	for end := time.Now().Add(longest); time.Now().Before(end); time.Sleep(50 * time.Microsecond) {
		if now, _ := os.ReadFile(path); string(now) != string(was) {
			return
		}
	}
}

func (v *victim) checkFiles(now snapshot) {
	v.Helper()
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if isOwn(name) || isTemporary(name) {
			continue
		}
		if got := now[name]; got != v.before[name] && got != v.after[name] {
			v.Fatalf("%q is neither the old file nor the new one:\n%s", name, got)
		}
	}
	for name := range v.before {
		if _, there := now[name]; !there && v.after[name] != "" && !isOwn(name) {
			v.Fatalf("%q is missing", name)
		}
	}
}

func (v *victim) checkRecovery() {
	v.Helper()
	killed := v.snapshot()
	v.checkFiles(killed)
	said := v.finish()
	now := v.snapshot()
	if killed.journal() != strings.Contains(said, "mdck finished an interrupted write") {
		v.Fatalf("there is a journal: %t; the next run prints\n%s", killed.journal(), said)
	}
	if now.journal() {
		v.Fatal("a journal remains")
	}
	if left := now.unlocked(); left.differs(v.after) == "" || v.litter && left.tidy().differs(v.after) == "" {
		return
	}
	if d := now.users().differs(v.before.users()); d != "" && !v.each {
		v.Fatalf("neither are all files new, as %s, nor all old, as %s", now.unlocked().differs(v.after), d)
	}
	v.mustRun(v.status, v.run)
	again, after := v.snapshot(), v.after
	if v.each && !again.journal() && (again.temporary() == "" || v.litter) {
		again, after = again.users(), after.users()
	}
	if d := again.differs(after); d != "" {
		v.Fatalf("the run after a kill leaves other than one without: %s", d)
	}
}

func (v *victim) report() {
	c := &v.count
	v.Logf("%s: seed %d: %d kills: %d before the first write, %d between (journal %d, temporary file %d), %d after the last; the next run killed %d times; a run lasts %v, %v of it with the lock",
		v.name(), *killSeed, *kills+c.again, c.early, c.between, c.journals, c.temps, c.late, c.again, v.lasts.Round(time.Millisecond), v.holds.Round(time.Millisecond))
}

func (v *victim) reset() {
	v.Helper()
	if v.before.differs(v.snapshot()) == "" {
		return
	}
	entries, err := os.ReadDir(v.dir)
	for _, e := range entries {
		must(v.T, os.RemoveAll(filepath.Join(v.dir, e.Name())))
	}
	must(v.T, err)
	v.before.write(v.T, v.dir)
}

func (v *victim) start(line string) *exec.Cmd {
	v.Helper()
	cmd := mdckLine(v.dir, line, v.in)
	if err := cmd.Start(); err != nil {
		v.Fatal(err)
	}
	return cmd
}

func (v *victim) finish() string {
	v.Helper()
	status, said := v.runLine(v.next)
	if !slices.Contains(v.answer[:], status) {
		v.Fatalf("%q: status %d, want one of %v\n%s", v.next, status, v.answer, said)
	}
	return said
}

func (v *victim) mustRun(status int, line string) {
	v.Helper()
	if got, said := v.runLine(line); got != status {
		v.Fatalf("%q: status %d, want %d\n%s", line, got, status, said)
	}
}

func (v *victim) runLine(line string) (status int, said string) {
	v.Helper()
	cmd := mdckLine(v.dir, line, v.in)
	var b strings.Builder
	cmd.Stderr = &b
	_ = cmd.Run()
	return cmd.ProcessState.ExitCode(), b.String()
}
