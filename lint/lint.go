package lint

import (
	"cmp"
	"errors"
	"io/fs"
	"slices"
	"time"
	"unicode/utf8"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
	"mdck/tokens"
)

// An Input is a checkpoint to be linted, with the facts around it.
type Input struct {
	Checker *Checker // of the protocol of the checkpoint
	// Rules returns all rules that a comment in a file may name; nil means those of any/
	// and of Checker.
	Rules func() RuleSet
	Tree  fs.FS
	Path  string // of the file in Tree: a checkpoint, or a file that belongs to one
	// Main is the checkpoint that Path belongs to; "" means Path itself. If the two
	// differ, only findings about Path are reported.
	Main string
	// State is the path of the JSON state that belongs to Main, for protocols whose state
	// can have any name; "" means the usual one beside Main.
	State string
	// Outside is what claims need to know beside the tree. Claims that need more than it has
	// are unverifiable.
	Outside claim.Outside
	// Visible reports whether git has the file at a path, or lists it as untracked; nil
	// if that is not known.
	Visible func(path string) bool
	// Committed returns when the last commit that changed the file at a path was made, as
	// bootstrap.Repository has it; nil if nobody asks git.
	Committed func(path string) time.Time
	// Past reports whether the checkpoint is history, as protocol.Protocol has it; nil if that is
	// not known.
	Past func() bool
	// Above is the tree of the repository that Tree is a part of, for what agents name
	// by its path from there; nil if there is none.
	Above fs.FS
	// Format describes the file if a configuration does; nil otherwise. Its type is that of
	// the protocol.
	Format any
	// Base is the tree that a write is compared with to see whether the version
	// should have risen; nil if there is none.
	Base fs.FS
	// Last is the last write of the checkpoint that was recorded; nil if none was.
	Last *Record
	// Ledger returns what is recorded of earlier writes, oldest first, with paths of Tree.
	// Beside an error it returns the entries before the broken one. Nil: nothing is recorded.
	Ledger  func() ([]claim.Entry, error)
	Limits  schema.Limits
	Counter tokens.Counter      // nil: tokens are not counted
	Levels  map[string]Severity // severities of rules, by id, where they differ from the table
	Off     map[string]bool     // rules that are not asked, by id
	// From says which side is right where Meta and state.json differ in more than
	// the version: FromMeta, FromState, or "" for neither.
	From string
	// Strict asks for what a protocol requires and no file in use has: last_updated of
	// a step of the loop.
	Strict bool
	// Saved says that somebody saved the file just now and may be about to write more: rules
	// with Due are not asked.
	Saved bool
	// Seen is given the unit of the checkpoint before the rules are asked, so that
	// who wants its facts, too, need not read it again; nil for nobody.
	Seen func(*Unit)
	// Known are models of files that the caller has parsed already: the protocol does not
	// parse a file again whose name and text are the same in Tree.
	Known []any
	// Alone says that Path is the only file that can be written: a fix that edits
	// another file, or removes what an archive would have to keep, is left out.
	// What it was about is found anyway.
	Alone bool
}

// A Record is what is known of an earlier state of a checkpoint.
type Record struct {
	Version int
	Content string // as [ohrfc.ContentHash] gives it
	Source  string // where the record is, for people
}

// Entries returns what Ledger does; nothing without it.
func (in *Input) Entries() ([]claim.Entry, error) {
	if in.Ledger == nil {
		return nil, nil
	}
	return in.Ledger()
}

// A Unit is what a rule looks at.
type Unit struct {
	Input
	// File is the file that an any/ rule is asked about; for rules of a protocol it
	// is the checkpoint. It is nil if that does not exist.
	File *source.File
	// Document is File as Markdown; nil for other formats, and for a file that
	// cannot be read as Markdown.
	Document *mdcheckpoint.Document
	// Tagged is File as text in tags, which is not Markdown; nil for other formats.
	Tagged Tagged
	// Known reports whether the protocol knows the heading; nil knows none.
	Known func(*mdcheckpoint.Section) bool
	// Files are those of the checkpoint that exist, by path, and Faults says why
	// one of them could not be used.
	Files  map[string]*source.File
	Faults map[string]error

	// Model is what the protocol has read, for its own rules (see [For]), and Verdicts are
	// those about the claims of the checkpoint. Both are nil when an any/ rule is asked.
	Model    any
	Verdicts []claim.Verdict

	checkpoint *Checkpoint
}

// Run returns all findings of in, those of the checkpoint first, then those of other files by
// path, each in the order of the file. What is wrong with the contents of a file is a finding.
// The error is about files that could not be read at all; it wraps [fs.ErrNotExist] if there is
// no file at in.Path and none of the others requires it. Without a Tree or a complete Checker nothing
// can be checked, which is an error, too.
func Run(in Input) ([]Diagnostic, error) {
	if in.Tree == nil || in.Checker == nil || in.Checker.Read == nil || in.Checker.Rules == nil {
		return nil, errIncomplete
	}
	if in.Main == "" {
		in.Main = in.Path
	}
	if in.Rules == nil {
		in.Rules = func() RuleSet { return NewRuleSet(in.Checker) }
	}
	c := in.Checker.Read(in)
	units := unitsOf(in, c)
	var all []Diagnostic
	for _, u := range units {
		all = ask(all, u, anyTable())
	}
	main := mainUnit(in, c, units)
	if in.Seen != nil {
		in.Seen(main)
	}
	all = ask(all, main, in.Checker.Rules())
	all = applyDirectives(units, all)
	all = slices.DeleteFunc(all, func(d Diagnostic) bool { return in.Path != in.Main && d.Path != in.Path })
	sortDiagnostics(all, in.Main)
	err := faults(c, main.Verdicts)
	if err == nil && len(all) == 0 && c.Files[in.Path] == nil && (in.Path != in.Main || len(c.Files) == 0 && !c.Partial) {
		_, err = fs.Stat(in.Tree, in.Path)
	}
	return all, err
}

var errIncomplete = errors.New("lint: the input has no tree, or no protocol that reads and checks it")

// unitsOf lists the files of a checkpoint that exist, the main one first.
func unitsOf(in Input, c *Checkpoint) []*Unit {
	var units []*Unit
	for name, file := range c.Files {
		u := newUnit(in, c)
		u.File = file
		if name == in.Main && c.Document != nil {
			u.Document, u.Known = c.Document, knownBy(c.Match)
		}
		if name == in.Main {
			u.Tagged = c.Tagged
		}
		units = append(units, u)
	}
	slices.SortFunc(units, func(a, b *Unit) int { return comparePaths(a.File.Name, b.File.Name, in.Main) })
	return units
}

// knownBy gives which headings a protocol knows; nil without a match.
func knownBy(match *schema.Match) func(*mdcheckpoint.Section) bool {
	if match == nil {
		return nil
	}
	extra := map[*mdcheckpoint.Section]bool{}
	for _, s := range match.Extra {
		extra[s] = true
	}
	return func(s *mdcheckpoint.Section) bool { return !extra[s] }
}

func newUnit(in Input, c *Checkpoint) *Unit {
	return &Unit{Input: in, Files: c.Files, Faults: c.Faults, checkpoint: c}
}

// mainUnit returns the unit of the checkpoint, without a file if that does not exist.
func mainUnit(in Input, c *Checkpoint, units []*Unit) *Unit {
	u := newUnit(in, c)
	if len(units) > 0 && units[0].File.Name == in.Main {
		u = units[0]
	}
	u.Model, u.Verdicts = c.Model, claim.Verify(in.Tree, c.Claims)
	return u
}

// ask adds the findings of the rules of table about u to all.
func ask(all []Diagnostic, u *Unit, table []Rule) []Diagnostic {
	for i := range table {
		rule := &table[i]
		if u.Off[rule.ID] || rule.Due && u.Saved {
			continue
		}
		found := rule.findings(u)
		all = slices.Grow(all, len(found))
		for _, f := range found {
			all = append(all, u.diagnostic(rule, f))
		}
	}
	return all
}

func (u *Unit) diagnostic(rule *Rule, f Finding) Diagnostic {
	if f.Path == "" && u.File != nil {
		f.Path = u.File.Name
	}
	f.Message = bounded(f.Message)
	if f.Severity == 0 {
		f.Severity = rule.Severity
	}
	if level, ok := u.Levels[rule.ID]; ok {
		f.Severity = level
	}
	if u.Alone && !f.Fix.alone(f.Path, u.Path) {
		f.Fix = nil
	}
	file := cmp.Or(u.Files[f.Path], u.checkpoint.Related[f.Path])
	if file == nil { // a finding about a file that does not exist
		file = source.NewFile(f.Path, "")
	}
	return Diagnostic{Finding: f, Rule: rule, File: file, Files: u.Files}
}

// maxMessage is how many bytes a message may have: what it quotes may be a line of
// a megabyte, and editors drop long ones.
const maxMessage = 500

// bounded is message, cut where it is too long.
func bounded(message string) string {
	if len(message) <= maxMessage {
		return message
	}
	end := maxMessage
	for !utf8.RuneStart(message[end]) {
		end--
	}
	return message[:end] + "…"
}

func sortDiagnostics(all []Diagnostic, main string) {
	slices.SortStableFunc(all, func(a, b Diagnostic) int {
		return cmp.Or(comparePaths(a.Path, b.Path, main), cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Rule.ID, b.Rule.ID))
	})
}

func comparePaths(a, b, main string) int {
	if a == b {
		return 0
	}
	if a == main {
		return -1
	}
	if b == main {
		return 1
	}
	return cmp.Compare(a, b)
}

// faults are the errors of files that could not be read from the tree, those that
// only a claim is about among them. What is wrong with the contents of a file is
// said by findings, and that there is none by nobody.
func faults(c *Checkpoint, verdicts []claim.Verdict) error {
	var all []error
	for name, err := range c.Faults {
		if c.Files[name] == nil {
			all = append(all, err)
		}
	}
	for _, v := range verdicts {
		pe, ok := errors.AsType[*fs.PathError](v.Err)
		if ok && c.Faults[pe.Path] == nil && !errors.Is(pe, fs.ErrNotExist) {
			all = append(all, pe)
		}
	}
	slices.SortFunc(all, func(a, b error) int { return cmp.Compare(a.Error(), b.Error()) })
	return errors.Join(all...)
}

// Values of [Input.From].
const (
	FromMeta  = "meta"
	FromState = "state"
)
