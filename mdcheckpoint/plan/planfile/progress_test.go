package planfile

import (
	"strings"
	"testing"
	"testing/fstest"
)

const fourTasks = `<task type="auto"><name>n</name><action>a</action></task>
<task type="auto"><name>n</name><action>a</action></task>
<task type="checkpoint:human-verify"><what-built>w</what-built></task>
<task type="auto"><name>m</name><action>b</action></task>
`

func TestRecordDone(t *testing.T) {
	p := parse(t, fourTasks)
	gate := &p.Gates()[0]
	approved, err := Judge(gate, "approved")
	if err != nil {
		t.Fatal(err)
	}
	for _, shared := range []bool{false, true} {
		a := &Answers{}
		share := func() {
			if shared {
				a.Share()
			}
		}
		share()
		step := func(c *Change, err error) {
			t.Helper()
			name, before, _ := a.Recorded()
			if err != nil {
				t.Fatal(err)
			}
			if shared && !strings.HasPrefix(c.Text, before) {
				t.Errorf("%q became %q, want more lines only", before, c.Text)
			}
			if a, err = parseAnswers(name, c.Text); err != nil {
				t.Fatal(err)
			}
			share()
		}
		done := func(n int) {
			t.Helper()
			was := a.Open(gate)
			step(a.RecordDone(p, n, Answer{Commit: "abc1234", Text: "so"}, now))
			all := a.Done(p)
			if found := all[n-1]; found == nil || found.Commit != "abc1234" || found.Text != "so" || a.Open(gate) != was {
				t.Errorf("task %d: found %+v", n, found)
			}
			again, err := a.RecordDone(p, n, Answer{Commit: "abc1234"}, now)
			if _, text, _ := a.Recorded(); err != nil || again.Changed() || again.Text != text {
				t.Errorf("task %d again: %v, %+v", n, err, again)
			}
		}
		if next(a, p) != 0 || a.Done(p) != nil {
			t.Error("nothing is recorded, and something is done")
		}
		done(2)
		if next(a, p) != 1 {
			t.Errorf("next is task %d, want 1, which has the bytes of 2", next(a, p))
		}
		done(1)
		done(4)
		if next(a, p) != 3 || !a.Open(gate) {
			t.Errorf("next is task %d, want 3, the gate", next(a, p))
		}
		step(a.Record(gate, approved, now))
		if next(a, p) != 5 || a.Open(gate) {
			t.Errorf("next is task %d, want none", next(a, p))
		}
		changed := parse(t, strings.Replace(fourTasks, ">m<", ">o<", 1))
		if next(a, changed) != 4 {
			t.Errorf("task 4 was changed and is done")
		}
	}
}

func next(a *Answers, p *Plan) int {
	r := a.Progress(p)
	return r.Next()
}

func TestReadAnswers(t *testing.T) {
	g := &parse(t, fourTasks).Gates()[0]
	entry := func(text string, verdict Verdict) string {
		one := Answer{Plan: g.Plan.File.Name, Task: g.Number, SHA256: g.Hash(), Text: text, Verdict: verdict, Time: "2026-01-15T10:30:00Z"}
		return one.entry() + "\n"
	}
	at := func(hour, line string) string { return strings.Replace(line, "T10:", "T"+hour+":", 1) }
	local := `{"answers": [` + at("12", entry("approved", Approves)) + `]}`
	late := at("13", entry("it is red", Reports))
	merged := "<<<<<<< HEAD\n" + at("14", entry("approved", Approves)) + "=======\n" + late + ">>>>>>> topic\n"
	for shared, want := range map[string]string{"": "approved", late: "it is red", "\ufeff" + late: "it is red", merged: "approved"} {
		a, _, err := ReadAnswers(fstest.MapFS{AnswersFile: {Data: []byte(local)}, sharedFile: {Data: []byte(shared)}})
		if err != nil || a.Find(g).Text != want {
			t.Errorf("%q: %v, want %q", shared, err, want)
		}
	}
	_, name, err := ReadAnswers(fstest.MapFS{AnswersFile: {Data: []byte(local)}, sharedFile: {Data: []byte(late + "{\n")}})
	if err == nil || name != sharedFile || !strings.HasPrefix(err.Error(), sharedFile+":2:1: ") {
		t.Errorf("%s: %v", name, err)
	}
}
