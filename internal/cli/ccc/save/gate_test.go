package save

import (
	"context"
	"os"
	"os/exec"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"mdck/internal/lock"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/protocols"
)

func (p project) atGate(o Options) (*Report, string) {
	p.Helper()
	t, err := workspace.Finder{Table: protocols.Default()}.Current(&ccc.Protocol, p.dir)
	if err != nil {
		p.Fatal(err)
	}
	o.Target, o.Command, o.Now = &t, "mdck hook", now
	report, err := AtGate(context.Background(), o)
	if err != nil {
		p.Fatal(err)
	}
	log, _ := os.ReadFile(p.path(".mdck/" + logNote))
	return report, string(log)
}

func gateState(gate string) string {
	return `{"linearIssue": "CIA-9", "phase": "execution", "taskIndex": 1, "totalTasks": 4, "awaitingGate": ` + gate + "}\n"
}

func TestAtGate(t *testing.T) {
	p := newProject(t, map[string]string{".ccc-state.json": gateState("null")})
	if report, log := p.atGate(Options{}); report != nil || log != "" {
		t.Fatalf("without a gate: %+v, %q", report, log)
	}
	if _, err := os.Stat(p.path(".ccc-progress.md")); err == nil {
		t.Error("without a gate the progress is written")
	}
	entries := 0
	for _, c := range []struct {
		gate  string
		saved bool
	}{{"2", true}, {"2", false}, {`"2"`, false}, {"3", true}, {"3", false}, {"null", false}, {"3", true}, {"3", false}} {
		p.write(".ccc-state.json", gateState(c.gate))
		report, log := p.atGate(Options{})
		if c.saved {
			entries++
		}
		if (report != nil) != c.saved || strings.Count(log, "Checkpoint complete: 1 done, 1 skipped.") != entries {
			t.Fatalf("gate %s: saved is %v, the log\n%s", c.gate, report != nil, log)
		}
		if report != nil && len(report.Steps) != 2 {
			t.Errorf("steps are %+v", report.Steps)
		}
	}
	p.write(".ccc-state.json", strings.Replace(gateState("3"), "CIA-9", "CIA-10", 1))
	if report, _ := p.atGate(Options{}); report == nil {
		t.Error("the gate of another issue is another one")
	}
}

func TestAtGateAgain(t *testing.T) {
	p := newProject(t, map[string]string{".ccc-state.json": gateState("1"), ".ccc-progress.md": "\xff\n"})
	for range 2 {
		if report, _ := p.atGate(Options{}); report == nil || report.Status() != 2 {
			t.Fatalf("report is %+v, want a failed first step", report)
		}
	}
	p.write(".ccc-progress.md", "")
	unreachable := Options{Key: "lin_api_0123456789", URL: "http://127.0.0.1:1"}
	report, log := p.atGate(unreachable)
	if report == nil || report.Status() != 1 || !strings.Contains(log, "Failed: Linear update (") || strings.Contains(log, "0123456789") {
		t.Fatalf("report is %+v, log\n%s", report, log)
	}
	if report, _ := p.atGate(unreachable); report != nil {
		t.Error("it was saved twice")
	}
}

func TestAtGateAtOnce(t *testing.T) {
	p := newProject(t, map[string]string{".ccc-state.json": gateState("1")})
	var all sync.WaitGroup
	var saved atomic.Int32
	for range 8 {
		all.Go(func() {
			if report, _ := p.atGate(Options{}); report != nil {
				saved.Add(1)
			}
		})
	}
	all.Wait()
	if log := p.read(".mdck/" + logNote); saved.Load() != 1 || strings.Count(log, "gate 1") != 1 {
		t.Errorf("saved %d times, the log\n%s", saved.Load(), log)
	}
}

// TestElsewhere checks that a save does not follow a link .mdck.
func TestElsewhere(t *testing.T) {
	p := newProject(t, map[string]string{".ccc-state.json": gateState("null")})
	outside := newProject(t, map[string]string{"gate": "theirs", "linear.json": "theirs", "composed": "theirs", "save.log": "theirs"})
	if err := os.Symlink(outside.dir, p.path(".mdck")); err != nil {
		t.Skip("no symbolic links here")
	}
	target, err := workspace.Finder{Table: protocols.Default()}.Current(&ccc.Protocol, p.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, gate := range []string{"null", "2"} {
		p.write(".ccc-state.json", gateState(gate))
		o := Options{Target: &target, Command: "hook", Now: now, Key: testKey, URL: newFake(t).url}
		_, _ = AtGate(t.Context(), o)
		Run(t.Context(), o)
	}
	for _, name := range []string{"gate", "linear.json", "composed", "save.log"} {
		if got := outside.read(name); got != "theirs" {
			t.Errorf("%s is %q", name, got)
		}
	}
}

func TestLog(t *testing.T) {
	p := newProject(t, map[string]string{".ccc-state.json": gateState("null"), ".mdck/x": ""})
	target, err := workspace.Finder{Table: protocols.Default()}.Current(&ccc.Protocol, p.dir)
	if err != nil {
		t.Fatal(err)
	}
	entry := strings.Repeat("é", 400) + "\n"
	for range 200 {
		if err := appendLog(&Options{Target: &target}, entry); err != nil {
			t.Fatal(err)
		}
		log := p.read(".mdck/" + logNote)
		if len(log) > maxLog || strings.Trim(log, "é\n") != "" || !strings.HasSuffix(log, "\n"+entry) && log != entry || !strings.HasPrefix(log, "é") {
			t.Fatalf("the log has %d bytes and ends %q", len(log), log[max(0, len(log)-20):])
		}
	}
}

func TestAtGateKilled(t *testing.T) {
	ended := exec.Command(os.Args[0], "-test.run=^$")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	dead := lock.Self()
	dead.PID = ended.Process.Pid
	for id, want := range map[lock.Owner]bool{dead: true, lock.Self(): false} {
		p := newProject(t, map[string]string{".ccc-state.json": gateState("1"), ".mdck/" + gateNote: "1 CIA-9\n" + id.ID() + "\n"})
		if report, _ := p.atGate(Options{}); (report != nil) != want {
			t.Errorf("claimed by %v: the report is %+v", id, report)
		}
		if report, _ := p.atGate(Options{}); report != nil {
			t.Error("it was saved twice")
		}
	}
}

// TestLogBound checks that a log above 64 KiB loses its older half.
func TestLogBound(t *testing.T) {
	const most = 64 << 10
	for more, want := range map[int]int{0: most, 1: most/2 - 400} {
		p := newProject(t, map[string]string{".ccc-state.json": gateState("null")})
		was := strings.Repeat("x", most/2+399+more) + "\n"
		p.write(".mdck/"+logNote, was+strings.Repeat("y", most/2-800)+"\n")
		target := p.target()
		entry := strings.Repeat("z", 398) + "\n"
		if err := appendLog(&Options{Target: target}, entry); err != nil {
			t.Fatal(err)
		}
		if log := p.read(".mdck/" + logNote); len(log) != want || !strings.HasSuffix(log, entry) {
			t.Errorf("with %d bytes too many the log has %d, want %d", more, len(log), want)
		}
	}
}

func TestGateNoted(t *testing.T) {
	p := newProject(t, map[string]string{".ccc-state.json": gateState("1")})
	p.atGate(Options{})
	if got := p.read(".mdck/" + gateNote); got != "1 CIA-9\n" {
		t.Errorf("the note is %q", got)
	}
}
