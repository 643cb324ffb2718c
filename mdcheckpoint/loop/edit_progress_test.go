package loop

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"mdck/mdcheckpoint/protocol"
)

const openPlan = "- [ ] 1.1 a\n- [ ] 1.2 b\n- [ ] 2.1 c\n- [ ] 2.2 d\n"

func fresh(t *testing.T) string {
	t.Helper()
	return with(t, sample, checkpoints+"EXECUTE", `{"status": "IN_PROGRESS", "started_at": "2026-02-13", "agent": "me"}`)
}

func worked(t *testing.T, text, plan string, tasks ...string) string {
	t.Helper()
	for _, task := range tasks {
		id, sha, _ := strings.Cut(task, "/")
		c, err := track(t, text, plan).Progress(Request{TaskDone: id, Commit: sha}, now)
		text = mustDo(t, c, err).Text
		plan = cmp.Or(c.Plan, plan)
	}
	return text
}

func TestOneCount(t *testing.T) {
	text := worked(t, fresh(t), openPlan, "1.2/aaaaaaa", "1.1/bbbbbbb")
	c, err := track(t, text, openPlan).Pass(Request{}, now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/tasks_completed", "2", checkpoints+"EXECUTE/tasks_total", "4")
	text = worked(t, fresh(t), openPlan, "1.1", "1.2", "2.1")
	c, err = track(t, text, openPlan).Pass(Request{}, now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/tasks_completed", "3")

	c, err = track(t, text, openPlan).Sync(now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/tasks_completed", "0", checkpoints+"EXECUTE/last_task", `"2.1"`)
	if !slices.Equal(c.Notes, []string{"tasks_completed decreased from 3 to 0", `last_task stays "2.1", because no task in plan.md is done`}) {
		t.Errorf("notes %q", c.Notes)
	}
	over := with(t, sample, checkpoints+"EXECUTE/tasks_completed", "7")
	c, err = track(t, over, samplePlan).Pass(Request{}, now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/tasks_completed", "2")
	if !slices.Contains(c.Notes, "tasks_completed was 7, but plan.md has only 4 tasks") {
		t.Errorf("notes %q", c.Notes)
	}
}

func TestSyncKeepsCommit(t *testing.T) {
	for plan, want := range map[string]string{
		"- [x] 1.1 a <!-- 7777777 -->\n": "7777777",
		"- [x] 1.1 a\n":                  "bbbbbbb",
		"- [ ] 1.1 a\n":                  "aaaaaaa",
		"- [x] 1.1 a\n- [x] 3.3 a\n":     "aaaaaaa",
	} {
		text := worked(t, fresh(t), "", "1.1/bbbbbbb", "1.2/aaaaaaa")
		c, err := track(t, text, plan).Sync(now)
		wantValues(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/last_commit", `"`+want+`"`)
	}
	_, err := track(t, sample, "").Sync(now)
	if err == nil || err.Error() != "plan.md does not exist" {
		t.Errorf("got %v", err)
	}
	c, err := track(t, with(t, sample, checkpoints+"EXECUTE", "null"), samplePlan).Sync(now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/status", `"IN_PROGRESS"`)
}

func TestOutOfOrder(t *testing.T) {
	text := worked(t, fresh(t), openPlan, "1.2/aaaaaaa", "2.1/bbbbbbb", "1.1/ccccccc")
	wantValues(t, text, checkpoints+"EXECUTE/tasks_completed", "3", checkpoints+"EXECUTE/last_task", `"1.1"`)
	if r := resume(t, text, openPlan); r.From != "1.1" || r.Next == nil || r.Next.ID != "2.2" || len(r.Earlier) != 0 {
		t.Errorf("got %+v", r)
	}
	ticked := strings.Replace(openPlan, "[ ] 1.1", "[x] 1.1", 1)
	text = worked(t, fresh(t), ticked, "2.1", "2.2")
	c, err := track(t, text, ticked).Progress(Request{TaskDone: "1.1"}, now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/tasks_completed", "3")
}

func TestTaskByText(t *testing.T) {
	const plan = "- [ ] Write the **table**\n- [ ] Write the guide\n- [ ] Print\n- [ ] Print it\n"
	for given, want := range map[string]string{
		"Write the table": "Write the table", "write the g": "Write the guide", "print": "Print", "Print i": "Print it",
		"write": "plan.md has 2 tasks named \"write\"", "xyz": `no task "xyz" in plan.md`,
	} {
		c, err := track(t, fresh(t), plan).Progress(Request{TaskDone: given}, now)
		if err != nil {
			if err.Error() != want {
				t.Errorf("%q: %v", given, err)
			}
			continue
		}
		wantValues(t, c.Text, checkpoints+"EXECUTE/last_task", `"`+want+`"`)
	}
	text := worked(t, fresh(t), openPlan, "C")
	wantValues(t, text, checkpoints+"EXECUTE/last_task", `"2.1"`)
}

func TestNoNeedlessWrites(t *testing.T) {
	text := with(t, with(t, sample, checkpoints+"EXECUTE/tasks_total", "4.0"), checkpoints+"EXECUTE/last_task", "1.2")
	c, err := track(t, text, samplePlan).Start(Request{}, now)
	if mustDo(t, c, err).Changed() {
		t.Errorf("start: %s", c.Text)
	}
	c, err = track(t, text, samplePlan).Sync(now)
	if mustDo(t, c, err).Changed() {
		t.Errorf("sync: %s", c.Text)
	}
	c, err = track(t, with(t, text, checkpoints+"EXECUTE/tasks_total", `"4"`), samplePlan).Sync(now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/tasks_total", "4")
	text = worked(t, fresh(t), openPlan, "1.1/ABCDEF1", "1.1/abcdef1")
	wantValues(t, text, checkpoints+"EXECUTE/last_commit", `"ABCDEF1"`, checkpoints+"EXECUTE/commits/1", "")
	c, err = track(t, sample, "").Fail(Request{Notes: "ERROR: error:  ERROR: x"}, now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/notes", `"ERROR: x"`)
}

func TestCountAboveTotal(t *testing.T) {
	nine := 9
	fix := with(t, sample, checkpoints+"FIX", `{"status": "IN_PROGRESS", "issues_total": 4}`)
	c, err := track(t, fix, "").Progress(Request{Step: Fix, Fixed: &nine}, now)
	if got := found(mustDo(t, c, err).After.check(nil, false)); !slices.Contains(got, `w schema: "issues_fixed" is 9, but "issues_total" is 4`) {
		t.Errorf("found %q", got)
	}
	c, err = track(t, sample, "").Progress(Request{Done: &nine}, now)
	if got := found(mustDo(t, c, err).After.check(nil, false)); !slices.Contains(got, `w schema: "tasks_completed" is 9, but "tasks_total" is 4`) {
		t.Errorf("found %q", got)
	}
}

const phased = "## Phase 1\n- [ ] Task 1: foo\n- [ ] Task 2: same\n\n## Phase 2\n- [ ] Task 1: zoo\n- [ ] Task 2: same\n"

func TestRepeatedNumbers(t *testing.T) {
	for given, want := range map[string]string{
		"Task 1: zoo": "Phase 2, Task 1", "1: FOO": "Phase 1, Task 1", "zoo": "Phase 2, Task 1", "task 1: zo": "Phase 2, Task 1",
		"phase 2, task 2": "Phase 2, Task 2",
		"1":               `plan.md has 2 tasks named "1"`, "Task 1: bar": `plan.md has 2 tasks named "Task 1: bar"`,
		"Task 2: same": `plan.md has 2 tasks named "Task 2: same"`, "same": `plan.md has 2 tasks named "same"`,
	} {
		c, err := track(t, fresh(t), phased).Progress(Request{TaskDone: given}, now)
		if request, ok := err.(*protocol.RequestError); ok {
			if err.Error() != want || !strings.Contains(request.Hint, `"Phase 1, Task `) || !strings.Contains(request.Hint, `"Phase 2, Task `) {
				t.Errorf("%q: %v, hint %q", given, err, request.Hint)
			}
			continue
		}
		wantValues(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/last_task", `"`+want+`"`)
	}
	text := worked(t, fresh(t), phased, "foo", "Task 1: zoo", "Phase 1, Task 1")
	wantValues(t, text, checkpoints+"EXECUTE/tasks_completed", "2")
}

func TestRepeats(t *testing.T) {
	for tasks, want := range map[string]string{
		"1.1 1.2 1.1 1.2/aaaaaaa":     "2",
		"1.1 1.2 2.1 1.1 1.2 2.1 2.2": "4",
		"1.1 2.1 1.2 2.2":             "4",
		"2.1 1.1":                     "2",
		"1.1/aaaaaaa 1.2 1.1 1.2":     "2",
		"2.1/aaaaaaa 1.1/bbbbbbb 2.1": "2",
	} {
		text := worked(t, fresh(t), openPlan, strings.Fields(tasks)...)
		wantValues(t, text, checkpoints+"EXECUTE/tasks_completed", want)
	}
}

func TestDecreaseNoted(t *testing.T) {
	one := 1
	c, err := track(t, with(t, sample, checkpoints+"EXECUTE/tasks_completed", "3"), samplePlan).Progress(Request{Done: &one}, now)
	if mustDo(t, c, err); !slices.Contains(c.Notes, "tasks_completed decreased from 3 to 1") {
		t.Errorf("notes %q", c.Notes)
	}
	text := worked(t, fresh(t), openPlan, "1.1/aaaaaaa", "1.2")
	c, err = track(t, text, openPlan).Sync(now)
	wantValues(t, mustDo(t, c, err).Text, checkpoints+"EXECUTE/tasks_completed", "1")
	if !slices.Contains(c.Notes, "tasks_completed decreased from 2 to 1") {
		t.Errorf("notes %q", c.Notes)
	}
}
