package planfile

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// The files for answers, below the root of the repository. Git ignores AnswersFile and tracks
// sharedFile.
const (
	AnswersFile = ".mdck/answers.json"
	sharedFile  = ".mdck-answers.jsonl"
)

func AnswerFiles() []string { return []string{AnswersFile, sharedFile} }

// answersFields returns the keys of AnswersFile. The shared file has such an answer on each line.
var answersFields = jsondoc.Table(`answers!: array of object
	plan!: string # path of the plan, relative to the root of the repository
	task!: int >=0 # number of the task; 0 is the checkpoint of the front matter
	sha256!: string # hash of the task, with "1 of 2" and so on appended for identical tasks; a changed task is open again
	answer!: string
	verdict!: string = approved selected problem done
	option: string # the chosen option
	by: string # the name of the person, from user.name of git
	commit: string # the commit that completed the task
	time!: string time`)

// An Answer is an answer to a checkpoint, or the record that a task is done.
type Answer struct {
	Plan    string  `json:"-"`
	Task    int     `json:"-"`
	SHA256  string  `json:"-"`
	Text    string  `json:"text"` // on one line
	Verdict Verdict `json:"verdict"`
	Option  string  `json:"option"`       // id or name of the chosen option
	By      string  `json:"by,omitempty"` // user.name of git, or ""
	Commit  string  `json:"-"`            // commit of the finished task, or ""
	Time    string  `json:"time"`
}

// Answers are the recorded answers and finished tasks.
type Answers struct {
	All []Answer // sorted by time if there is a shared file

	texts map[string]string // by file name
	file  string
	last  map[string]int // entryKey -> index in All of the last entry
}

// ReadAnswers reads all answers in tree. If it fails, name is the unreadable file.
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

// read adds the entries of text. An invalid one is an error, because ignoring it could open a
// checkpoint.
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
		sort.SliceStable(a.All, func(i, j int) bool { return a.All[i].Time < a.All[j].Time })
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

func parseEntries(name, text string) ([]*jsondoc.Value, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	d, err := jsondoc.ParseChecked(name, text, answersFields())
	if err != nil {
		return nil, err
	}
	return d.Root.Get("answers").Elements, nil
}

// parseLines parses the shared file, with both sides of a merge conflict.
func parseLines(name, text string) ([]*jsondoc.Value, error) {
	f := source.NewFile(name, text)
	if err := f.Check(source.MaxSize); err != nil {
		return nil, err
	}
	var all []*jsondoc.Value
	at, root := 0, answersFields()
	entry := root.Key("answers").Elem
	for line := range strings.Lines(text) {
		bare := strings.TrimSpace(strings.TrimPrefix(line, bom))
		if bare != "" && !isConflictMark(bare) {
			doc, err := jsondoc.ParseChecked("", bare, *entry)
			if located, ok := errors.AsType[*source.Error](err); ok { // the position is relative to the line
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

type field struct {
	key  string
	text *string
}

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

func entryKey(plan, hash string, done bool) string {
	return fmt.Sprint(done, strings.ToLower(hash), " ", plan)
}

// Hash returns the SHA-256 of g, in hex; Hashes, also those for other line endings. Identical tasks
// have different hashes.
func (g *Gate) Hash() string             { return claim.Hash([]byte(g.bytes() + g.twin)) }
func (g *Gate) Hashes() iter.Seq[string] { return claim.Hashes([]byte(g.bytes() + g.twin)) }

// Find returns the last answer to the current text of g, or nil.
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

// Open reports whether g has no answer, or its last answer reports a problem.
func (a *Answers) Open(g *Gate) bool {
	found := a.Find(g)
	return found == nil || !found.Verdict.Passes()
}

// Has reports whether the plan at the path plan has an answer or a finished task.
func (a *Answers) Has(plan string) bool {
	return slices.ContainsFunc(a.All, func(one Answer) bool { return one.Plan == plan })
}

// Outdated returns the last passing answer to an earlier text of g, or nil. current has the hashes
// of all checkpoints of the plan.
func (a *Answers) Outdated(g *Gate, current map[string]bool) *Answer {
	for i, one := range slices.Backward(a.All) {
		if one.Plan == g.Plan.File.Name && one.Task == g.Number && one.Verdict.Passes() && !current[strings.ToLower(one.SHA256)] {
			return &a.All[i]
		}
	}
	return nil
}

// Source returns the path of the file with the answers. a may be nil.
func (a *Answers) Source() string {
	if a != nil && a.texts[AnswersFile] == "" && a.texts[sharedFile] != "" {
		return sharedFile
	}
	return AnswersFile
}

// Share makes later calls write to the shared file.
func (a *Answers) Share() { a.file = sharedFile }

// Recorded returns the name and the text of the file to write next.
func (a *Answers) Recorded() (name, text string, exists bool) {
	name = cmp.Or(a.file, AnswersFile)
	text, exists = a.texts[name]
	return name, text, exists
}

// Record adds an answer to g at the end of the file. The path of the plan must be relative to the
// repository.
func (a *Answers) Record(g *Gate, one Answer, now time.Time) (*Change, error) {
	if last := a.Find(g); last != nil && last.Verdict == one.Verdict && last.Text == one.Text && last.Option == one.Option {
		_, text, _ := a.Recorded()
		return &Change{Text: text, Notes: []string{"that answer is already recorded"}}, nil
	}
	return a.record(g, one, now, "recorded "+strconv.Quote(short(one.Text)))
}

func (a *Answers) record(g *Gate, one Answer, now time.Time, did string) (*Change, error) {
	one.Plan, one.Task, one.SHA256, one.Time = g.Plan.File.Name, g.Number, g.Hash(), spelling.FormatTime(now)
	text, err := a.withEntry(one.entry())
	return &Change{Text: text, Did: []string{did}}, err
}

func (a *Answers) withEntry(entry string) (string, error) {
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

// Signed adds the person and the time to text: "clerk (by Ada, 2026-11-21T08:00:00Z)".
func (a *Answer) Signed(text string) string {
	if a.By == "" {
		return text + " (" + a.Time + ")"
	}
	return fmt.Sprintf("%s (by %s, %s)", text, a.By, a.Time)
}
