package handoff

import (
	"io/fs"
	"strings"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

// A Sheet is a note as data. Its JSON names are part of the interface.
type Sheet struct {
	Goal         string       `json:"goal,omitempty"`
	NextAction   string       `json:"nextAction,omitempty"` // never a completed item
	Pending      []string     `json:"pending"`
	Done         []SheetEntry `json:"done"` // oldest first
	Decisions    []SheetEntry `json:"decisions"`
	Blockers     []SheetEntry `json:"blockers"`
	Verification []SheetEntry `json:"verification"`
	Facts        SheetFacts   `json:"facts"`
	Stale        []string     `json:"stale"` // differences between the note and the repository, as words
}

// A SheetEntry is an entry of a section, with the detail in the field that matches the section.
type SheetEntry struct {
	Text     string `json:"text"`
	Evidence string `json:"evidence,omitempty"`
	Reason   string `json:"reason,omitempty"`
	Until    string `json:"until,omitempty"`
	Result   string `json:"result,omitempty"`
	Commit   string `json:"commit,omitempty"`
	line     string
}

// SheetFacts are the facts about the repository.
type SheetFacts struct {
	Branch   string   `json:"branch,omitempty"`
	Head     string   `json:"head,omitempty"`
	Worktree string   `json:"worktree,omitempty"`
	Dirty    []string `json:"dirty"`
	More     int      `json:"moreDirty,omitempty"` // number of dirty files that the note does not name
	Written  string   `json:"written,omitempty"`
}

// ReadSheet reads the note at name in tree. It also returns the claims of the note.
func ReadSheet(tree fs.FS, name string, outside claim.Outside) (*Sheet, []claim.Claim, error) {
	text, err := source.ReadFile(tree, name)
	if err != nil {
		return nil, nil, err
	}
	n, err := Parse(name, text)
	if err != nil {
		return nil, nil, err
	}
	return n.sheet(keptOf(tree, name)), n.claims(name, outside), nil
}

// sheet returns the note as data. Items that are completed, in the note or in kept, are not among
// the open tasks.
func (n *Note) sheet(kept Kept) *Sheet {
	s := &Sheet{Goal: n.Goal, NextAction: n.nextAction(kept), Pending: []string{}, Stale: []string{}}
	for _, e := range n.later(kept) {
		s.Pending = append(s.Pending, e.Text)
	}
	s.Done, s.Decisions = n.sheetEntries(doneKey), n.sheetEntries(decisionsKey)
	s.Blockers, s.Verification = n.sheetEntries(blockersKey), n.sheetEntries(verificationKey)
	f := &n.Facts
	s.Facts = SheetFacts{Branch: f.Branch.Text, Head: f.Head.Text, Worktree: f.Worktree.Text, Dirty: []string{}, Written: f.Written.Text}
	names, more := f.dirty()
	s.Facts.Dirty, s.Facts.More = append(s.Facts.Dirty, names...), more
	return s
}

func (n *Note) sheetEntries(key string) []SheetEntry {
	all := []SheetEntry{}
	for _, e := range n.Entries[key] {
		s := SheetEntry{Text: e.Text, Commit: e.Commit, line: e.Line}
		switch key {
		case doneKey:
			s.Evidence = e.Detail
		case decisionsKey:
			s.Reason = e.Detail
		case blockersKey:
			s.Until = e.Detail
		case verificationKey:
			s.Result = e.Detail
		}
		all = append(all, s)
	}
	return all
}

// Parts returns the sheet for display. The field Lines is set for parts that consist of a single
// line.
func (s *Sheet) Parts() []bootstrap.Part {
	var all []bootstrap.Part
	one := func(title, text string) {
		if text != "" {
			all = append(all, bootstrap.Part{Title: title, Texts: []string{text}, Lines: true})
		}
	}
	list := func(title string, entries []SheetEntry, reverse bool) {
		var texts []string
		for _, e := range entries {
			texts = append(texts, e.line)
		}
		if reverse {
			for i, j := 0, len(texts)-1; i < j; i, j = i+1, j-1 {
				texts[i], texts[j] = texts[j], texts[i]
			}
		}
		all = append(all, bootstrap.Part{Title: title, Texts: texts})
	}
	one("Goal", s.Goal)
	one("Next action", s.NextAction)
	all = append(all, bootstrap.Part{Title: "Pending", Texts: s.Pending})
	list("Blockers", s.Blockers, false)
	list("Done (newest first)", s.Done, true)
	list("Decisions (newest first)", s.Decisions, true)
	list("Verification", s.Verification, false)
	one("Facts", s.Facts.line())
	return bootstrap.PartsWithTexts(all...)
}

func (f *SheetFacts) line() string {
	var all []string
	for _, fact := range [][2]string{{"branch", f.Branch}, {"HEAD", f.Head}, {"worktree", f.Worktree}, {"dirty", strings.Join(f.Dirty, ", ")}, {"written", f.Written}} {
		if fact[1] != "" {
			all = append(all, fact[0]+" "+fact[1])
		}
	}
	return strings.Join(all, "; ")
}
