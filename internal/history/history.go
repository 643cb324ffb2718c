// Package history merges the states of one file into one order: the commits of git, the writes of
// the ledger, and the file on disk. It reads no files. The results contain subjects, paths and
// commands as they are; code that prints them has to escape them.
package history

import (
	"strings"
	"time"
)

// A Row is one state of the file. Unknown values are nil, zero or "".
type Row struct {
	Source    string    `json:"source"`                // a constant below
	Time      time.Time `json:"time,omitzero"`         // time of the commit, otherwise of the write
	Commit    string    `json:"commit,omitempty"`      // full id
	Path      string    `json:"path,omitempty"`        // slash path in the commit, from the root of the repository
	From      string    `json:"renamedFrom,omitempty"` // before a rename in this commit
	Subject   string    `json:"subject,omitempty"`     // of the commit
	Command   string    `json:"command,omitempty"`     // that wrote the state; "" if unknown
	WrittenAt time.Time `json:"writtenAt,omitzero"`
	Found     bool      `json:"found,omitempty"` // no command wrote the state; the next one found it on disk
	Text
}

// Sources of rows.
const (
	Commit   = "commit"
	Ledger   = "ledger"
	WorkTree = "work tree" // the file on disk, if not committed
)

// Merge merges commits and writes, each oldest first. A commit and a write of the same content
// become one row.
func Merge(commits, writes []Row) []Row {
	made := match(commits, writes)
	rows := make([]Row, 0, len(commits)+len(writes))
	done := 0
	for i, row := range commits {
		end := firstMatch(made[i:], len(writes))
		for done < end && (made[i] >= 0 || !writes[done].Time.After(row.Time)) {
			rows = append(rows, writes[done])
			done++
		}
		if made[i] >= 0 {
			row.Command, row.WrittenAt = writes[done].Command, writes[done].WrittenAt
			done++
		}
		rows = append(rows, row)
	}
	return append(rows, writes[done:]...)
}

// match returns the index of the write for each commit, or -1. Indexes increase.
func match(commits, writes []Row) []int {
	made := make([]int, len(commits))
	next := 0
	for i := range commits {
		made[i] = -1
		for n := next; n < len(writes); n++ {
			if made[i] >= 0 && writes[n].Time.After(commits[i].Time) {
				break
			}
			if sameText(&commits[i], &writes[n]) {
				made[i] = n
			}
		}
		if made[i] >= 0 {
			next = made[i] + 1
		}
	}
	return made
}

// sameText reports whether a and b differ at most in white space, such as line endings.
func sameText(a, b *Row) bool {
	return a.Sum != "" && a.Sum == b.Sum || a.Content != "" && a.Content == b.Content
}

func firstMatch(made []int, end int) int {
	for _, n := range made {
		if n >= 0 {
			return n
		}
	}
	return end
}

// Name returns the abbreviated commit id, otherwise the source.
func (r *Row) Name() string {
	if r.Commit == "" {
		return r.Source
	}
	return r.Commit[:min(len(r.Commit), 8)]
}

// What returns the subject of the commit or the command of the write, with remarks. It is not
// escaped.
func (r *Row) What() string {
	text := r.Subject
	if r.Commit == "" {
		text = r.Command
	}
	if r.Found {
		text += " (before the next write)"
	}
	if r.From != "" {
		text += " (renamed from " + r.From + ")"
	}
	if r.Reason != "" {
		text += " (" + r.Reason + ")"
	}
	return strings.TrimSpace(text)
}
