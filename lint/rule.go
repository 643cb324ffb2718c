// Package lint says what is wrong with checkpoint files, and mends what can be
// mended without a decision.
//
// A rule is data: a row in a table with an id, a severity, a reason and a pure
// function from a [Unit] to findings. Facts come in as trees of files, so the
// work tree, git's index, an editor's buffer and a test look the same. The
// package reads no disk, no clock and no configuration of its own.
package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"

	"mdck/internal/nearest"
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
	Check     func(*Unit) []Finding
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
	least    bool // there may be more of its rule in its file, which were not looked for
}

// A Fix mends a finding.
type Fix struct {
	Edits   []FileEdit
	Archive []Archived // what the edits take out and is to be kept
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

// MaxFindings is how many findings of one rule in one file are worth listing.
const MaxFindings = 1000

// Limit lists at most [MaxFindings] of each rule in each file. Where there are
// more, the last of them stands for the rest: it says how many they are, or at least
// are, has the
// worst severity of them, and no fix. It gives all itself if there is nothing to
// leave out, and else a new slice.
func Limit(all []Diagnostic) []Diagnostic {
	if len(all) <= MaxFindings {
		return all
	}
	type kind struct {
		rule *Rule
		path string
	}
	kinds := map[kind]int{}
	least := map[kind]string{} // words before the number where not all were looked for
	for i := range all {
		k := kind{all[i].Rule, all[i].Path}
		if kinds[k]++; all[i].least {
			least[k] = "at least "
		}
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
			d.Message = fmt.Sprintf("%s%d more findings of this rule from here on", least[k], total-MaxFindings+1)
			d.Fix, d.More = nil, total-MaxFindings
			place[k] = len(kept)
			kept = append(kept, d)
		default:
			kept[place[k]].Severity = max(kept[place[k]].Severity, d.Severity)
		}
	}
	return kept
}

// Rules are all rules, those of every protocol after any/, in the order of the
// documentation. The caller must not change them.
func Rules() []*Rule { return rules() }

var rules = sync.OnceValue(func() []*Rule {
	var all []*Rule
	add := func(table []Rule) {
		for i := range table {
			all = append(all, &table[i])
		}
	}
	add(anyTable())
	for _, p := range protocols() {
		add(p.rules())
	}
	return all
})

// The tables are made once, when they are first asked for.
var (
	anyTable    = sync.OnceValue(anyRules)
	ohrfcTable  = sync.OnceValue(ohrfcRules)
	cccTable    = sync.OnceValue(cccRules)
	agentsTable = sync.OnceValue(agentsRules)
	loopTable   = sync.OnceValue(loopRules)
	planTable   = sync.OnceValue(planRules)
	formatTable = sync.OnceValue(formatRules)
)

// byID is the rule with that id; nil if there is none.
func byID(id string) *Rule {
	all := Rules()
	if i := slices.IndexFunc(all, func(r *Rule) bool { return r.ID == id }); i >= 0 {
		return all[i]
	}
	return nil
}

// Find gives the rule that name means: its id, or its name if only one protocol
// has it; rules about formats of the user's own, many of which have the name of one of a
// protocol, give way to it. Without one it gives nil and the ids that are nearest.
func Find(name string) (*Rule, []string) {
	if r := byID(name); r != nil {
		return r, nil
	}
	named := slices.DeleteFunc(slices.Clone(Rules()), func(r *Rule) bool { return r.Name() != name })
	ofProtocols := slices.DeleteFunc(slices.Clone(named), func(r *Rule) bool { return protocolOf(r.ID) == "format" })
	if len(ofProtocols) == 1 {
		return ofProtocols[0], nil
	}
	if len(named) == 1 {
		return named[0], nil
	}
	if len(named) > 1 {
		return nil, ids(named)
	}
	return nil, nearIDs(name)
}

func ids(rules []*Rule) []string {
	var all []string
	for _, r := range rules {
		all = append(all, r.ID)
	}
	return all
}

// nearIDs are the ids that name may have been meant for, at most three.
func nearIDs(name string) []string {
	var known []string
	of := map[string][]string{} // ids by what a user may write for them
	for _, r := range Rules() {
		for _, k := range []string{r.ID, r.Name()} {
			if len(of[k]) == 0 {
				known = append(known, k)
			}
			of[k] = append(of[k], r.ID)
		}
	}
	var near []string
	for _, k := range nearest.Of(name, known) {
		near = append(near, of[k]...)
	}
	for _, r := range Rules() {
		if len(name) > 2 && strings.Contains(r.ID, name) {
			near = append(near, r.ID)
		}
	}
	var distinct []string
	for _, id := range near {
		_, base, _ := strings.Cut(id, "/")
		twin := func(other string) bool { return other != id && strings.HasSuffix(other, "/"+base) }
		if own := protocolOf(id) == "format" && slices.ContainsFunc(near, twin); !own && !slices.Contains(distinct, id) {
			distinct = append(distinct, id)
		}
	}
	return distinct[:min(3, len(distinct))]
}
