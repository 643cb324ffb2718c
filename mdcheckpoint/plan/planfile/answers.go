package planfile

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// AnswersFile is where answers stand, relative to the root of the repository.
const AnswersFile = ".mdck/answers.json"

// AnswersFields are the keys of the file of answers.
var AnswersFields = jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
	{Name: "answers", Kind: jsondoc.Array, Required: true, Elem: &jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
		{Name: "plan", Kind: jsondoc.String, Required: true, Doc: "path of the plan, relative to the root of the repository"},
		{Name: "task", Kind: jsondoc.Int, Required: true, HasMin: true, Doc: "number of the task; 0 is the checkpoint of the front matter"},
		{Name: "sha256", Kind: jsondoc.String, Required: true, Doc: "of the bytes of the task and, of several with the same bytes, of \"1 of 2\": a task that was changed is open again"},
		{Name: "answer", Kind: jsondoc.String, Required: true},
		{Name: "verdict", Kind: jsondoc.String, Required: true, Values: []string{string(Approves), string(Selects), string(Reports), string(Finishes)}},
		{Name: "option", Kind: jsondoc.String, Doc: "the option that was chosen"},
		{Name: "by", Kind: jsondoc.String, Doc: "who answered: user.name of git"},
		{Name: "commit", Kind: jsondoc.String, Doc: "that a task was done in"},
		{Name: "time", Kind: jsondoc.String, Required: true, Format: "date-time"},
	}}},
}}

// An Answer is one that was recorded.
type Answer struct {
	Plan    string      `json:"-"`
	Task    int         `json:"-"`
	SHA256  string      `json:"-"`
	Text    string      `json:"text"`
	Verdict Verdict     `json:"verdict"`
	Option  string      `json:"option"`
	By      string      `json:"by,omitempty"` // user.name of git; "" if it was not known
	Commit  string      `json:"-"`
	Time    string      `json:"time"`
	Span    source.Span `json:"-"`
}

// Answers are the recorded answers, and the tasks that were recorded as done.
type Answers struct {
	Doc *jsondoc.Document // of [AnswersFile]; nil for a file that is not there yet
	All []Answer          // in the order of the file, the oldest first

	lines  string         // the text of [SharedFile]
	share  bool           // what is recorded next goes there
	byGate map[string]int // index in All of the last answer to a gate
	byTask map[string]int // likewise, of tasks that are done
}

// ParseAnswers reads text as the file of answers called name. An empty text is a
// file without answers. What does not fit [AnswersFields] is an error at its
// place, for an answer that is misread opens or closes a gate.
func ParseAnswers(name, text string) (*Answers, error) {
	if isShared(name) {
		return parseLines(name, text)
	}
	if strings.TrimSpace(text) == "" {
		return &Answers{}, nil
	}
	d, err := jsondoc.ParseChecked(name, text, AnswersFields)
	if err != nil {
		return nil, err
	}
	a := &Answers{Doc: d}
	for _, v := range d.Root.Get("answers").Elements {
		a.All = append(a.All, readAnswer(v))
	}
	a.index()
	return a, nil
}

// index makes the indexes of All.
func (a *Answers) index() {
	a.byGate, a.byTask = map[string]int{}, map[string]int{}
	for i, one := range a.All {
		index := a.byGate
		if one.Verdict == Finishes {
			index = a.byTask
		}
		index[gateKey(one.Plan, one.SHA256)] = i
	}
}

func readAnswer(v *jsondoc.Value) Answer {
	str := func(key string) string { s, _ := v.Get(key).Str(); return s }
	n, _ := v.Get("task").Int()
	return Answer{
		Plan: str("plan"), Task: n, SHA256: str("sha256"), Text: str("answer"),
		Verdict: Verdict(str("verdict")), Option: str("option"), By: spelling.OneLine(str("by")), Time: str("time"), Span: v.Span,
		Commit: str("commit"),
	}
}

// Hash returns the SHA-256, in hex, of the bytes of g, and Hashes those that may be recorded of
// them. Of tasks with the same bytes each has its own while they are as many as they are.
func (g *Gate) Hash() string             { return claim.Hash([]byte(g.bytes() + g.twin)) }
func (g *Gate) Hashes() iter.Seq[string] { return claim.Hashes([]byte(g.bytes() + g.twin)) }

// Find is the last answer to g in a, given while the gate was as it is now; nil if
// there is none. A task that only moved, with its bytes, keeps its answer.
func (a *Answers) Find(g *Gate) *Answer { return a.find(a.byGate, g) }

func (a *Answers) find(index map[string]int, g *Gate) *Answer {
	last := -1
	for hash := range g.Hashes() {
		if i, ok := index[gateKey(g.Plan.File.Name, hash)]; ok {
			last = max(last, i)
		}
	}
	if last < 0 {
		return nil
	}
	return &a.All[last]
}

// Moved is the last answer to the bytes of g in a plan of another path that is not there,
// which g may be under a new name: no answer to g, but worth a note. It is nil if there
// is none, or if there is an answer to g.
func (a *Answers) Moved(g *Gate, isThere func(plan string) bool) *Answer {
	if a.Find(g) != nil {
		return nil
	}
	hashes := slices.Collect(g.Hashes())
	for i, one := range slices.Backward(a.All) {
		if slices.Contains(hashes, strings.ToLower(one.SHA256)) && one.Verdict != Finishes && one.Plan != g.Plan.File.Name && !isThere(one.Plan) {
			return &a.All[i]
		}
	}
	return nil
}

// Signed returns text with who gave the answer and when: "clerk (by Ada, 2026-11-21T08:00:00Z)".
func (a *Answer) Signed(text string) string {
	by := ""
	if a.By != "" {
		by = "by " + a.By + ", "
	}
	return text + " (" + by + a.Time + ")"
}

// gateKey is what answers to gates with the same bytes have in common.
func gateKey(plan, hash string) string { return strings.ToLower(hash) + " " + plan }

// Has reports whether there is an answer to a gate of the plan at a path.
func (a *Answers) Has(plan string) bool {
	return slices.ContainsFunc(a.All, func(one Answer) bool { return one.Plan == plan })
}

// Outdated returns the last answer that passed the task with the number of g before it was
// changed; nil if there is none. current has the hashes of all gates of the plan.
func (a *Answers) Outdated(g *Gate, current map[string]bool) *Answer {
	for i, one := range slices.Backward(a.All) {
		if one.Plan == g.Plan.File.Name && one.Task == g.Number && one.Verdict.Passes() && !current[strings.ToLower(one.SHA256)] {
			return &a.All[i]
		}
	}
	return nil
}

// Open reports whether g still waits: nobody answered, or the last answer told of
// a problem.
func (a *Answers) Open(g *Gate) bool {
	found := a.Find(g)
	return found == nil || !found.Verdict.Passes()
}

// Record makes the text of the file of answers with j, the answer to g, behind the
// others. The plan is recorded by the name that it was parsed with, which should be its
// path from the root of the repository. The same answer as the last one is not recorded again: the text is then
// what it was.
func (a *Answers) Record(g *Gate, j Judgment, now time.Time) (*Change, error) {
	if last := a.Find(g); last != nil && last.Verdict == j.Verdict && last.Text == j.Text && last.Option == j.Option {
		return &Change{Text: a.text(), Notes: []string{"that answer is recorded already"}}, nil
	}
	return a.record(g, j, now)
}

// record makes the change that adds j about g, and reads the result.
func (a *Answers) record(g *Gate, j Judgment, now time.Time) (*Change, error) {
	name, _, _ := a.Recorded()
	change, err := a.add(g.entry(j, now))
	if err != nil {
		return nil, err
	}
	after, err := ParseAnswers(name, change.Text)
	if err != nil {
		return nil, err
	}
	is := func(one Answer) bool {
		return one.Text == j.Text && one.Verdict == j.Verdict && one.SHA256 == g.Hash() && one.Commit == j.Commit
	}
	if !slices.ContainsFunc(after.All, is) {
		return nil, protocol.BadRequest("", "the answer %q cannot be recorded", short(j.Text))
	}
	change.Did = []string{"recorded " + strconv.Quote(short(j.Text))}
	return change, nil
}

// add makes the text of the file of answers with an entry, as JSON, behind the others.
func (a *Answers) add(json string) (*Change, error) {
	switch {
	case a.share:
		return a.addLine(json), nil
	case a.Doc == nil:
		return &Change{Text: "{\n  \"answers\": [\n    " + json + "\n  ]\n}\n"}, nil
	}
	edits, err := a.Doc.Append(json, "answers")
	if err != nil {
		return nil, err
	}
	text, err := source.Apply(a.text(), edits)
	return &Change{Text: text, Edits: edits}, err
}

func (a *Answers) text() string {
	if a.Doc == nil {
		return ""
	}
	return a.Doc.File.Text
}

// entry is the answer as JSON.
func (g *Gate) entry(j Judgment, now time.Time) string {
	q := jsondoc.Quote
	text := fmt.Sprintf(`{"plan": %s, "task": %d, "sha256": %q, "answer": %s, "verdict": %q`, q(g.Plan.File.Name), g.Number, g.Hash(), q(j.Text), j.Verdict)
	for _, f := range [...]struct{ key, value string }{{"option", j.Option}, {"by", j.By}, {"commit", j.Commit}} {
		if f.value != "" {
			text += fmt.Sprintf(", %q: %s", f.key, q(f.value))
		}
	}
	return text + fmt.Sprintf(`, "time": %q}`, spelling.FormatTime(now))
}
