// Package lint finds errors in checkpoint files and fixes those that need no decision.
//
// In order: take a protocol from the table of package protocols; fill in an [Input] with its
// Checker, a tree of files and the path of the checkpoint; call [Run] for the findings, or
// [FixAll] for the texts without those that can be fixed. [Limit] shortens long lists. For a
// checkpoint on a disk, package store does all of that.
//
// What is wrong with a text is a [Diagnostic]; a file that does not exist or cannot be read is an
// error. A rule is data: a row in a table with an id, a severity, a reason and a pure function
// from a [Unit] to findings. Facts come in as trees of files, so the work tree, git's index, an
// editor's buffer and a test look the same. The package reads no disk, no clock and no
// configuration of its own, and writes nothing.
package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
)

// A Severity says how bad a finding is. The zero Severity means that of the rule.
type Severity int

const (
	Warning Severity = iota + 1
	Error
)

// String is "warning" or "error".
func (s Severity) String() string {
	if s == Error {
		return "error"
	}
	return "warning"
}

// A Rule is something that a checkpoint file has to keep.
type Rule struct {
	ID       string   // protocol/name
	Severity Severity // the highest it reports
	Fixable  bool     // some of its findings carry a fix
	Summary  string   // one line: what the rule reports
	Why      string   // what goes wrong otherwise
	Since    string   // the one of Versions that brought it; "" is the first
	// Sensitive says that the text of a finding's line is not to be shown again.
	Sensitive bool
	// Due says that the rule reports what is due, which the next write may provide: see
	// [Input.Saved].
	Due bool
	// Custom marks a rule about files that a configuration describes: its name without the
	// protocol means the rule of a protocol first.
	Custom bool
	// WholeFile says that the line of a finding is an accident, such as the first line over a
	// budget, and does not identify the finding.
	WholeFile bool
	// Silencing says how to silence a finding if a comment before it does not; "" otherwise.
	Silencing string
	// Archive is the example, as those in testdata; "" means the one there of this ID.
	Archive string
	// Check returns the findings in a unit; nil if reading makes them: see
	// [Checkpoint.Found].
	Check func(*Unit) []Finding
}

// findings returns what the rule reports about u.
func (r *Rule) findings(u *Unit) []Finding {
	if r.Check == nil {
		return u.checkpoint.Found[r.ID]
	}
	return r.Check(u)
}

// Protocol is the part of the id before the slash; "any" for rules about all files.
func (r *Rule) Protocol() string {
	protocol, _, _ := strings.Cut(r.ID, "/")
	return protocol
}

// Name is the id without the protocol.
func (r *Rule) Name() string {
	_, name, _ := strings.Cut(r.ID, "/")
	return name
}

// Unreadable reports whether the rule is about files that cannot be read as what
// they are. Nothing else is known of such a file, so nothing may silence the rule.
func (r *Rule) Unreadable() bool {
	return slices.Contains([]string{"any/not-utf8", "any/too-large", "any/too-deep"}, r.ID)
}

// A Finding is what a rule reports.
type Finding struct {
	Path     string // of the file in the tree; "" means the file that the unit is about
	Span     source.Span
	Severity Severity // zero: that of the rule
	Message  string
	Fix      *Fix // nil: a person has to decide
}

// A Fix mends a finding.
type Fix struct {
	Edits   []FileEdit
	Archive []Archived // what the edits take out and is to be kept
}

// FixOf returns a fix that makes the edits of the file at path, "" for the file that the unit
// is about; nil if there are none.
func FixOf(path string, edits ...source.Edit) *Fix {
	if len(edits) == 0 {
		return nil
	}
	fix := &Fix{Edits: make([]FileEdit, len(edits))}
	for i, e := range edits {
		fix.Edits[i] = FileEdit{Path: path, Edit: e}
	}
	return fix
}

// alone reports whether the fix of a finding in the file at found edits no file
// but the one at path, and takes nothing out that is to be kept.
func (f *Fix) alone(found, path string) bool {
	if f == nil {
		return true
	}
	elsewhere := func(e FileEdit) bool { return cmp.Or(e.Path, found) != path }
	return len(f.Archive) == 0 && !slices.ContainsFunc(f.Edits, elsewhere)
}

// A FileEdit is an edit of one file.
type FileEdit struct {
	Path string // "" means the file that the unit is about
	source.Edit
}

// An Archived is a text that is kept when a fix takes it out.
type Archived struct{ Name, Text string }

// A Diagnostic is a finding with its rule and place.
type Diagnostic struct {
	Finding
	Rule *Rule
	More int          // how many findings of its rule in its file it stands for besides itself; see [Limit]
	File *source.File // the file that the span is of
	// Files are the files that were read, by path: those that a fix may edit. The
	// caller must not change them.
	Files map[string]*source.File
}

// Position is where the finding begins.
func (d *Diagnostic) Position() source.Position { return d.File.Position(d.Span.Start) }

// End is where the finding ends.
func (d *Diagnostic) End() source.Position { return d.File.Position(d.Span.End) }

const (
	// MaxFindings is how many findings of one rule in one file are worth listing.
	MaxFindings = 1000
	// MaxEdits is how many edits of one fix are.
	MaxEdits = 10 * MaxFindings
)

// Limit lists at most [MaxFindings] of each rule in each file, and no fix of more than
// [MaxEdits] edits. Where there are more findings, the last of them stands for the rest: it
// says how many they are, or at least are, has the worst severity of them, and no fix. It
// gives all itself if there is nothing to leave out, and else a new slice.
func Limit(all []Diagnostic) []Diagnostic {
	isLong := func(d Diagnostic) bool { return d.Fix != nil && len(d.Fix.Edits) > MaxEdits }
	if slices.ContainsFunc(all, isLong) {
		all = slices.Clone(all)
		for i := range all {
			if isLong(all[i]) {
				all[i].Fix = nil
			}
		}
	}
	if len(all) <= MaxFindings {
		return all
	}
	type kind struct {
		rule *Rule
		path string
	}
	kinds := map[kind]int{}
	for i := range all {
		kinds[kind{all[i].Rule, all[i].Path}]++
	}
	listed := map[kind]int{} // how many are in kept
	place := map[kind]int{}  // where the last of them is
	var kept []Diagnostic
	for _, d := range all {
		k := kind{d.Rule, d.Path}
		total := kinds[k]
		switch listed[k]++; {
		case listed[k] < MaxFindings || total == MaxFindings:
			kept = append(kept, d)
		case listed[k] == MaxFindings:
			d.Message = fmt.Sprintf("at least %d more findings of this rule below", total-MaxFindings+1)
			d.Fix, d.More = nil, total-MaxFindings
			place[k] = len(kept)
			kept = append(kept, d)
		default:
			kept[place[k]].Severity = max(kept[place[k]].Severity, d.Severity)
		}
	}
	return kept
}
