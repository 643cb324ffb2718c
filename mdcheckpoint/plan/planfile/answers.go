package planfile

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// Where answers, and tasks that are done, are recorded, relative to the root of the
// repository: in one object, or for a project that shares them by git in a file with an entry
// on each line, the newest last.
const (
	AnswersFile = ".mdck/answers.json"
	sharedFile  = ".mdck-answers.jsonl"
)

// AnswerFiles returns the files that answers are read from.
func AnswerFiles() []string { return []string{AnswersFile, sharedFile} }

// entryFields describes an entry.
var entryFields = jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
	{Name: "plan", Kind: jsondoc.String, Required: true, Doc: "path of the plan, relative to the root of the repository"},
	{Name: "task", Kind: jsondoc.Int, Required: true, HasMin: true, Doc: "number of the task; 0 is the checkpoint of the front matter"},
	{Name: "sha256", Kind: jsondoc.String, Required: true, Doc: `hash of the task, with "1 of 2" and so on appended for identical tasks; a changed task is open again`},
	{Name: "answer", Kind: jsondoc.String, Required: true},
	{Name: "verdict", Kind: jsondoc.String, Required: true, Values: []string{string(Approves), string(Selects), string(Reports), string(Finishes)}},
	{Name: "option", Kind: jsondoc.String, Doc: "the chosen option"},
	{Name: "by", Kind: jsondoc.String, Doc: "who answered: user.name of git"},
	{Name: "commit", Kind: jsondoc.String, Doc: "the commit that completed the task"},
	{Name: "time", Kind: jsondoc.String, Required: true, Format: "date-time"},
}}

// AnswersFields are the keys of [AnswersFile].
var AnswersFields = jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
	{Name: "answers", Kind: jsondoc.Array, Required: true, Elem: &entryFields},
}}

// An Answer is one that is recorded, or that a task was done.
type Answer struct {
	Plan    string  `json:"-"`
	Task    int     `json:"-"`
	SHA256  string  `json:"-"`
	Text    string  `json:"text"` // on one line
	Verdict Verdict `json:"verdict"`
	Option  string  `json:"option"`       // id of the chosen option, or its name if it has no id
	By      string  `json:"by,omitempty"` // user.name of git; "" if it was not known
	Commit  string  `json:"-"`            // that a task was done in; "" if that is not known
	Time    string  `json:"time"`
	Want    string  `json:"-"` // what would pass the gate, for a reported problem that is not recorded yet
}

// Answers are the recorded answers and completed tasks.
type Answers struct {
	All []Answer // in the order of the file, or by time if there is a shared file

	texts map[string]string // of the files, by name
	file  string            // file that is written next; "" is AnswersFile
	last  map[string]int    // by key, the index in All of the last entry
}

// ReadAnswers reads the answers in tree. Beside an error it returns the path of the file that
// cannot be read.
func ReadAnswers(tree fs.FS) (a *Answers, name string, err error) {
	a = &Answers{}
	for _, name := range AnswerFiles() {
		text, err := source.ReadRegular(tree, name)
		if err == nil {
			err = a.read(name, text)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, name, err
		}
	}
	return a, "", nil
}

// read adds the entries of a file. What does not fit the table is an error at its place, for an
// answer that is misread opens or closes a gate.
func (a *Answers) read(name, text string) error {
	entries := parseEntries
	if name == sharedFile {
		entries = parseLines
	}
	all, err := entries(name, text)
	if err != nil {
		return err
	}
	for _, v := range all {
		a.All = append(a.All, readAnswer(v))
	}
	if name == sharedFile && len(all) > 0 {
		slices.SortStableFunc(a.All, func(x, y Answer) int { return strings.Compare(x.Time, y.Time) })
	}
	if a.texts == nil {
		a.texts = map[string]string{}
	}
	a.texts[name] = text
	a.last = map[string]int{}
	for i, one := range a.All {
		a.last[entryKey(one.Plan, one.SHA256, one.Verdict == Finishes)] = i
	}
	return nil
}

// parseEntries returns the entries of one object.
func parseEntries(name, text string) ([]*jsondoc.Value, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	d, err := jsondoc.ParseChecked(name, text, AnswersFields)
	if err != nil {
		return nil, err
	}
	return d.Root.Get("answers").Elements, nil
}

// parseLines returns the entries of lines. Merge conflict markers of git are skipped, and both
// sides are read.
func parseLines(name, text string) ([]*jsondoc.Value, error) {
	f := source.NewFile(name, text)
	if err := f.Check(source.MaxSize); err != nil {
		return nil, err
	}
	var all []*jsondoc.Value
	at := 0
	for line := range strings.Lines(text) {
		bare := strings.TrimSpace(strings.TrimPrefix(line, bom))
		if bare != "" && !isConflictMark(bare) {
			doc, err := jsondoc.ParseChecked("", bare, entryFields)
			if located, ok := errors.AsType[*source.Error](err); ok { // at a place in the line
				err = located.Err
			}
			if err != nil {
				return nil, f.Errorf(at, "%w", err)
			}
			all = append(all, doc.Root)
		}
		at += len(line)
	}
	return all, nil
}

func isConflictMark(line string) bool {
	return slices.Contains([]string{"<<<<<<<", "|||||||", "=======", ">>>>>>>"}, line[:min(len(line), 7)])
}

func readAnswer(v *jsondoc.Value) (a Answer) {
	for _, f := range a.fields() {
		*f.text, _ = v.Get(f.key).Str()
	}
	a.Task, _ = v.Get("task").Int()
	a.By = spelling.OneLine(a.By)
	return a
}

// A field is a text of an entry.
type field struct {
	key  string
	text *string
}

// fields are the texts of an entry, in the order in which they are written.
func (a *Answer) fields() []field {
	return []field{
		{"plan", &a.Plan},
		{"sha256", &a.SHA256},
		{"answer", &a.Text},
		{"verdict", (*string)(&a.Verdict)},
		{"option", &a.Option},
		{"by", &a.By},
		{"commit", &a.Commit},
		{"time", &a.Time},
	}
}

// entryKey is what answers to gates with the same bytes have in common, or the entries that such
// tasks are done.
func entryKey(plan, hash string, done bool) string {
	return fmt.Sprint(done, strings.ToLower(hash), " ", plan)
}

// Hash returns the SHA-256 of the bytes of g, in hex. Hashes yields all hashes that may be recorded
// for them. Identical tasks have distinct hashes as long as their number stays the same.
func (g *Gate) Hash() string             { return claim.Hash([]byte(g.bytes() + g.twin)) }
func (g *Gate) Hashes() iter.Seq[string] { return claim.Hashes([]byte(g.bytes() + g.twin)) }

// Find returns the last answer to g, given while the gate was as it is now; nil if there is
// none. A task that only moved, with its bytes, keeps its answer.
func (a *Answers) Find(g *Gate) *Answer { return a.find(g, false) }

func (a *Answers) find(g *Gate, done bool) *Answer {
	last := -1
	for hash := range g.Hashes() {
		if i, ok := a.last[entryKey(g.Plan.File.Name, hash, done)]; ok {
			last = max(last, i)
		}
	}
	if last < 0 {
		return nil
	}
	return &a.All[last]
}

// Open reports whether g still waits: it has no answer, or the last answer reports a problem.
func (a *Answers) Open(g *Gate) bool {
	found := a.Find(g)
	return found == nil || !found.Verdict.Passes()
}

// Has reports whether a gate of the plan at a path has an answer.
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

// Source returns the path of the file that the answers are read from, of both the first. a
// may be nil.
func (a *Answers) Source() string {
	if a != nil && a.texts[AnswersFile] == "" && a.texts[sharedFile] != "" {
		return sharedFile
	}
	return AnswersFile
}

// Share makes later records go to [sharedFile].
func (a *Answers) Share() { a.file = sharedFile }

// Recorded returns the file that is written next, with its current text.
func (a *Answers) Recorded() (name, text string, exists bool) {
	name = cmp.Or(a.file, AnswersFile)
	text, exists = a.texts[name]
	return name, text, exists
}

// Record makes the text of the file with the answer one to g after the others. The plan is
// recorded by the name that it was parsed with, which should be its path from the root of the
// repository. The same answer as the last one is not recorded again.
func (a *Answers) Record(g *Gate, one Answer, now time.Time) (*Change, error) {
	if last := a.Find(g); last != nil && last.Verdict == one.Verdict && last.Text == one.Text && last.Option == one.Option {
		_, text, _ := a.Recorded()
		return &Change{Text: text, Notes: []string{"that answer is already recorded"}}, nil
	}
	return a.record(g, one, now, "recorded "+strconv.Quote(short(one.Text)))
}

// record makes the change that adds one about g.
func (a *Answers) record(g *Gate, one Answer, now time.Time, did string) (*Change, error) {
	one.Plan, one.Task, one.SHA256, one.Time = g.Plan.File.Name, g.Number, g.Hash(), spelling.FormatTime(now)
	text, err := a.with(one.entry())
	return &Change{Text: text, Did: []string{did}}, err
}

// with returns the text of the file that is written next with an entry after the others.
func (a *Answers) with(entry string) (string, error) {
	name, text, _ := a.Recorded()
	switch {
	case name == sharedFile:
		if text != "" && !strings.HasSuffix(text, "\n") {
			text += "\n"
		}
		return text + entry + "\n", nil
	case strings.TrimSpace(text) == "":
		return "{\n  \"answers\": [\n    " + entry + "\n  ]\n}\n", nil
	}
	doc, err := jsondoc.Parse(name, text)
	if err != nil {
		return "", err
	}
	e := jsondoc.NewEditor(&doc)
	e.Append([]string{entry}, "answers")
	return doc.File.Text, e.Err
}

// entry returns the answer as JSON, without the texts that it may lack and does.
func (a *Answer) entry() string {
	var members []string
	for _, f := range a.fields() {
		if *f.text != "" || f.key == "answer" {
			members = append(members, fmt.Sprintf("%q: %s", f.key, jsondoc.Quote(*f.text)))
		}
	}
	members = slices.Insert(members, 1, fmt.Sprintf("%q: %d", "task", a.Task))
	return "{" + strings.Join(members, ", ") + "}"
}

// Signed returns text with who gave the answer and when: "clerk (by Ada, 2026-11-21T08:00:00Z)".
func (a *Answer) Signed(text string) string {
	if a.By == "" {
		return fmt.Sprintf("%s (%s)", text, a.Time)
	}
	return fmt.Sprintf("%s (by %s, %s)", text, a.By, a.Time)
}
