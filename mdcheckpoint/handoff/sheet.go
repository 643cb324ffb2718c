package handoff

import (
	"io/fs"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/claim"
)

// A Sheet is a note as data. Scripts read its JSON.
type Sheet struct {
	Goal         string       `json:"goal,omitempty"`
	NextAction   string       `json:"nextAction,omitempty"` // never a completed item
	Pending      []string     `json:"pending"`
	Done         []SheetEntry `json:"done"` // oldest first
	Decisions    []SheetEntry `json:"decisions"`
	Blockers     []SheetEntry `json:"blockers"`
	Verification []SheetEntry `json:"verification"`
	Facts        SheetFacts   `json:"facts"`
	Stale        []string     `json:"stale"` // differences between the note and the repository

	Parts []bootstrap.Part `json:"-"` // the sheet for display
}

// A SheetEntry is an entry of a section.
type SheetEntry struct {
	Text     string `json:"text"`
	Evidence string `json:"evidence,omitempty"`
	Reason   string `json:"reason,omitempty"`
	Until    string `json:"until,omitempty"`
	Result   string `json:"result,omitempty"`
	Commit   string `json:"commit,omitempty"`
}

// SheetFacts are the facts about the repository.
type SheetFacts struct {
	Branch   string   `json:"branch,omitempty"`
	Head     string   `json:"head,omitempty"`
	Worktree string   `json:"worktree,omitempty"`
	Dirty    []string `json:"dirty"`
	More     int      `json:"moreDirty,omitempty"` // number of other dirty files
	Written  string   `json:"written,omitempty"`
}

// ReadSheet reads the note at name, and returns its claims.
func ReadSheet(tree fs.FS, name string, outside claim.Outside) (*Sheet, []claim.Claim, error) {
	n, err := load(tree, name)
	if err != nil {
		return nil, nil, err
	}
	n.kept = keptOf(tree, name)
	return n.sheet(), n.claims(name, outside), nil
}

func (n *Note) sheet() *Sheet {
	s := &Sheet{Goal: n.Goal, NextAction: n.nextAction(), Pending: []string{}, Stale: []string{}}
	for _, e := range n.later() {
		s.Pending = append(s.Pending, e.Text)
	}
	s.Done, s.Decisions = n.sheetEntries(doneKey), n.sheetEntries(decisionsKey)
	s.Blockers, s.Verification = n.sheetEntries(blockersKey), n.sheetEntries(verificationKey)
	f := &n.Facts
	s.Facts = SheetFacts{Branch: f.text(claim.BranchKey), Head: f.text(claim.HeadKey), Worktree: f.text(claim.WorktreeKey), Written: f.text(writtenKey)}
	names, more := f.dirty()
	s.Facts.Dirty, s.Facts.More = append([]string{}, names...), more
	s.Parts = n.parts("")
	if line := f.line(); line != "" {
		s.Parts = append(s.Parts, bootstrap.Part{Title: "Facts", Texts: []string{line}})
	}
	return s
}

func (n *Note) sheetEntries(key string) []SheetEntry {
	all := []SheetEntry{}
	for _, e := range n.Entries[key] {
		s := SheetEntry{Text: e.Text, Commit: e.Commit}
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
