// Package history puts what is known of the past of one file in order: the commits of
// git, the writes of the ledger, and the state of the work tree, each with how large
// the text was.
//
// It reads nothing: who calls it brings the texts. What stands in commits and ledgers
// is data of others and comes out as it went in; who prints it has to escape it.
package history

import "time"

// A Row is one state of the file. What is not known is nil, zero or "".
type Row struct {
	Commit   string // full id of the commit that holds the state
	WorkTree bool   // it is what the work tree has, and the row before has not
	Written  bool   // the ledger knows the write that made it
	Found    bool   // the ledger knows it only as what the next write found
	Time     time.Time
	Path     string // slash path in the commit, relative to the root of the repository
	From     string // path before the commit, which renamed the file
	As       string // id of the commit that a work tree is as, though writes came after it
	Subject  string // of the commit
	Command  string // of the ledger
	// WrittenAt is when the ledger says that it was written, or found; Time is that of
	// the commit if there is one.
	WrittenAt time.Time
	Version   *int // by the text, or by the ledger where the text is not known
	Text      Text
	// LinesChange and TokensChange are the difference to the last row before with
	// numbers; nil without numbers or without such a row.
	LinesChange, TokensChange *int
}

// The names of where a row is from.
const (
	FromCommit   = "commit"
	FromWorkTree = "work tree"
	FromLedger   = "ledger"
)

// Source is where the row is from. A commit or the work tree may hold what the ledger
// knows, too.
func (r *Row) Source() string {
	switch {
	case r.Commit != "":
		return FromCommit
	case r.WorkTree:
		return FromWorkTree
	}
	return FromLedger
}

// A Commit is a state that git, or the work tree, has.
type Commit struct {
	ID       string // "" for the work tree
	Time     time.Time
	Path     string
	From     string
	As       string // as in [Row]
	Subject  string
	WorkTree bool
	Text     Text
}

// A Write is a line of the ledger.
type Write struct {
	Time    time.Time // zero where the ledger's is no time
	Version int
	Sum     string // SHA-256 of the file after it, in hex; "" if there was none
	Content string // hash of it without white space; "" if it is not known
	Command string
	Found   bool // nobody is known to have written it: the next write, at Time, found it
	Text    Text // numbers, where the text is kept somewhere
}

// Rows are the commits and the writes, each given oldest first, in one order, oldest
// first. A write whose result a commit holds is one row with it.
//
// Commits keep their order, and so do writes, whatever their times say; times decide
// only how the two interleave, where no content that both know does.
func Rows(commits []Commit, writes []Write) []Row {
	made := match(commits, writes)
	ends := bounds(made, len(writes))
	rows := make([]Row, 0, len(commits)+len(writes))
	next := 0
	for i := range commits {
		c := &commits[i]
		for ; next < ends[i] && !after(&writes[next], c, made[i] >= 0); next++ {
			rows = append(rows, ofWrite(&writes[next]))
		}
		row := ofCommit(c)
		if made[i] >= 0 {
			row.add(&writes[made[i]])
			next = made[i] + 1
		}
		rows = append(rows, row)
	}
	for ; next < len(writes); next++ {
		rows = append(rows, ofWrite(&writes[next]))
	}
	measureChanges(rows)
	return rows
}

// bounds are for each commit the first write that may not stand before it: the one that
// made it, or one that made a commit after it.
func bounds(made []int, writes int) []int {
	ends := make([]int, len(made))
	for i := len(made) - 1; i >= 0; i-- {
		if made[i] >= 0 {
			writes = made[i]
		}
		ends[i] = writes
	}
	return ends
}

// after reports whether the write stands after the commit, which all stand before that
// it was made by.
func after(w *Write, c *Commit, anchored bool) bool {
	return !anchored && !c.Time.IsZero() && w.Time.After(c.Time)
}

func ofCommit(c *Commit) Row {
	return Row{Commit: c.ID, WorkTree: c.WorkTree, Time: c.Time, Path: c.Path, From: c.From, As: c.As, Subject: c.Subject, Version: c.Text.Version, Text: c.Text}
}

func ofWrite(w *Write) Row {
	row := Row{Text: w.Text, Version: w.Text.Version}
	row.add(w)
	return row
}

// add notes that w made the state of the row.
func (r *Row) add(w *Write) {
	if w.Found {
		if r.Found = r.Commit == "" && !r.WorkTree; r.Found {
			r.WrittenAt = w.Time
		}
		return
	}
	r.Written, r.Command, r.WrittenAt = true, w.Command, w.Time
	if r.Commit == "" {
		r.Time = w.Time
	}
	if r.Version == nil && r.Text.Version == nil && w.Version > 0 && r.Text.Reason != Gone {
		version := w.Version
		r.Version = &version
	}
}

// measureChanges says of each row how it differs from the one before it with numbers.
func measureChanges(rows []Row) {
	var before *Text
	for i := range rows {
		now := &rows[i].Text
		if now.Reason != "" {
			continue
		}
		if before != nil {
			lines, tokens := now.Lines-before.Lines, now.Tokens-before.Tokens
			rows[i].LinesChange, rows[i].TokensChange = &lines, &tokens
		}
		before = now
	}
}
