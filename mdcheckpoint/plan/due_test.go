package plan

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mdck/internal/protocols/plan/threshold"
	"mdck/lint"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/protocol"
)

const (
	firstPlan  = ".planning/phases/01-a/01-01-PLAN.md"
	secondPlan = ".planning/phases/01-a/01-02-PLAN.md"
)

// planWith returns a plan with a task for each letter: a is auto, v human-verify, d decision, h
// human-action.
func planWith(number int, tasks, more string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\nphase: 1\nplan: %d\nwave: %d\n%s---\n", number, number, more)
	for i, kind := range tasks {
		name := map[rune]string{'a': "auto", 'v': planfile.HumanVerify, 'd': planfile.Decision, 'h': planfile.HumanAction}[kind]
		fmt.Fprintf(&b, "<task type=%q><name>Task %d</name><action>%d</action></task>\n", name, i+1, i+1)
	}
	return b.String()
}

func folderInput(files ...string) lint.Input {
	tree := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		tree[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	return lint.Input{Tree: tree, Main: firstPlan, Checker: &Checker}
}

func answer(t *testing.T, in lint.Input, name string, number int, text string) {
	t.Helper()
	p, err := planfile.Read(in.Tree, name)
	if err != nil {
		t.Fatal(err)
	}
	r := resumptionOf(in)
	for _, g := range p.Gates() {
		if g.Number != number {
			continue
		}
		judged, err := planfile.Judge(&g, text)
		if err != nil {
			t.Fatal(err)
		}
		change, err := r.Answers.Record(&g, judged, time.Unix(int64(number), 0))
		if err != nil {
			t.Fatal(err)
		}
		in.Tree.(fstest.MapFS)[planfile.AnswersFile] = &fstest.MapFile{Data: []byte(change.Text)}
	}
}

func dueLines(in lint.Input) string {
	var lines []string
	for _, d := range due(in, nil) {
		if !d.Person {
			d.Problem = "not a person's: " + d.Problem
		}
		lines = append(lines, d.Problem+"|"+d.CommandLine(""))
	}
	return strings.Join(lines, "\n")
}

// TestDueWalk checks that a checkpoint is due after it is reached and until an answer passes it.
func TestDueWalk(t *testing.T) {
	passes := map[byte]string{'v': "approved", 'd': "whatever is best", 'h': "done"}
	for _, tasks := range []string{"aa", "va", "ava", "adhv", "aavad", "vvv", "haah"} {
		in := folderInput(firstPlan, planWith(1, tasks, ""), secondPlan, planWith(2, "a", "depends_on: [\"01-01\"]\n"))
		for at := 0; ; at++ {
			for at < len(tasks) && tasks[at] == 'a' {
				at++
			}
			for n := range tasks {
				refused := errors.As(allow(in, nil, fmt.Sprintf("done 01-01:%d", n+1)), new(*protocol.Refused))
				if refused != (n >= at) {
					t.Errorf("%s, task %d is the open gate: done of %d refused is %v", tasks, at+1, n+1, refused)
				}
			}
			err := allow(in, nil, "summary "+firstPlan)
			other := allow(in, nil, "done 01-02:1")
			if open := at < len(tasks); (err != nil) != open || (other != nil) != open || allow(in, nil, "answer 01-01:1") != nil {
				t.Errorf("%s, task %d is the open gate: summary is %v, done of the next plan %v", tasks, at+1, err, other)
			}
			if at >= len(tasks) {
				break
			}
			if got, reached := dueLines(in), at == 0 || tasks[at-1] != 'a'; (got != "") != reached {
				t.Errorf("%s, task %d is the open gate: due is %q", tasks, at+1, got)
			}
			for _, file := range []string{firstPlan, secondPlan} {
				one := in
				one.Main = file
				if got, want := shownBy(file, due(one, Checker.Read(one))), shownBy(file, due(in, nil)); got != want {
					t.Errorf("%s: %s shows %d due items of its own, and %d of the folder", tasks, file, got, want)
				}
			}
			answer(t, in, firstPlan, at+1, passes[tasks[at]])
		}
		if got := dueLines(in); got != "" {
			t.Errorf("%s: all gates are passed, and due is %q", tasks, got)
		}
	}
}

func shownBy(file string, all []protocol.Due) int {
	n := 0
	for _, d := range all {
		if d.Path == file {
			n++
		}
	}
	return n
}

func TestDue(t *testing.T) {
	stop := `{"current_values": {"cost": 60, "error_count": 3}, "levels_triggered": {"cost": "stop", "errors": "alert"}, "last_check": "2026-01-02T00:00:00Z"}`
	const costs, errs = "cost is $60.00, and the stop limit is $50.00|mdck plan reset", "errors is 3, and the alert limit is 3|mdck plan ack errors"
	for name, c := range map[string]struct {
		files  []string
		answer string
		want   string
	}{
		"nothing": {files: nil},
		"a choice": {files: []string{firstPlan, planWith(1, "da", "")},
			want: "the decision checkpoint 01-01:1 waits for a person|mdck plan answer 01-01:1 OPTION"},
		"a problem": {files: []string{firstPlan, planWith(1, "ava", "")}, answer: "it is\nred",
			want: `checkpoint 01-01:2 has the reported problem "it is red"|mdck plan answer 01-01:2 approved`},
		"a pause": {files: []string{firstPlan, planWith(1, "", "checkpoint: {type: human-action, what: pay}\n")},
			want: "the human-action checkpoint 01-01:0 waits for a person|mdck plan answer 01-01:0 done"},
		"limits":                 {files: []string{threshold.StateFile, stop}, want: costs + "\n" + errs},
		"acknowledged":           {files: []string{threshold.StateFile, stop, threshold.AcksFile, `{"acknowledgments": {"errors": {"acknowledged_at": "2026-01-03", "value_at_ack": 3}}, "last_reset": null}`}, want: costs},
		"acknowledged low":       {files: []string{threshold.StateFile, stop, threshold.AcksFile, `{"acknowledgments": {"errors": {"acknowledged_at": "2026-01-03", "value_at_ack": 2}}, "last_reset": null}`}, want: costs + "\n" + errs},
		"lower limit":            {files: []string{threshold.StateFile, stop, ".mdck.yaml", "thresholds: {alert: {errors: 2}}\n", threshold.AcksFile, `{"acknowledgments": {"errors": {"acknowledged_at": "2026-01-03", "value_at_ack": 2}}, "last_reset": null}`}, want: costs},
		"reset":                  {files: []string{threshold.StateFile, stop, threshold.AcksFile, `{"acknowledgments": {}, "last_reset": "2026-01-03"}`}, want: errs},
		"reset before":           {files: []string{threshold.StateFile, stop, threshold.AcksFile, `{"acknowledgments": {}, "last_reset": "2026-01-01"}`}, want: costs + "\n" + errs},
		"with plans":             {files: []string{threshold.StateFile, stop, ".autopilot/STATE.md", "s"}, want: costs + "\n" + errs},
		"done without an answer": {files: []string{firstPlan, planWith(1, "v", ""), strings.Replace(firstPlan, "PLAN", "SUMMARY", 1), "s"}},
	} {
		in := folderInput(append(c.files, ".planning/STATE.md", "s")...)
		if c.answer != "" {
			answer(t, in, firstPlan, 2, c.answer)
		}
		if got := dueLines(in); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, c.want)
		}
		if stopped := strings.Contains(c.want, costs); c.files != nil && c.files[0] == threshold.StateFile {
			in.Tree.(fstest.MapFS)[firstPlan] = &fstest.MapFile{Data: []byte(planWith(1, "a", ""))}
			if err := allow(in, nil, "done 01-01:1"); (err != nil) != stopped {
				t.Errorf("%s: done is %v", name, err)
			}
		}
	}
}
