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

// An Input is a checkpoint to lint, with the facts that rules need.
type Input struct {
	Checker *Checker
	// Rules returns all rules that an ignore comment may name; nil means the rules of any/ and of
	// Checker.
	Rules func() RuleSet
	Tree  fs.FS
	Path  string // path in Tree of a checkpoint or of a file that belongs to one
	// Main is the checkpoint that contains Path; "" means Path itself. If the two differ, only
	// findings about Path are reported.
	Main string
	// State is the path of the JSON state of Main, for protocols whose state can have any name. The
	// value "" means the usual name beside Main.
	State string
	// Outside provides facts that are not in the tree, such as commits. A claim that needs any
	// other fact is unverifiable.
	Outside claim.Outside
	// Visible reports whether git tracks the file at path or lists it as untracked; nil if git is
	// unknown.
	Visible func(path string) bool
	// Committed returns the time of the last commit that changed the file at path; see
	// bootstrap.Repository. It is nil if git is not used.
	Committed func(path string) time.Time
	// Past reports whether the checkpoint is history; see protocol.Protocol. It is nil if this is
	// unknown.
	Past func() bool
	// Above is the tree of the repository that contains Tree, for files that agents name by their
	// path in the repository. It is nil outside a repository.
	Above fs.FS
	// Format is the format that a configuration gives to the file, or nil. Its type depends on the
	// protocol.
	Format any
	// Base is the tree before a write, or nil. Rules compare it with Tree to check whether the
	// write had to raise the version.
	Base fs.FS
	Last *Record
	// Ledger returns the recorded earlier writes, oldest first, with paths in Tree. If an entry is
	// broken, it returns an error and the entries before it. If Ledger is nil, there is no record.
	Ledger  func() ([]claim.Entry, error)
	Limits  schema.Limits
	Counter tokens.Counter      // if nil, tokens are not counted
	Levels  map[string]Severity // severities that differ from the rule table, by rule id
	Off     map[string]bool     // by id
	// From selects the file that fixes copy values from: FromMeta or FromState. Fixes need it if
	// the Meta section and state.json differ in more than the version. Without it, such differences
	// are not fixed.
	From string
	// Strict enables checks for values that the protocol requires although no real file contains
	// them, such as last_updated of a step of the loop.
	Strict bool
	// Saved means that somebody just saved the file and may continue to write. Rules with Due are
	// then skipped.
	Saved bool
	// Seen, if not nil, is called with the unit of the checkpoint before the rules run. The caller
	// can use its facts without reading the checkpoint again.
	Seen func(*Unit)
	// Known contains models that the caller has already parsed. The protocol uses one instead of
	// parsing the file if its name and text in Tree are still the same.
	Known []any
	// Alone means that only the file at Path can be written. Fixes that edit another file or need
	// an archive are omitted; their findings remain.
	Alone bool
}

// A Record is a recorded earlier state of a checkpoint.
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
	// File is the file that an any/ rule checks. For rules of a protocol it is the checkpoint, or
	// nil if the checkpoint is missing.
	File *source.File
	// Document is File as Markdown. It is nil for other formats, or if File cannot be parsed as
	// Markdown.
	Document *mdcheckpoint.Document
	Tagged   Tagged
	// Known reports whether the protocol knows the heading; a nil Known means that it knows none.
	Known func(*mdcheckpoint.Section) bool
	// Files contains the existing files of the checkpoint by path, and Faults the errors of those
	// that could not be used.
	Files  map[string]*source.File
	Faults map[string]error

	// Model is the parsed checkpoint, for rules of the protocol (see [For]). Verdicts are the
	// verdicts on the claims of the checkpoint. Both are nil for any/ rules.
	Model    any
	Verdicts []claim.Verdict

	checkpoint *Checkpoint
}

// Run returns all findings: those of the checkpoint first, then those of other files by path, each
// in the order of the file. Errors in the contents of files are findings.
//
// Run returns an error if a file cannot be read, if Tree is nil, or if Checker is incomplete. If
// there are no findings because in.Path does not exist, the error wraps [fs.ErrNotExist]. A
// checkpoint exists if at least one of its files exists.
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
	if file == nil { // the finding is about a missing file
		file = source.NewFile(f.Path, "")
	}
	return Diagnostic{Finding: f, Rule: rule, File: file, Files: u.Files}
}

// maxMessage is in bytes. A message may quote a line of a megabyte, and editors drop long messages.
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

// faults returns the errors of files that exist but could not be read. Some of them may belong to
// files that only a claim is about. Errors in the contents of files are not included, because they
// are findings.
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
