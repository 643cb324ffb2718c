package planfile

import (
	"strings"
	"testing"

	"mdck/mdcheckpoint/source"
)

const head = "---\nphase: 3\nplan: 06\nwave: 1\nautonomous: false\ndepends_on: []\n---\n"

const verify = `<task type="checkpoint:human-verify" gate="blocking"><what-built>a</what-built><how-to-verify>Look</how-to-verify><resume-signal>Type "approved"</resume-signal></task>
`

const auto = "<task type=\"auto\"><name>a</name><action>b</action></task>\n"

func check(t *testing.T, name, text string, want ...string) {
	t.Helper()
	got := problems(parse(t, text))
	if len(got) != len(want) {
		t.Errorf("%s: problems are\n%s\nwant\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		return
	}
	for i := range want {
		if !strings.Contains(got[i], want[i]) {
			t.Errorf("%s: problem %q, want %q", name, got[i], want[i])
		}
	}
}

func TestCheck(t *testing.T) {
	set := func(old, new string) string { return strings.Replace(head, old, new, 1) }
	task := func(kind, children string) string {
		return head + "<task type=\"" + kind + "\" gate=\"blocking\">" + children + "</task>\n" + verify
	}
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"good":                            {head + auto + verify, nil},
		"front matter not closed":         {"---\nphase: 1\n" + auto, []string{`E front-matter "---" front matter: the front matter is not closed`}},
		"front matter not YAML":           {"---\nphase: [1\n---\n" + auto, []string{`E front-matter`}},
		"value of a key not YAML":         {"---\nphase: 1\nautonomous: true\nmust_haves:\n  truths:\n    - \"a\" and b\n---\n" + verify, []string{`E autonomous`, `W front-matter`}},
		"duplicate key":                   {"---\nwave: 1\nwave: 2\n---\n" + auto, []string{`E front-matter "wave: 2" front matter: duplicate key "wave"`}},
		"not supported":                   {"---\nphase: &a 1\n---\n" + auto, []string{`W front-matter`}},
		"too large":                       {"---\na: " + strings.Repeat("b", 40<<10) + "\n---\n" + auto, []string{`E front-matter`}},
		"no keys":                         {"---\n---\n" + auto, []string{`W front-matter "---" no "phase", "plan", "wave", "autonomous", "depends_on"`}},
		"autonomous is not true or false": {set("false", "maybe") + verify, []string{`E front-matter "maybe" "autonomous" is "maybe"; expected true or false`}},
		"autonomous of YAML 1.1":          {set("false", "no") + verify, []string{`W front-matter "no" "autonomous" is "no"; expected true or false`}},
		"wave is not a number":            {set("wave: 1", "wave: one") + verify, []string{`E front-matter "one" "wave" is "one"; expected a whole number`}},
		"wave is a list":                  {set("wave: 1", "wave: [1]") + verify, []string{`E front-matter "[1]" "wave" is an array`}},
		"late wave without dependencies":  {set("wave: 1", "wave: 2") + verify, []string{`W front-matter "[]" a plan of wave 2 depends on an earlier plan`}},
		"unknown key":                     {set("wave: 1", "wave: 1\nown: {a: [b]}") + verify, nil},
		"unknown pause":                   {set("wave: 1", "wave: 1\ncheckpoint: {type: human-verfy}") + verify, []string{`W front-matter "{type: human-verfy}" unknown type "human-verfy" of the checkpoint (did you mean "human-verify"?)`}},

		"no name":               {task("auto", "<action>b</action>"), []string{`E task-children "<task type=\"auto\" gate=\"blocking\">" task 1 of type "auto" has no <name>`}},
		"empty action":          {task("auto", "<name>a</name><action> \n</action>"), []string{`E task-children`}},
		"other action":          {task("auto", "<name>a</name><implementation>b</implementation>"), []string{`W task-children "<task type=\"auto\" gate=\"blocking\">" task 1 of type "auto" has no <action> (only <implementation>)`}},
		"no verify":             {task("auto", "<name>a</name><action>b</action>"), nil},
		"tdd":                   {task("tdd", "<name>a</name><behavior>b</behavior>"), nil},
		"unknown type":          {task("atuo", ""), []string{`W task-children "<task type=\"atuo\" gate=\"blocking\">" unknown type "atuo" of task 1 (did you mean "auto"?)`}},
		"unknown checkpoint":    {task("checkpoint:look", ""), []string{"W task-children", `has no <resume-signal>`}},
		"no type":               {head + "<task>b</task>" + verify, []string{`W task-children "<task>" no type in task 1`}},
		"no resume":             {task(HumanVerify, "<what-built>a</what-built><how-to-verify>b</how-to-verify>"), []string{`E task-children`}},
		"nothing to check":      {task(HumanVerify, "<what-built>a</what-built><resume-signal>b</resume-signal>"), []string{`E task-children "<task type=\"checkpoint:human-verify\" gate=\"blocking\">" task 1 of type "checkpoint:human-verify" has no <how-to-verify>`}},
		"unclosed child":        {task("auto", "<name>a</name><action>b<br>"), []string{`E task-balance "<action>" <action> in task 1 is not closed; expected </action>`}},
		"closed by another tag": {task("auto", "<name>a<action>b</action>"), []string{`E task-balance "<name>" <name> in task 1 is not closed; expected </name>`}},
		"habit":                 {task(HumanVerify, "<name>a</name><action>b</action><resume-signal>b</resume-signal>"), []string{`task 1 of type "checkpoint:human-verify" has no <what-built> (only <name>), no <how-to-verify> (only <action>)`}},
		"no signal, decision":   {task(Decision, "<decision>a</decision><context>b</context><option id=\"a\">a</option><option id=\"b\">b</option>"), []string{`W task-children`}},
		"no context":            {task(Decision, "<decision>a</decision><resume-signal>a or b</resume-signal><option id=\"a\">a</option><option id=\"b\">b</option>"), []string{`no <context>`}},
		"one option":            {task(Decision, "<decision>a</decision><context>b</context><resume-signal>a</resume-signal><options><option id=\"a\">a</option></options>"), []string{`E options "<task type=\"checkpoint:decision\" gate=\"blocking\">" task 1 of type "checkpoint:decision" has too few options (1)`}},
		"a list":                {task(Decision, "<decision>a</decision><context>b</context><resume-signal>a</resume-signal><options>\n- a\n- b\n</options>"), []string{`W options`}},
		"no options":            {task(Decision, "<decision>a</decision><context>b</context><resume-signal>a</resume-signal>"), []string{`E options`}},
		"only pros":             {task(Decision, "<decision>a</decision><context>b</context><resume-signal>a, b</resume-signal><options><option id=\"a\"><name>A</name><pros>p</pros></option><option id=\"b\">b</option></options>"), []string{`E options "<option id=\"a\"><name>A</name><pros>p</pros></option>" option "a" has <pros> but no <cons>`}},
		"only cons":             {task(Decision, "<decision>a</decision><context>b</context><resume-signal>a, b</resume-signal><options><option id=\"a\"><name>A</name><cons>p</cons></option><option id=\"b\">b</option></options>"), []string{`E options`}},
		"twice":                 {task(Decision, "<decision>a</decision><context>b</context><resume-signal>a</resume-signal><options><option id=\"a\">a</option><option id=\"A\">b</option></options>"), []string{`E options "<option id=\"A\">" duplicate option "A"`}},
		"recommended":           {task(Decision, "<decision>a</decision><context>b</context><resume-signal>a b</resume-signal><options><option id=\"a\"><name>A (Recommended)</name></option><option id=\"b\">b</option></options>"), []string{`W options`}},
		"some ids":              {task(Decision, "<decision>a</decision><context>b</context><resume-signal>Select: one</resume-signal><options><option id=\"one\">a</option><option id=\"two\">b</option></options>"), []string{`W options "<resume-signal>Select: one</resume-signal>" <resume-signal> does not list all options; missing: "two"`}},
		"action without why":    {task(HumanAction, "<action>a</action><instructions>b</instructions><resume-signal>b</resume-signal>"), []string{`W task-children "<task type=\"checkpoint:human-action\" gate=\"blocking\">" task 1 of type "checkpoint:human-action" has no <why-manual> or <verification>`}},
		"choice":                {task(HumanAction, "<action>Frontend</action><why-manual>w</why-manual><instructions>Should I use React or Vue? Please choose and let me know.</instructions><resume-signal>b</resume-signal>"), []string{`W automation-first`}},
		"asks":                  {task(HumanVerify, "<what-built>a</what-built><how-to-verify>\n1. Run `npm run dev`\n2. Look\n</how-to-verify><resume-signal>b</resume-signal>"), []string{"W automation-first \"Run `npm run dev`\" \"Run `npm run dev`\" asks a person to run a command, but the agent can run it"}},

		"unclosed":        {head + "<task type=\"auto\"><name>a</name><action>b</action>\n" + verify, []string{`E task-balance "<task type=\"auto\">"`}},
		"unclosed at end": {head + verify + "<tasks>\n<task type=\"auto\"><name>a</name><action>b</action>\n</tasks>", []string{`E task-balance`}},
		"stray":           {head + verify + "</task>\n", []string{`E task-balance "</task>" </task> has no opening tag`}},
		"no tasks":        {head, []string{"no task"}},
	} {
		check(t, name, c.text, c.want...)
		check(t, name+", crlf", strings.ReplaceAll(c.text, "\n", "\r\n"), c.want...)
	}
}

func TestCheckpointForms(t *testing.T) {
	for value, want := range map[string]FrontCheckpoint{
		"": {}, "null": {}, "~": {}, "none": {}, "false": {}, "{}": {}, "''": {},
		"human-verify":                  {Is: true, Type: "human-verify"},
		"checkpoint:human-verify":       {Is: true, Type: "human-verify"},
		"{type: decision}":              {Is: true, Type: "decision"},
		"{after_task: 1}":               {Is: true, After: 1, HasAfter: true},
		"{type: x, after_task: \"1\"}":  {Is: true, Type: "x", After: 1, HasAfter: true},
		"true":                          {Is: true},
		"{type: decision, what: a  b }": {Is: true, Type: "decision", What: "a b"},
	} {
		p := parse(t, strings.Replace(head, "wave: 1", "wave: 1\ncheckpoint: "+value, 1)+auto)
		k := p.Front.Checkpoint
		k.Span, k.AfterAt, k.isObject = source.Span{}, source.Span{}, false
		if k != want {
			t.Errorf("checkpoint: %s is %+v, want %+v", value, k, want)
		}
	}
}

func TestAfterTaskValues(t *testing.T) {
	with := func(after string) string {
		return strings.Replace(head, "wave: 1", "wave: 1\ncheckpoint: {type: human-verify, after_task: "+after+"}", 1)
	}
	check(t, "no tasks", with("4"), "no task")
	check(t, "below", with("0")+auto, `E after-task "0" "after_task" is 0, but the plan has 1 task`)
	check(t, "above", with("3")+auto+auto, `E after-task "3" "after_task" is 3, but the plan has 2 tasks`)
	check(t, "last", with("2")+auto+auto)
	check(t, "a text", with("soon")+auto, `E after-task "soon"`)
	check(t, "negative", with("-1")+auto, `E after-task "-1"`)
	check(t, "in quotes", with(`"2"`)+auto+auto)
	check(t, "before its task", with("1")+auto+verify)
	check(t, "at its task", with("2")+auto+verify)
	check(t, "elsewhere", with("1")+auto+auto+verify, `W after-task "1" "after_task" is 1, but the checkpoint is task 3, so the plan pauses twice`)
}

func TestAutonomousValues(t *testing.T) {
	with := func(value string) string { return strings.Replace(head, "autonomous: false", value, 1) }
	check(t, "true and a task", with("autonomous: true")+auto+verify, `E autonomous "true" "autonomous" is true; expected false, because task 2 of type "checkpoint:human-verify" waits for a person`)
	check(t, "true in quotes", with(`autonomous: "true"`)+verify, `W front-matter`, `E autonomous`)
	check(t, "true and a pause", with("autonomous: true\ncheckpoint: {type: human-verify, after_task: 1}")+auto, `E autonomous "true" "autonomous" is true; expected false, because the checkpoint of the front matter waits for a person`)
	check(t, "true", with("autonomous: true")+auto)
	check(t, "false without a checkpoint", head+auto, `W autonomous "false" "autonomous" is false in a plan without a checkpoint`)
	check(t, "false with an orchestrator", head+auto+"Task 1 is INLINE ORCHESTRATOR work.\n")
	check(t, "missing and a task", with("type: execute")+verify, `W autonomous "---" missing key "autonomous"; expected false, because task 1`)
	check(t, "missing", with("type: execute")+auto, `W front-matter "---" no "autonomous"`)
}

func TestMissingGate(t *testing.T) {
	for text, want := range map[string]string{
		`<task type="checkpoint:decision">`:                   `<task type="checkpoint:decision" gate="blocking">`,
		`<task id='1' type='checkpoint:human-verify' tdd>`:    `<task id='1' type='checkpoint:human-verify' gate="blocking" tdd>`,
		`<task type="checkpoint:human-verify" gate="" x="1">`: `<task type="checkpoint:human-verify" gate="blocking" x="1">`,
		`<task gate type="checkpoint:decision" >`:             `<task gate="blocking" type="checkpoint:decision" >`,
		`<task type="checkpoint:human-action">`:               ``,
		`<task type="auto">`:                                  ``,
	} {
		p := parse(t, text+"\r\nx</task>")
		var edits []source.Edit
		for _, f := range p.Check() {
			if f.Class == GateAttr {
				if f.Error {
					t.Errorf("%s is an error", text)
				}
				edits = append(edits, f.Fix...)
			}
		}
		fixed, err := source.Apply(p.Text(), edits)
		if want == "" {
			want = text
		}
		if err != nil || fixed != want+"\r\nx</task>" {
			t.Errorf("%s becomes %q, %v", text, fixed, err)
		}
	}
	check(t, "unknown", head+strings.Replace(verify, `"blocking"`, `"blocknig"`, 1), `W gate "gate=\"blocknig\"" gate is "blocknig"; expected one of blocking, blocking-human (did you mean "blocking"?)`)
}

func TestWhyManual(t *testing.T) {
	const action = `<task type="checkpoint:human-action"><action>a</action><instructions>b</instructions>%<resume-signal>c</resume-signal></task>`
	for child, n := range map[string]int{"<why-manual>w</why-manual>": 0, "<verification>v</verification>": 0, "": 1} {
		if got := problems(parse(t, head+strings.Replace(action, "%", child, 1))); len(got) != n {
			t.Errorf("%s: %q", child, got)
		}
	}
}

func TestNoName(t *testing.T) { check(t, "no name", head+verify) }

func TestPlanNumbers(t *testing.T) {
	for _, number := range []string{"6", "06", `"06"`, "'6'", "006", `"03-06"`} {
		p := parse(t, strings.Replace(head, "plan: 06", "plan: "+number, 1))
		if p.ID().String() != "03-06" {
			t.Errorf("plan: %s is %s", number, p.ID())
		}
	}
	for phase, want := range map[string]string{"3": "03", "010": "10", "08": "08", "01.1": "01.1", `"1.10"`: "01.10", "03-dashboard": "03", "Phase 3": "03", "quick": "quick", "999999-x": "999999"} {
		p := parse(t, strings.Replace(head, "phase: 3", "phase: "+phase, 1))
		if got := p.ID(); got.Phase != want || got.Plan != "06" {
			t.Errorf("phase: %s is %+v", phase, got)
		}
	}
	for name, want := range map[string]string{"x/01-02-PLAN.md": "01-02", "01.1-02-PLAN.md": "01.1-02", "annotation-07-03-PLAN.md": "annotation-07-03", "ROUTE.md": "route"} {
		if got := parseAs(t, name, auto).ID().String(); got != want {
			t.Errorf("%s is %s", name, got)
		}
	}
}

func TestMissingKeys(t *testing.T) {
	check(t, "old", "---\nphase: 01-x\nplan: 01\n---\n"+auto, `W front-matter "---" no "wave", "autonomous", "depends_on"`)
	check(t, "none", auto, `W front-matter "" no front matter`)
}
