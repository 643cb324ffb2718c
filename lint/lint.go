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

// An Input is a checkpoint to lint and facts for the rules.
type Input struct {
	Checker *Checker
	// Rules returns the rules that an ignore comment may name. Nil means those of any/ and of
	// Checker.
	Rules func() RuleSet
	Tree  fs.FS
	Path  string // a file of the checkpoint
	// Main is the checkpoint that Path belongs to; "" means Path.
	Main string
	// State is the JSON state, or "" for its usual name beside Main.
	State string
	// Outside has facts from outside the tree, such as commits. Claims about missing facts are
	// unverifiable.
	Outside claim.Outside
	// Visible reports whether git tracks a file or lists it as untracked; nil if unknown.
	Visible func(path string) bool
	// Committed returns the time of the last commit of a file; nil without git.
	Committed func(path string) time.Time
	// Past reports whether nobody works on the checkpoint any more; nil if unknown.
	Past func() bool
	// Above is the tree of the repository around Tree, or nil.
	Above fs.FS
	// Format is the configured format of the file, or nil.
	Format any
	// Base is the tree before the changes, for comparison, or nil.
	Base fs.FS
	Last *Record
	// Ledger returns the recorded writes, oldest first, even with an error. It may be nil.
	Ledger  func() ([]claim.Entry, error)
	Limits  schema.Limits
	Counter tokens.Counter      // nil: do not count tokens
	Levels  map[string]Severity // severities of rules, by id
	Off     map[string]bool     // by id
	// From names the file that is right if two differ: FromMeta, FromState or "".
	From string
	// Strict also checks values that the protocol requires but no real file has.
	Strict bool
	// Saved skips rules with Due, because the user may still be writing.
	Saved bool
	// Seen, if not nil, is called with the main unit before the rules of the protocol run.
	Seen func(*Unit)
	// Alone drops fixes that change anything but the file at Path.
	Alone bool
}

// A Record is an earlier state of a checkpoint.
type Record struct {
	Version int
	Content string // hash without white space
	Source  string // origin of the record, for messages
}

// Entries returns the result of Ledger, or nil.
func (in *Input) Entries() ([]claim.Entry, error) {
	if in.Ledger == nil {
		return nil, nil
	}
	return in.Ledger()
}

// Count returns the function that counts tokens; nil without a Counter, or if needed is false.
func (in *Input) Count(needed bool) func(string) int {
	if in.Counter == nil || !needed {
		return nil
	}
	return in.Counter.Count
}

// A Unit is what a rule checks.
type Unit struct {
	Input
	// File is the file to check, or nil if the checkpoint is missing.
	File *source.File
	// Document is File, parsed; nil if it is not Markdown.
	Document *mdcheckpoint.Document
	Tagged   Tagged
	// Known reports whether the protocol has this section; nil if it has no sections.
	Known func(*mdcheckpoint.Section) bool
	// Files has the files of the checkpoint, Faults the errors of unusable ones, by path.
	Files  map[string]*source.File
	Faults map[string]error

	// Model is the parsed checkpoint, see [For]; nil for any/ rules.
	Model    any
	Verdicts []claim.Verdict

	checkpoint *Checkpoint
}

// Run returns all findings, even with an error. Errors are about unreadable files; [fs.ErrNotExist]
// means that no file exists.
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
		all = runRules(all, u, anyTable())
	}
	main := mainUnit(in, c, units)
	if in.Seen != nil {
		in.Seen(main)
	}
	all = runRules(all, main, in.Checker.rules())
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

func unitsOf(in Input, c *Checkpoint) (units []*Unit) {
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

func mainUnit(in Input, c *Checkpoint, units []*Unit) *Unit {
	u := newUnit(in, c)
	if len(units) > 0 && units[0].File.Name == in.Main {
		u = units[0]
	}
	u.Model, u.Verdicts = c.Model, claim.Verify(in.Tree, c.Claims)
	return u
}

func runRules(all []Diagnostic, u *Unit, table []Rule) []Diagnostic {
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

// maxMessage limits a message in bytes, because editors drop long ones.
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
