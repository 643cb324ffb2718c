// Package lint finds errors in checkpoint files and fixes those that need no decision.
//
// Take a protocol from the table of package protocols, and fill in an [Input] with its Checker, a
// tree of files and the path of the checkpoint. [Run] returns the findings, [FixAll] the fixed
// texts, and [Limit] shortens long lists. For a checkpoint on a disk, use package store.
//
// Problems in a text are [Diagnostic] values. A file that does not exist or cannot be read is an
// error. A rule is a row in a table: an id, a severity, a reason and a pure function from a [Unit]
// to findings. The package does not use the disk, the clock or the configuration, and writes
// nothing.
package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
)

// A Severity is an error or a warning. Zero means the severity of the rule.
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

// A Rule is what checkpoint files must satisfy.
type Rule struct {
	ID       string   // PROTOCOL/NAME
	Severity Severity // the highest of its findings
	Fixable  bool
	Summary  string
	Why      string // what goes wrong if a finding stays
	Since    string // version in [Versions] that added the rule; "" is the first
	// Sensitive means that output must not quote the line.
	Sensitive bool
	// Due marks rules about missing work; see [Input.Saved].
	Due bool
	// Custom marks rules about configured formats.
	Custom bool
	// WholeFile marks rules about a whole file. The line does not identify their findings.
	WholeFile bool
	// Silencing says how to ignore a finding if a comment cannot, or "".
	Silencing string
	// Archive is the text of the example; "" means the file in testdata.
	Archive string
	// Check returns the findings in a unit. Nil means that they are in [Checkpoint.Found].
	Check func(*Unit) []Finding
}

func (r *Rule) findings(u *Unit) []Finding {
	if r.Check == nil {
		return u.checkpoint.Found[r.ID]
	}
	return r.Check(u)
}

// Protocol returns the part of the id before the slash, such as "any".
func (r *Rule) Protocol() string {
	protocol, _, _ := strings.Cut(r.ID, "/")
	return protocol
}

// Name returns the id without the protocol.
func (r *Rule) Name() string {
	_, name, _ := strings.Cut(r.ID, "/")
	return name
}

// Unreadable reports whether the rule is about files that cannot be parsed. Such a rule cannot be
// ignored.
func (r *Rule) Unreadable() bool {
	return slices.Contains([]string{"any/not-utf8", "any/too-large", "any/too-deep"}, r.ID)
}

type Finding struct {
	Path     string // "" means the file of the unit
	Span     source.Span
	Severity Severity // 0 means that of the rule
	Message  string
	Fix      *Fix // nil: a person must decide
}

type Fix struct {
	Edits   []FileEdit
	Archive []source.Named // texts that the fix removes from the file and adds to the archive
}

// FixOf returns a fix with edits of the file at path, or nil without edits.
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

func (f *Fix) alone(found, path string) bool {
	if f == nil {
		return true
	}
	elsewhere := func(e FileEdit) bool { return cmp.Or(e.Path, found) != path }
	return len(f.Archive) == 0 && !slices.ContainsFunc(f.Edits, elsewhere)
}

// A FileEdit edits a file.
type FileEdit struct {
	Path string // "" means the file of the unit
	source.Edit
}

// A Diagnostic is a finding with its rule and file.
type Diagnostic struct {
	Finding
	Rule *Rule
	More int          // findings of this rule and file that [Limit] left out
	File *source.File // file of the span
	// Files has all files of the checkpoint, by path. The caller must not change them.
	Files map[string]*source.File
}

// Position returns the start of the finding.
func (d *Diagnostic) Position() source.Position { return d.File.Position(d.Span.Start) }

// End returns the end of the finding.
func (d *Diagnostic) End() source.Position { return d.File.Position(d.Span.End) }

const (
	// MaxFindings limits the findings for each rule and file.
	MaxFindings = 1000
	// MaxEdits limits the edits in a fix.
	MaxEdits = 10 * MaxFindings
)

// Limit keeps at most [MaxFindings] findings of each rule and file. The last one counts the rest in
// More. Limit also removes fixes with more than [MaxEdits] edits.
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
	listed := map[kind]int{} // findings so far
	place := map[kind]int{}  // index of the last one in kept
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
