// Package lint finds errors in checkpoint files and fixes those that need no decision.
//
// To use it, take a protocol from the table of package protocols. Fill in an [Input] with its
// Checker, a tree of files and the path of the checkpoint. Then call [Run] for the findings, or
// [FixAll] for the fixed texts. [Limit] shortens long lists. For a checkpoint on a disk, package
// store does all of that.
//
// Problems in a text are [Diagnostic] values; a file that does not exist or cannot be read is an
// error. A rule is data: a row in a table with an id, a severity, a reason and a pure function from
// a [Unit] to findings. The input is a tree of files, so the work tree, git's index, an editor's
// buffer and a test look the same. The package does not use the disk, the clock or the
// configuration, and writes nothing.
package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
)

// A Severity is the severity of a finding. The zero Severity means that of the rule.
type Severity int

const (
	Warning Severity = iota + 1
	Error
)

// String returns "warning" or "error".
func (s Severity) String() string {
	if s == Error {
		return "error"
	}
	return "warning"
}

// A Rule is a requirement for checkpoint files.
type Rule struct {
	ID       string   // PROTOCOL/NAME
	Severity Severity // highest severity of the findings
	Fixable  bool     // some findings have a fix
	Summary  string   // what the rule reports, in one line
	Why      string   // what goes wrong if the rule is broken
	Since    string   // the version in [Versions] that added the rule; "" means the first
	// Sensitive means that output must not quote the line of a finding.
	Sensitive bool
	// Due marks rules about missing work that the next write may add. See [Input.Saved].
	Due bool
	// Custom marks rules about configured formats. If a protocol has a rule with the same name, the
	// name without a prefix means the rule of the protocol.
	Custom bool
	// WholeFile marks rules about a whole file. The line of such a finding does not identify it.
	// For example, a budget is reported at the first line beyond the budget.
	WholeFile bool
	// Silencing says how to silence a finding if a comment before the finding has no effect.
	// Otherwise it is "".
	Silencing string
	// Archive is the text of the example archive. If it is "", the archive is in testdata.
	Archive string
	// Check returns the findings in a unit. It is nil if the protocol makes the findings while it
	// reads the files, see [Checkpoint.Found].
	Check func(*Unit) []Finding
}

func (r *Rule) findings(u *Unit) []Finding {
	if r.Check == nil {
		return u.checkpoint.Found[r.ID]
	}
	return r.Check(u)
}

// Protocol returns the part of the id before the slash; "any" for rules about all files.
func (r *Rule) Protocol() string {
	protocol, _, _ := strings.Cut(r.ID, "/")
	return protocol
}

// Name returns the id without the protocol.
func (r *Rule) Name() string {
	_, name, _ := strings.Cut(r.ID, "/")
	return name
}

// Unreadable reports whether the rule is about files that cannot be parsed. No other rule checks
// such a file, so this rule cannot be silenced.
func (r *Rule) Unreadable() bool {
	return slices.Contains([]string{"any/not-utf8", "any/too-large", "any/too-deep"}, r.ID)
}

type Finding struct {
	Path     string // path of the file in the tree; "" means the file of the unit
	Span     source.Span
	Severity Severity // 0 means the severity of the rule
	Message  string
	Fix      *Fix // nil if a person must decide
}

type Fix struct {
	Edits   []FileEdit
	Archive []Archived
}

// FixOf returns a fix with edits of the file at path; "" means the file of the unit. It returns nil
// if there are no edits.
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

// alone reports whether the fix can be applied if only the file at path can be written. The fix
// then archives nothing. The argument found is the path of the file with the finding.
func (f *Fix) alone(found, path string) bool {
	if f == nil {
		return true
	}
	elsewhere := func(e FileEdit) bool { return cmp.Or(e.Path, found) != path }
	return len(f.Archive) == 0 && !slices.ContainsFunc(f.Edits, elsewhere)
}

// A FileEdit is an edit of one file.
type FileEdit struct {
	Path string // "" means the file of the unit
	source.Edit
}

// An Archived is a text that a fix removes and that must be kept.
type Archived struct{ Name, Text string }

// A Diagnostic is a finding with its rule and file.
type Diagnostic struct {
	Finding
	Rule *Rule
	More int          // number of omitted findings of this rule and file; see [Limit]
	File *source.File // file of the span
	// Files contains the files that were read, by path. A fix may edit them, but the caller must
	// not change them.
	Files map[string]*source.File
}

// Position returns the start of the finding.
func (d *Diagnostic) Position() source.Position { return d.File.Position(d.Span.Start) }

// End returns the end of the finding.
func (d *Diagnostic) End() source.Position { return d.File.Position(d.Span.End) }

const (
	// MaxFindings is the maximum number of listed findings for each rule and file.
	MaxFindings = 1000
	// MaxEdits is the maximum number of edits in one listed fix.
	MaxEdits = 10 * MaxFindings
)

// Limit keeps at most [MaxFindings] findings of each rule in each file. If it omits some, the last
// kept finding replaces them: it has no fix, their highest severity, and in More their number.
// Limit also removes fixes of more than [MaxEdits] edits. If nothing is omitted or removed, it
// returns the same slice.
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
	listed := map[kind]int{} // number of findings in kept
	place := map[kind]int{}  // index of the last finding in kept
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
