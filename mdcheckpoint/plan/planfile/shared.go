package planfile

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// SharedFile is where answers are that a project shares by git, relative to the root of the
// repository: an entry of [AnswersFields] on each line, the newest last.
const SharedFile = ".mdck-answers.jsonl"

// AnswerFiles returns the files that answers are read from.
func AnswerFiles() []string { return []string{AnswersFile, SharedFile} }

// ReadAnswers reads the answers in tree, those of both files in the order of their times.
// Beside an error it returns the path of the file that cannot be read.
func ReadAnswers(tree fs.FS) (a *Answers, name string, err error) {
	a = &Answers{}
	for _, name := range AnswerFiles() {
		text, err := source.ReadRegular(tree, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var more *Answers
		if err == nil {
			more, err = ParseAnswers(name, text)
		}
		if err != nil {
			return nil, name, err
		}
		a = a.merge(more)
	}
	return a, "", nil
}

// merge returns the answers of both.
func (a *Answers) merge(more *Answers) *Answers {
	all := &Answers{Doc: cmp.Or(a.Doc, more.Doc), lines: a.lines + more.lines, All: slices.Concat(a.All, more.All)}
	if len(a.All) > 0 && len(more.All) > 0 {
		all.sort()
	}
	all.index()
	return all
}

// sort puts the answers in the order of their times.
func (a *Answers) sort() {
	slices.SortStableFunc(a.All, func(x, y Answer) int { return strings.Compare(x.Time, y.Time) })
}

// Share makes what is recorded next go to [SharedFile].
func (a *Answers) Share() { a.share = true }

// Recorded returns the file that is written next, and its text as it was read.
func (a *Answers) Recorded() (name, text string, exists bool) {
	switch {
	case a.share:
		return SharedFile, a.lines, a.lines != ""
	case a.Doc == nil:
		return AnswersFile, "", false
	}
	return a.Doc.File.Name, a.text(), true
}

// Source returns the path of the file that the answers are read from, of both the first. a may
// be nil.
func (a *Answers) Source() string {
	if a != nil && a.Doc == nil && a.lines != "" {
		return SharedFile
	}
	return AnswersFile
}

// addLine makes the text of [SharedFile] with an entry more.
func (a *Answers) addLine(json string) *Change {
	if !strings.HasSuffix(a.lines, "\n") && a.lines != "" {
		json = "\n" + json
	}
	return &Change{Text: a.lines + json + "\n", Edits: []source.Edit{source.Insert(len(a.lines), json+"\n")}}
}

// parseLines reads text as the shared file called name. What git writes around the sides of
// a merge that is not finished is no entry: the sides are, both.
func parseLines(name, text string) (*Answers, error) {
	a := &Answers{lines: text}
	f := source.NewFile(name, text)
	if err := f.Check(source.MaxSize); err != nil {
		return nil, err
	}
	at := 0
	for line := range strings.Lines(text) {
		bare := strings.TrimSpace(strings.TrimPrefix(line, bom))
		if bare != "" && !isConflictMark(bare) {
			doc, err := jsondoc.ParseChecked("", bare, *AnswersFields.Fields[0].Elem)
			if err != nil {
				return nil, f.Errorf(at, "%w", causeOf(err))
			}
			one := readAnswer(doc.Root)
			one.Span = source.Span{Start: at, End: at + len(line)}
			a.All = append(a.All, one)
		}
		at += len(line)
	}
	a.sort()
	a.index()
	return a, nil
}

// causeOf returns err without a place that is one in a line.
func causeOf(err error) error {
	if located, ok := errors.AsType[*source.Error](err); ok {
		return located.Err
	}
	return err
}

func isConflictMark(line string) bool {
	return slices.ContainsFunc([]string{"<<<<<<<", "|||||||", "=======", ">>>>>>>"}, func(mark string) bool { return strings.HasPrefix(line, mark) })
}

// isShared reports whether the file called name has an entry on each line.
func isShared(name string) bool { return path.Ext(name) == ".jsonl" }
