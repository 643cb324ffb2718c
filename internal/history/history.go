// Package history puts the states of one file in order: the commits of git, the
// writes of the ledger and the file on disk.
//
// It reads nothing: the caller brings the texts. Subjects, paths and commands are
// passed on as they are; who prints them has to escape them.
package history

import (
	"strings"
	"time"
)

// A Row is one state of the file. What is not known is nil, zero or "". The names in
// JSON are part of the interface.
type Row struct {
	Source    string    `json:"source"`                // one of the constants
	Time      time.Time `json:"time,omitzero"`         // of the commit, or of the write where no commit has the state
	Commit    string    `json:"commit,omitempty"`      // full id
	Path      string    `json:"path,omitempty"`        // slash path in the commit, relative to the root of the repository
	From      string    `json:"renamedFrom,omitempty"` // path before the commit, which renamed the file
	Subject   string    `json:"subject,omitempty"`     // of the commit
	Command   string    `json:"command,omitempty"`     // of the ledger, also where a commit or the disk has the state
	WrittenAt time.Time `json:"writtenAt,omitzero"`    // when the command wrote it
	Found     bool      `json:"found,omitempty"`       // no command wrote it: the next one found it
	Text
}

// Sources of rows.
const (
	Commit   = "commit"
	Ledger   = "ledger"
	WorkTree = "work tree" // the file on disk, which no commit has
)

// Merge puts commits and writes, each oldest first, in one order, oldest first. A
// write and the commit of its result are one row.
//
// Commits keep their order, and so do writes. Times decide how the two interleave
// only where no content that both have does.
func Merge(commits, writes []Row) []Row {
	made := match(commits, writes)
	rows := make([]Row, 0, len(commits)+len(writes))
	done := 0 // writes that are in rows
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

// match returns for each commit the index of the write that made its content, -1 for
// none; indexes increase. If several writes made it, it is the last of those before
// the time of the commit.
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

// sameText reports whether both have the same text, or one that differs in white space
// only: git may have converted line endings.
func sameText(a, b *Row) bool {
	return a.Sum != "" && a.Sum == b.Sum || a.Content != "" && a.Content == b.Content
}

// firstMatch returns the first index of a write in made, or end if there is none.
func firstMatch(made []int, end int) int {
	for _, n := range made {
		if n >= 0 {
			return n
		}
	}
	return end
}

// Name returns the beginning of the commit's id, or the source.
func (r *Row) Name() string {
	if r.Commit == "" {
		return r.Source
	}
	return r.Commit[:min(len(r.Commit), 8)]
}

// What returns the subject of the commit, or the command that wrote, and remarks in
// brackets. It may contain any character.
func (r *Row) What() string {
	text := r.Subject
	if r.Commit == "" {
		text = r.Command
	}
	if r.Found {
		text += " (found by the next write)"
	}
	if r.From != "" {
		text += " (renamed from " + r.From + ")"
	}
	if r.Reason != "" {
		text += " (" + r.Reason + ")"
	}
	return strings.TrimSpace(text)
}
