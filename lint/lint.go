package lint

import (
	"cmp"
	"errors"
	"io/fs"
	"slices"
	"sort"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
	"mdck/tokens"
)

// An Input is a checkpoint to lint, with facts that rules need.
type Input struct {
	Checker *Checker
	// Rules returns all rules for which an ignore comment is valid. Nil means the rules of any/ and
	// of Checker.
	Rules func() RuleSet
	Tree  fs.FS
	Path  string // path of a checkpoint or of one of its files
	// Main is the path of the checkpoint that Path belongs to; "" means Path itself. If Path is
	// another file of the checkpoint, only findings about Path are reported.
	Main string
	// State is the path of the JSON state, for protocols that allow any name for it. If it is "",
	// the state has its usual name beside Main.
	State string
	// Outside has facts from outside the tree, such as commits. If a claim needs a fact that
	// Outside does not have, the claim is unverifiable.
	Outside claim.Outside
	// Visible reports whether git tracks the file at path or lists it as untracked; nil if git is
	// unknown.
	Visible func(path string) bool
	// Committed returns the time of the last commit that changed the file at path, see
	// bootstrap.Repository. Without git it is nil.
	Committed func(path string) time.Time
	// Past reports whether the checkpoint belongs to finished work, see protocol.Protocol. Nil
	// means that this is unknown.
	Past func() bool
	// Above is the tree of the repository that contains Tree. Agents may name files by their path
	// in the repository. Outside a repository it is nil.
	Above fs.FS
	// Format is the format that a configuration gives to the file, or nil. Its type depends on the
	// protocol.
	Format any
	// Base is the tree before the changes, or nil. Rules compare it with Tree to find out whether
	// the version had to be raised.
	Base fs.FS
	Last *Record
	// Ledger returns the recorded writes, oldest first, with paths in Tree. If an entry is invalid,
	// it returns an error and all earlier entries. A nil Ledger means that nothing is recorded.
	Ledger  func() ([]claim.Entry, error)
	Limits  schema.Limits
	Counter tokens.Counter      // if nil, tokens are not counted
	Levels  map[string]Severity // severities that replace those of the rules, by rule id
	Off     map[string]bool     // by id
	// From selects the file that is right if the Meta section and state.json differ: FromMeta or
	// FromState. Without From, fixes change only a differing version.
	From string
	// Strict enables checks of values that the protocol requires but no real file has, such as
	// last_updated of a step of the loop.
	Strict bool
	// Saved means that somebody has just saved the file and may continue to write. Rules with Due
	// do not run then.
	Saved bool
	// If Seen is not nil, it is called with the unit of the checkpoint before the rules run. The
	// caller then need not read the checkpoint again.
	Seen func(*Unit)
	// Known has models that the caller has already parsed. The protocol uses such a model if its
	// path and text are those of the file.
	Known []any
	// Alone means that only the file at Path can be written. Findings then have no fix that edits
	// another file or needs an archive.
	Alone bool
}

// A Record is an earlier state of a checkpoint that was recorded.
type Record struct {
	Version int
	Content string // hash, see [ohrfc.ContentHash]
	Source  string // where the record is stored, for messages
}

// Entries returns the result of Ledger; nil without a Ledger.
func (in *Input) Entries() ([]claim.Entry, error) {
	if in.Ledger == nil {
		return nil, nil
	}
	return in.Ledger()
}

// A Unit is the input of a rule.
type Unit struct {
	Input
	// File is the file to check. For rules of a protocol it is the checkpoint, or nil if the
	// checkpoint is missing.
	File *source.File
	// Document is File as Markdown. It is nil if File is not Markdown or cannot be parsed.
	Document *mdcheckpoint.Document
	Tagged   Tagged
	// Known reports whether the protocol has a section with this heading. Nil means that it has
	// none.
	Known func(*mdcheckpoint.Section) bool
	// Files has the existing files of the checkpoint, by path. Faults has the errors of files that
	// cannot be used.
	Files  map[string]*source.File
	Faults map[string]error

	// Model is the parsed checkpoint, for rules of the protocol, see [For]. Verdicts has the
	// verdicts about its claims. For any/ rules, both are nil.
	Model    any
	Verdicts []claim.Verdict

	checkpoint *Checkpoint
}

// Run returns all findings. Those about the checkpoint come first. Findings about other files
// follow, sorted by path. Within a file, they have the order of the file.
//
// An error in the contents of a file is a finding. Run returns an error if a file cannot be read,
// if Tree is nil, or if Checker is incomplete. If no file of the checkpoint exists, the error wraps
// [fs.ErrNotExist].
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
	sort.SliceStable(units, func(i, j int) bool { return comparePaths(units[i].File.Name, units[j].File.Name, in.Main) < 0 })
	return units
}

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

// mainUnit returns the unit for the rules of the protocol. If the checkpoint is missing, the File
// of the unit is nil.
func mainUnit(in Input, c *Checkpoint, units []*Unit) *Unit {
	u := newUnit(in, c)
	if len(units) > 0 && units[0].File.Name == in.Main {
		u = units[0]
	}
	u.Model, u.Verdicts = c.Model, claim.Verify(in.Tree, c.Claims)
	return u
}

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
	f.Message = spelling.Cut(f.Message, maxMessage)
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
	if file == nil { // the file is missing
		file = source.NewFile(f.Path, "")
	}
	return Diagnostic{Finding: f, Rule: rule, File: file, Files: u.Files}
}

// maxMessage is the maximum length in bytes. A message can quote a very long line, and editors drop
// long messages.
const maxMessage = 500

func sortDiagnostics(all []Diagnostic, main string) {
	sort.SliceStable(all, func(i, j int) bool {
		return cmp.Or(comparePaths(all[i].Path, all[j].Path, main), cmp.Compare(all[i].Span.Start, all[j].Span.Start), cmp.Compare(all[i].Rule.ID, all[j].Rule.ID)) < 0
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

// faults returns the errors of files that exist but could not be read, including files that only a
// claim names. Errors in the contents of files are findings, so they are omitted.
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
	sort.SliceStable(all, func(i, j int) bool { return all[i].Error() < all[j].Error() })
	return errors.Join(all...)
}

// Values of [Input.From].
const (
	FromMeta  = "meta"
	FromState = "state"
)
