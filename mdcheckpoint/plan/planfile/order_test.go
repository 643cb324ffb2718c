package planfile

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mdck/internal/testtmp"
)

// planOf returns a plan from id, wave, dependencies and "!" for a checkpoint: "03-06 w2 <03-05,04
// !".
func planOf(t testing.TB, short string) *Plan {
	t.Helper()
	fields := strings.Fields(short)
	phase, number, _ := strings.Cut(fields[0], "-")
	text := "---\nphase: " + phase + "\nplan: " + number + "\n"
	body := auto
	auto := "true"
	for _, f := range fields[1:] {
		switch f[0] {
		case 'w':
			text += "wave: " + f[1:] + "\n"
		case '<':
			text += "depends_on: [" + f[1:] + "]\n"
		case '!':
			auto, body = "false", body+verify
		}
	}
	return parseAs(t, fields[0]+"-PLAN.md", text+"autonomous: "+auto+"\n---\n"+body)
}

func plansOf(t testing.TB, all ...string) []*Plan {
	t.Helper()
	var plans []*Plan
	for _, s := range all {
		plans = append(plans, planOf(t, s))
	}
	return plans
}

// describe formats an order as "01-01+01-02 | 01-03!", and its problems.
func describe(o *Ordering) (steps, problems string) {
	var parts, problemTexts []string
	for _, s := range o.Steps {
		var ids []string
		for _, p := range s.Plans {
			ids = append(ids, p.ID().String())
		}
		mark := ""
		if s.Alone {
			mark = "!"
		}
		parts = append(parts, strings.Join(ids, "+")+mark)
	}
	for _, p := range o.Problems {
		kind := "W"
		if p.Error {
			kind = "E"
		}
		problemTexts = append(problemTexts, kind+" "+p.Message)
	}
	return strings.Join(parts, " | "), strings.Join(problemTexts, "; ")
}

func TestOrder(t *testing.T) {
	for _, c := range []struct{ plans, steps, problems string }{
		{"", "", ""},
		{"01-02 w1; 01-01 w1", "01-01+01-02", ""},
		{"01-01 w1; 01-02 w1 !; 01-03 w1", "01-01+01-03 | 01-02!", ""},
		{"01-01 w1 !; 01-02 w1", "01-02 | 01-01!", ""},
		{"01-01 w1 !; 01-02 w1 !; 01-03 w2 <01-01,01-02", "01-01! | 01-02! | 01-03", ""},
		{"02-01 w1; 01-01 w2; 01-02 w1; 10-01 w1", "01-02 | 01-01 | 02-01 | 10-01", ""},
		{"01-01 w1 <02; 01-02 w1", "01-02 | 01-01", "W plan 01-01 of wave 1 depends on 01-02 of wave 1; expected an earlier wave"},
		{"01-01; 01-02 <01; 01-03 <01; 01-04 <02,03", "01-01 | 01-02+01-03 | 01-04", ""},
		{"01-01 w1 <01-09", "01-01", "E plan 01-01 depends on 01-09, which does not exist"},
		{"02-01 w1 <01-09", "02-01", "W plan 02-01 depends on 01-09, whose phase is missing"},
		{"10-01 w1 <phase-09", "10-01", "W plan 10-01 depends on phase 09, which is missing"},
		{"10-01 w1 <Phase-12", "10-01", "W plan 10-01 depends on phase 12, which is missing"},
		{"10-01 w1 <09-setup", "10-01", "W plan 10-01 depends on phase 09, which is missing"},
		{"10-01 w1 <phase10", "10-01", "W plan 10-01 depends on its own phase; expected plan ids"},
		{"09-01 w1 <phase-10; 10-01 w1; 10-02 w1", "10-01+10-02 | 09-01", ""},
		{"01-01 w1 <research", "01-01", "W \"research\" is not a plan; expected an id such as 01-01"},
		{"01-01 w1 <01-02; 01-02 w2 <01-01", "", "W plan 01-01 of wave 1 depends on 01-02 of wave 2; expected an earlier wave; E plans depend on each other: 01-01 -> 01-02 -> 01-01"},
		{"01-01 w1 <01-01; 01-02 w1", "01-02", "E plans depend on each other: 01-01 -> 01-01"},
		{"01-01 w1; 01-1 w1; 01-02 w2 <01", "01-01+01-01 | 01-02", "W duplicate plan 01-01, also in 01-01-PLAN.md"},
		{"01-01 w1; 01-02 w2 <01-01-PLAN.md", "01-01 | 01-02", ""},
		{"01-01 w1; 01-02 w2 <01-01-SUMMARY.md", "01-01 | 01-02", ""},
		{"01.1-01 w1; 01-01 w1; 02-01 w1", "01-01 | 01.1-01 | 02-01", ""},
	} {
		var plans []*Plan
		if c.plans != "" {
			plans = plansOf(t, strings.Split(c.plans, ";")...)
		}
		for range 2 {
			steps, problems := describe(Order(plans))
			if steps != c.steps || problems != c.problems {
				t.Errorf("%s:\n%s\n%s\nwant\n%s\n%s", c.plans, steps, problems, c.steps, c.problems)
			}
			if c.problems == "" {
				slices.Reverse(plans)
			}
		}
	}
}

// FuzzOrder checks that each plan has one place after its dependencies.
func FuzzOrder(f *testing.F) {
	f.Add([]byte{1, 2, 3}, []byte{0x10, 0x21})
	f.Add([]byte{1, 1, 1, 2, 2}, []byte{0x40, 0x31, 0x13})
	f.Fuzz(func(t *testing.T, waves, needs []byte) {
		waves = waves[:min(len(waves), 16)]
		var plans []*Plan
		for i, w := range waves {
			on := ""
			for _, n := range needs[:min(len(needs), 24)] {
				if int(n>>4) == i {
					on += fmt.Sprintf(",01-%02d", n&15)
				}
			}
			gate := ""
			if w&0x40 != 0 {
				gate = " !"
			}
			plans = append(plans, planOf(t, fmt.Sprintf("01-%02d w%d <%s%s", i, w&3, strings.TrimPrefix(on, ","), gate)))
		}
		o := Order(plans)
		if len(o.All()) != len(plans) || (len(o.Unplaced) > 0) != (strings.Contains(fmt.Sprint(o.Problems), "depend on each other")) {
			t.Fatalf("%d of %d plans, %d unplaced", len(o.All()), len(plans), len(o.Unplaced))
		}
		done := map[string]bool{}
		for _, s := range o.Steps {
			for _, p := range s.Plans {
				if p.Alone() && (len(s.Plans) > 1 || !s.Alone) {
					t.Errorf("%s runs in parallel", p.ID())
				}
				for _, ref := range p.Front.Depends {
					if id, _ := refID(ref.Text, "01"); !done[id.String()] && slices.ContainsFunc(plans, func(q *Plan) bool { return q.ID() == id }) {
						t.Errorf("%s comes before %s", p.ID(), id)
					}
				}
			}
			for _, p := range s.Plans {
				done[p.ID().String()] = true
			}
		}
	})
}

func TestAlone(t *testing.T) {
	for value, want := range map[string]bool{"true": false, `"true"`: false, "yes": false, "On": false, "": false, "null": false, "false": true, `"false"`: true, "no": true, "maybe": true, "[x]": true, "1": true} {
		p, err := Parse("01-01-PLAN.md", "---\nphase: 1\nplan: 1\nautonomous: "+value+"\n---\n")
		if err != nil {
			t.Fatal(err)
		}
		if got := p.Alone(); got != want {
			t.Errorf("autonomous: %s: alone is %v", value, got)
		}
	}
}

func TestGates(t *testing.T) {
	plans := plansOf(t, "01-02 w2 <01 !", "01-01 w1", "01-03 w1 !", "02-01 w1")
	var got []string
	for _, g := range Order(plans).Gates(noneDone) {
		got = append(got, fmt.Sprintf("%s task %d after %d blocks %v %v", g.Plan.ID(), g.Number, g.After, g.Tasks, g.Plans))
	}
	want := "01-03 task 2 after 1 blocks [] [01-02 02-01]|01-02 task 2 after 1 blocks [] [02-01]"
	if strings.Join(got, "|") != want {
		t.Errorf("gates %s", strings.Join(got, "|"))
	}
}

func TestOnePause(t *testing.T) {
	with := func(checkpoint string) string {
		return strings.Replace(head, "wave: 1", "wave: 1\ncheckpoint: "+checkpoint, 1)
	}
	for text, want := range map[string]string{
		with("{type: human-verify, after_task: 1, what: w}") + auto + verify + auto: "2/1 [3]",
		with("{type: human-verify, after_task: 2}") + auto + verify + auto:          "2/1 [3]",
		with("{type: human-verify, after_task: 1}") + auto + auto + verify + auto:   "0/1 [2 3 4], 3/2 [4]",
		with("{type: human-verify, after_task: 1}") + auto + auto:                   "0/1 [2]",
		with("{type: human-verify}") + auto + verify:                                "2/1 []",
		with("human-verify") + auto + verify:                                        "2/1 []",
		with("look at the page") + auto + auto:                                      "0/2 []",
		with("{type: decision, after_task: 1}") + auto + verify:                     "0/1 [2], 2/1 []",
		with("{after_task: 9}") + auto:                                              "0/1 []",
		head + verify + auto + verify:                                               "1/0 [2 3], 3/2 []",
		with("{type: human-verify, after_task: 2}") + verify + auto + verify + auto: "1/0 [2 3 4], 3/2 [4]",
	} {
		var got []string
		for _, g := range parse(t, text).Gates() {
			got = append(got, fmt.Sprintf("%d/%d %v", g.Number, g.After, g.Tasks))
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s\ngates %s, want %s", text, strings.Join(got, ", "), want)
		}
	}
	g := parse(t, with("look at the page")+auto).Gates()[0]
	if g.Type != "" || g.Title != "look at the page" {
		t.Errorf("%+v", g)
	}
}

func gateOf(t testing.TB, file string) *Gate {
	t.Helper()
	gates := parse(t, rightFiles(t)[file]).Gates()
	if len(gates) != 1 {
		t.Fatalf("%d gates in %s", len(gates), file)
	}
	return &gates[0]
}

func TestJudge(t *testing.T) {
	for _, c := range []struct{ file, answer, want string }{
		{"verify.md", "approved", "approved"}, {"verify.md", " \"Approved.\" ", "approved"}, {"verify.md", "done", "problem"}, {"verify.md", "the menu\nis gone", "problem"},
		{"action.md", "DONE", "approved"}, {"action.md", "approved", "problem"},
		{"decision.md", "clerk", "selected clerk"}, {"decision.md", "Custom JWT", "selected custom"}, {"decision.md", "supabase auth", "selected supabase"},
		{"decision.md", "firebase", `no option "firebase"; expected one of supabase, clerk, custom`}, {"decision.md", "approved", `no option`},
		{"plain-options.md", "Vue", "selected vue"}, {"plain-options.md", "react", "selected react"}, {"front-matter.md", "approved", "approved"},
		{"verify.md", "", "the answer is empty"}, {"decision.md", " . ", "the answer is empty"},
	} {
		j, err := Judge(gateOf(t, c.file), c.answer)
		got := strings.TrimSpace(string(j.Verdict) + " " + j.Option)
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%q to %s is %q, want %q", c.answer, c.file, got, c.want)
		}
	}
}

func TestChoose(t *testing.T) {
	const cased = `<option id="x">Redis</option><option id="X">Memcached</option>`
	for _, c := range []struct{ options, answer, want string }{
		{cased, "x", "x"}, {cased, "X", "X"}, {cased, "redis", "x"},
		{`<option id="ab">Redis</option><option id="aB">Memcached</option>`, "AB", `"AB" matches several options; expected the exact name of one of ab, aB`},
		{`<option>Redis</option><option>redis</option>`, "Redis", "Redis"}, {`<option>Redis</option><option>redis</option>`, "REDIS", `"REDIS" matches several`},
		{`<option id="a">Postgres</option><option id="b">SQLite</option>`, "neither", `no option "neither"; expected one of a, b`},
		{"\n- Postgres\n- SQLite\n", "later", "later"}, // plain text is no option, so any answer is a choice
	} {
		g := &parse(t, `<task type="checkpoint:decision"><options>`+c.options+"</options></task>").Gates()[0]
		j, err := Judge(g, c.answer)
		got := j.Option
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, c.want) {
			t.Errorf("%q of %q: %s, want %s", c.answer, c.options, got, c.want)
		}
	}
}

func TestAnswers(t *testing.T) {
	text := ""
	record := func(g *Gate, answer string) *Change {
		t.Helper()
		j, err := Judge(g, answer)
		if err != nil {
			t.Fatal(err)
		}
		change, err := answersOf(t, text).Record(g, j, now)
		if err != nil {
			t.Fatal(err)
		}
		text = change.Text
		return change
	}
	g := gateOf(t, "verify.md")
	if !record(g, "it is broken").Changed() || !answersOf(t, text).Open(g) {
		t.Errorf("a problem closes the gate: %s", text)
	}
	before := text
	if record(g, "it is broken").Changed() || text != before {
		t.Error("the same answer is recorded again")
	}
	text = strings.Replace(text, "{\n", "{\n  \"own\": 1.50,\n", 1)
	if !record(g, "approved").Changed() || answersOf(t, text).Open(g) || !strings.HasPrefix(text, "{\n  \"own\": 1.50,\n") {
		t.Errorf("the gate is open: %s", text)
	}
	record(gateOf(t, "decision.md"), "clerk")
	if n := len(answersOf(t, text).All); n != 3 {
		t.Errorf("%d answers", n)
	}
	changed := parse(t, strings.Replace(rightFiles(t)["verify.md"], "Dashboard,", "Board,", 1)).Gates()[0]
	atPosition := parse(t, auto+rightFiles(t)["verify.md"]).Gates()[0]
	twice := parse(t, auto+rightFiles(t)["verify.md"]+rightFiles(t)["verify.md"]).Gates()
	a := answersOf(t, text)
	if !a.Open(&changed) || a.Open(&atPosition) || !a.Open(&twice[0]) {
		t.Error("a changed task is answered, or one that moved is not")
	}
}

func parseAnswers(name, text string) (*Answers, error) {
	a := &Answers{}
	err := a.read(name, text)
	return a, err
}

func answersOf(t testing.TB, text string) *Answers {
	t.Helper()
	a, err := parseAnswers(AnswersFile, text)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func TestAnswersRefuse(t *testing.T) {
	for _, text := range []string{"[]", "{", `{"answers": {}}`, `{"answers": [1]}`, `{"answers": [{"plan": "a"}]}`, `{"answers": [], "answers": []}`, `{"answers": []} x`, "{} // a", strings.Repeat("[", 2000)} {
		if _, err := parseAnswers("a.json", text); err == nil || !strings.HasPrefix(err.Error(), "a.json:1:") {
			t.Errorf("%.40q: %v", text, err)
		}
	}
}

func TestType(t *testing.T) {
	with := func(files, title string) *Plan {
		return parse(t, strings.Replace(head, "wave: 1", "wave: 1\nfiles_modified: ["+files+"]", 1)+"# "+title+"\n"+verify)
	}
	for _, c := range []struct {
		p     *Plan
		known map[Fact]bool
		want  string
	}{
		{with("src/App.tsx", "x"), nil, "human-verify ui files_modified src/App.tsx true"},
		{with("src/App.tsx", "x"), map[Fact]bool{UI: false}, "human-verify  phase 03 true"},
		{with("e2e/pages/login.ts", "x"), nil, "human-verify  phase 03 true"},
		{with("a.go, b.go", "x"), nil, "autonomous backend files_modified a.go false"},
		{with("a.go, b.css", "x"), nil, "human-verify ui files_modified b.css true"},
		{with("a.go", "New login"), nil, "human-verify flows name login true"},
		{with("a.tf, .github/workflows/x.yml", "x"), nil, "autonomous infrastructure files_modified a.tf false"},
		{with("package.json", "Scaffold it"), nil, "autonomous setup files_modified package.json false"},
		{with("", "x"), nil, "human-verify  phase 03 true"},
		{with("a.go", "x"), map[Fact]bool{Final: true}, "human-verify final flag  true"},
		{with("", "End-to-end tests"), nil, "human-verify integration name end-to-end true"},
		{parse(t, "---\nphase: 02\nplan: 1\nautonomous: true\n---\n"), nil, "autonomous  phase 02 true"},
		{parse(t, "---\nphase: 3.1\nplan: 1\n---\n"), nil, "human-verify  phase 03.1 true"},
		{parse(t, "---\nphase: 4\nplan: 1\n---\n<objective>\nMake the backend.\n</objective>"), nil, "autonomous backend objective backend true"},
	} {
		k := c.p.Type(c.known)
		if got := fmt.Sprintf("%s %s %s %s %t", k.Type(), k.Fact, k.Source, k.Evidence, k.Agrees); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

func TestSummaryName(t *testing.T) {
	for name, want := range map[string]string{"a/01-02-PLAN.md": "a/01-02-SUMMARY.md", "PLAN.md": "SUMMARY.md", "x/ROUTE.md": "x/LOGBOOK.md", "MYPLAN.md": "", "a.md": ""} {
		if got := SummaryName(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func texts(size int) map[string]string {
	fill := func(line string) string { return strings.Repeat(line, size/len(line)) }
	return map[string]string{
		"unclosed tasks":  fill("<task "),
		"unclosed tags":   fill("<task>"),
		"closing tags":    fill("</task>"),
		"nested":          fill("<task type=\"auto\"><a><a><a>"),
		"gates":           head + fill("<task type=\"checkpoint:human-verify\"></task>"),
		"one task":        "<task type=\"auto\">" + fill("<a></b>") + "</task>",
		"children":        "<task type=\"auto\">" + fill("<a></a>") + "</task>",
		"unclosed child":  "<task type=\"auto\">" + fill("<a>") + "</task>",
		"long attribute":  "<task a=\"" + fill("b") + "\">",
		"quotes":          fill("<t '\""),
		"attributes":      "<task " + fill("a=b ") + "></task>",
		"fences":          fill("```\n"),
		"open fences":     fill("````a\n") + "```\n",
		"comments":        fill("<!-- "),
		"closed comments": fill("<!-- --> `a"),
		"backticks":       fill("a ` b `` c ``` "),
		"options":         "<task type=\"checkpoint:decision\"><options>" + fill("<option id=\"a\"><name>b</name></option>") + "</options><resume-signal>" + "a</resume-signal></task>",
		"list":            "<task type=\"checkpoint:decision\"><options>\n- a: b\n- c: d\n" + fill("  x\n") + "</options></task>",
		"choices":         "<task type=\"checkpoint:decision\"><options>" + fill("<option id=\"a\">b</option>") + "</options><resume-signal>" + fill("x ") + "</resume-signal></task>",
		"steps":           head + "<task type=\"checkpoint:human-verify\"><how-to-verify>" + fill("run it, then ") + "</how-to-verify></task>",
		"step lines":      head + "<task type=\"checkpoint:human-verify\"><how-to-verify>" + fill("Run the thing, and then open it, or stop the other, if it (or she) may.\n") + "</how-to-verify></task>",
		"runs":            head + "<task type=\"checkpoint:human-verify\"><how-to-verify>" + fill(strings.Repeat("run: ", 700)+"\n") + "</how-to-verify></task>",
		"dashes":          fill("---\n"),
		"front matter":    "---\n" + fill("a:\n"),
		"spaces":          "<task type=\"auto\"><name>" + fill(" \n") + "</name></task>",
		"objectives":      fill("<objective>"),
	}
}

func TestGrowth(t *testing.T) {
	const small, times, most, tries = 4 << 10, 32, 8, 6
	large := texts(times * small)
	few, many := chainOf(t, 40), chainOf(t, 40*times)
	work := map[string][2]func(){"plans": {func() { Order(few).Gates(noneDone) }, func() { Order(many).Gates(noneDone) }}}
	for name, text := range texts(small) {
		work[name] = [2]func(){func() { readAll(t, text) }, func() { readAll(t, large[name]) }}
	}
	for name, do := range work {
		parts, whole := time.Hour, time.Hour
		for range tries {
			parts, whole = min(parts, timeOf(times, do[0])), min(whole, timeOf(1, do[1]))
			parts = max(parts, time.Millisecond) // because the clock may be too coarse
			if whole <= most*parts {
				break
			}
		}
		if whole > most*parts {
			t.Errorf("%s: %v for %d parts, and %v for all of them as one", name, parts, times, whole)
		}
	}
}

func timeOf(times int, do func()) time.Duration {
	return testtmp.Cost(func() {
		for range times {
			do()
		}
	})
}

func readAll(t *testing.T, text string) {
	p := parse(t, text)
	p.Check()
	for _, g := range Order([]*Plan{p}).Gates(noneDone) {
		g.unnamedAnswer()
	}
	p.Type(nil)
}

func chainOf(t *testing.T, n int) []*Plan {
	var plans []*Plan
	for i := range n {
		plans = append(plans, planOf(t, fmt.Sprintf("01-%d w%d <01-%d !", i, i%50, i-1)))
	}
	return plans
}

func noneDone(*Plan) bool { return false }

// TestTwins checks that identical tasks keep their answers when they move.
func TestTwins(t *testing.T) {
	twin := "<task type=\"checkpoint:human-verify\">" + "<what-built>w</what-built></task>\n"
	open := func(a *Answers, text string) string {
		var got []string
		for _, g := range parse(t, text).Gates() {
			got = append(got, map[bool]string{true: "open", false: "passed"}[a.Open(&g)])
		}
		return strings.Join(got, " ")
	}
	answered := func(text string, which int) *Answers {
		g := &parse(t, text).Gates()[which]
		change, err := answersOf(t, "").Record(g, Answer{Verdict: Approves, Text: "approved"}, now)
		if err != nil {
			t.Fatal(err)
		}
		return answersOf(t, change.Text)
	}
	before := auto + twin + auto + twin
	for _, c := range []struct {
		which       int
		after, want string
	}{
		{0, before, "passed open"}, {1, before, "open passed"},
		{0, auto + before, "passed open"}, {1, auto + before, "open passed"},
		{1, auto + auto + before, "open passed"}, // the first task has the old number of the second
		{1, auto + twin, "open"},
		{1, auto + twin + twin + twin, "open open open"}, // there are more identical tasks, so the answer belongs to none
	} {
		if got := open(answered(before, c.which), c.after); got != c.want {
			t.Errorf("answer to %d, then\n%s: %s, want %s", c.which, c.after, got, c.want)
		}
	}
	if got := open(answered(auto+twin, 0), auto+auto+twin+twin); got != "open open" {
		t.Errorf("one of two has the answer to the only one: %s", got)
	}
}

func TestSpellings(t *testing.T) {
	for _, c := range []struct{ name, front, want string }{
		{"phases/06-b/PLAN.md", "plan: 2", "06-02"}, {"phases/06-b/02-PLAN.md", "", "06-02"}, {"phases/06-b/05-02-PLAN.md", "", "05-02"},
		{"phases/6-b/02-PLAN.md", "phase: 7", "07-02"}, {"phases/phase-3/02-PLAN.md", "", "03-02"}, {"phases/14A-x/02-PLAN.md", "", "14a-02"},
		{"quick/001-fix/001-PLAN.md", "", "01"}, {"quick/261005-wza-t/261005-wza-PLAN.md", "", "261005-wza"}, {"quick/261005-wza-t/261005-wza-PLAN.md", "phase: quick\nplan: 261005-wza", "quick-261005-wza"}, {"phases/words/02-PLAN.md", "", "02"}, {"x/PLAN.md", "phase: 14A\nplan: 1", "14a-01"},
		{"PLAN.md", "phase: phase-1\nplan: 1", "01-01"}, {"14A-01-PLAN.md", "", "14a-01"}, {"phase-04-01-PLAN.md", "", "04-01"}, {"PLAN.md", "phase: 3d\nplan: 2", "03d-02"},
		{"PLAN.md", "phase: 2fa-login\nplan: 1", "2fa-login-01"},
	} {
		if got := parseAs(t, c.name, "---\n"+c.front+"\n---\n").ID().String(); got != c.want {
			t.Errorf("%s %q: %s, want %s", c.name, c.front, got, c.want)
		}
	}
	for _, c := range []struct{ list, want string }{
		{"15-01|14A-01|14-01|14b-01|3-01", "03-01 | 14-01 | 14a-01 | 14b-01 | 15-01"},
		{"04-01 w1|05-01 w1 <phase-04-01|phase-6-01 w1", "04-01 | 05-01 | 06-01"},
		{"04-02 w1 <plan-01|04-01 w1", "04-01 | 04-02"},
	} {
		steps, _ := describe(Order(plansOf(t, strings.Split(c.list, "|")...)))
		if steps != c.want {
			t.Errorf("%s: %s, want %s", c.list, steps, c.want)
		}
	}
	if k := parse(t, "---\nphase: 2A\nplan: 1\n---\n").Type(nil); !k.Autonomous {
		t.Errorf("phase 2A is late: %+v", k)
	}
}

func TestOrderUnread(t *testing.T) {
	for front, want := range map[string]string{
		"wave: three":                   `a.md:4:7: "wave" is "three"; expected a whole number`,
		"wave: -1":                      `a.md:4:7: "wave" is "-1"; expected a whole number`,
		"depends_on: {a: b}":            `a.md:4:13: "depends_on" has {a: b}; expected plan ids`,
		"depends_on:\n  - 01\n  - a: b": `a.md:6:5: "depends_on" has a: b; expected plan ids`,
		"wave: \"2\"":                   "",
		"wave:\ndepends_on:":            "",
	} {
		err := Order([]*Plan{parseAs(t, "a.md", "---\nphase: 1\nplan: 1\n"+front+"\n---\n"), planOf(t, "01-02 w1"), parseAs(t, "b.md", "---\nphase: 1\nplan: 01\n---\n")}).Err()
		if (err == nil) != (want == "") || err != nil && !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", front, err, want)
		}
	}
}

func TestOrderCutWave(t *testing.T) {
	first := parseAs(t, "a.md", "---\nphase: 1\nplan: 1\nwave: 1\n---\n")
	second := parseAs(t, "b.md", "---\nphase: 1\nplan: 2\nwave: 1.5\ndepends_on: [\"01\"]\n---\n")
	_, problems := describe(Order([]*Plan{first, second}))
	if want := `"wave" is "1.5"; expected a whole number; read as 1`; !strings.Contains(problems, want) || strings.Contains(problems, "earlier wave") {
		t.Errorf("%s, want %s alone", problems, want)
	}
}

func TestIsNamed(t *testing.T) {
	p := parseAs(t, "phases/05-analytics/05-02-PLAN.md", "---\nphase: 05-analytics\nplan: 2\n---\n")
	for _, name := range []string{"05-02", "05-analytics-02", "phase-5-02", "5-2", "05-02-PLAN.md"} {
		if !p.IsNamed(name) {
			t.Errorf("%q names nothing", name)
		}
	}
	for _, name := range []string{"05", "02", "phase-5", "05-analytics", "05-03", "06-02", ""} {
		if p.IsNamed(name) {
			t.Errorf("%q names 05-02", name)
		}
	}
}
