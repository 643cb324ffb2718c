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
	kills    = flag.Int("kills", 2, "how often TestKilled kills each command that writes")
	killSeed = flag.Uint64("killseed", 1, "what TestKilled chooses the moments by")
)

// TestKilled kills every command that writes, at random moments, and checks:
//
//   - Immediately afterwards each file is old or new, byte for byte.
//   - After the next command, which only reads, all files are old or all are new. If the
//     command finished a write, it reports that.
//   - If all files are old, the same command gives the same result as without a kill: no
//     version is skipped, no ledger entry or backup is lost or duplicated, and no
//     temporary file remains.
//
// Sometimes the next command is killed as well.
func TestKilled(t *testing.T) {
	if i := slices.IndexFunc(killed[:], func(k kill) bool { return !slices.Contains(writing[:], k.command()) }); i >= 0 {
		t.Errorf("%q is no command that writes", killed[i].run)
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

// A victim is a command to kill, with its workspace.
type victim struct {
	*testing.T
	*kill
	dir    string
	random *rand.Rand
	before snapshot // the initial workspace
	after  snapshot // the workspace after a run without a kill
	answer [2]int   // exit status of the next command, before and after
	lock   string   // the lock that the command takes; "" for none
	lasts  time.Duration
	holds  time.Duration // time from taking the lock to the end of the run
	count  struct{ early, between, late, journals, temps, again int }
}

// prepared creates the workspace and runs the commands that prepare it.
func (k *kill) prepared(t *testing.T) *victim {
	t.Helper()
	v := &victim{T: t, kill: k, dir: t.TempDir()}
	v.make(t, v.dir)
	for _, line := range k.before {
		v.wants(0, line)
	}
	return v
}

// newVictim creates the workspace and runs the command a few times, to record its result and its
// duration.
func newVictim(t *testing.T, k *kill) *victim {
	v := k.prepared(t)
	v.random = rand.New(rand.NewPCG(*killSeed, hashed(k.name())))
	v.before = v.look()
	for i := range 2 {
		v.reset()
		begun := time.Now()
		v.wants(k.status, k.run)
		lasts := time.Since(begun)
		now := v.look()
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
	v.answer[1], _ = v.does(v.next)
	v.reset()
	v.answer[0], _ = v.does(v.next)
	v.measure()
	return v
}

// measure measures the time from taking the lock to the end of the run.
func (v *victim) measure() {
	v.reset()
	cmd := v.start(v.run)
	v.waitLock(time.Second)
	begun := time.Now()
	_ = cmd.Wait() // the status was checked before
	v.holds = time.Since(begun)
}

// round kills the command once and checks the result.
func (v *victim) round() {
	v.reset()
	v.hit(v.run)
	for now := v.look(); v.halfDone(now); now = v.look() {
		v.whole(now)
		if v.random.IntN(3) > 0 {
			break
		}
		v.count.again++
		v.hit(v.next)
	}
	v.mended()
}

// halfDone counts how far the command got, and reports whether the kill was between its first and
// its last write.
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

// hit runs a command and kills it. Half of the time the kill is at any moment of the run, otherwise
// after the lock is taken.
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

// waitLock waits until the lock is taken again, at most for the duration longest.
func (v *victim) waitLock(longest time.Duration) {
	path := filepath.Join(v.dir, filepath.FromSlash(v.lock))
	was, _ := os.ReadFile(path)
	for end := time.Now().Add(longest); time.Now().Before(end); time.Sleep(50 * time.Microsecond) {
		if now, _ := os.ReadFile(path); string(now) != string(was) {
			return
		}
	}
}

// whole checks that each file is old or new.
func (v *victim) whole(now snapshot) {
	v.Helper()
	for _, name := range slices.Sorted(maps.Keys(now)) {
		if ours(name) || isTemporary(name) {
			continue
		}
		if got := now[name]; got != v.before[name] && got != v.after[name] {
			v.Fatalf("%q is neither the old file nor the new one:\n%s", name, got)
		}
	}
	for name := range v.before {
		if _, there := now[name]; !there && v.after[name] != "" && !ours(name) {
			v.Fatalf("%q is gone", name)
		}
	}
}

// mended checks that the next commands finish the interrupted write.
func (v *victim) mended() {
	v.Helper()
	killed := v.look()
	v.whole(killed)
	said := v.finish()
	now := v.look()
	if killed.journal() != strings.Contains(said, "finished an interrupted write") {
		v.Fatalf("the journal is there: %t; and the next run says\n%s", killed.journal(), said)
	}
	if now.journal() {
		v.Fatal("the journal is left")
	}
	if left := now.unlocked(); left.differs(v.after) == "" || v.litter && left.tidy().differs(v.after) == "" {
		return
	}
	if d := now.users().differs(v.before.users()); d != "" && !v.each {
		v.Fatalf("neither are all files new, as %s, nor all old, as %s", now.unlocked().differs(v.after), d)
	}
	v.wants(v.status, v.run)
	again, after := v.look(), v.after
	if v.each && !again.journal() && (again.temporary() == "" || v.litter) {
		again, after = again.users(), after.users()
	}
	if d := again.differs(after); d != "" {
		v.Fatalf("the run after a kill leaves other than one without: %s", d)
	}
}

// report prints the number of kills between the first and the last write.
func (v *victim) report() {
	c := &v.count
	v.Logf("%s: seed %d: %d kills: %d before the first write, %d between (journal %d, temporary file %d), %d after the last; the next run killed %d times; a run lasts %v, %v of it with the lock",
		v.name(), *killSeed, *kills+c.again, c.early, c.between, c.journals, c.temps, c.late, c.again, v.lasts.Round(time.Millisecond), v.holds.Round(time.Millisecond))
}

// reset restores the workspace.
func (v *victim) reset() {
	v.Helper()
	if v.before.differs(v.look()) == "" {
		return
	}
	entries, err := os.ReadDir(v.dir)
	for _, e := range entries {
		must(v.T, os.RemoveAll(filepath.Join(v.dir, e.Name())))
	}
	must(v.T, err)
	v.before.write(v.T, v.dir)
}

// start starts a command line of mdck.
func (v *victim) start(line string) *exec.Cmd {
	v.Helper()
	cmd := mdckLine(v.dir, line, v.in)
	if err := cmd.Start(); err != nil {
		v.Fatal(err)
	}
	return cmd
}

// finish runs the next command and returns its standard error.
func (v *victim) finish() string {
	v.Helper()
	status, said := v.does(v.next)
	if !slices.Contains(v.answer[:], status) {
		v.Fatalf("%q: status %d, want one of %v\n%s", v.next, status, v.answer, said)
	}
	return said
}

// wants runs a command line and checks its status.
func (v *victim) wants(status int, line string) {
	v.Helper()
	if got, said := v.does(line); got != status {
		v.Fatalf("%q: status %d, want %d\n%s", line, got, status, said)
	}
}

// does runs a command line and returns its status and standard error.
func (v *victim) does(line string) (status int, said string) {
	v.Helper()
	cmd := mdckLine(v.dir, line, v.in)
	var b strings.Builder
	cmd.Stderr = &b
	_ = cmd.Run()
	return cmd.ProcessState.ExitCode(), b.String()
}
