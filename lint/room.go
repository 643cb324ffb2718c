package lint

import (
	"cmp"
	"slices"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A room is a checkpoint with the files that belong to it, as its protocol reads
// them.
type room struct {
	files    map[string]*source.File // that are there, by path
	faults   map[string]error        // why one that is there could not be used, by path
	document *mdcheckpoint.Document  // the checkpoint as Markdown; nil without one that can be read
	match    *schema.Match           // of the document; nil if the protocol knows no headings
	tagged   *planfile.Plan          // the checkpoint as text in tags; nil if it is none
	claims   []claim.Claim
	cut      map[string]bool // whether claims of a file were left out, by path; nil for none
	// beside are files that findings may be about all the same, by path: no any/ rule
	// is asked about them.
	beside map[string]*source.File
	// view gives a unit what the rules of the protocol look at.
	view func(*Unit)
}

// A protocol is how the files of one are read, and the rules about them.
type protocol struct {
	name  string
	read  func(Input) room
	rules func() []Rule
}

// protocols are in the order of the documentation. The first is that of an input
// which names none.
func protocols() []protocol {
	return []protocol{
		{"ohrfc", readOhrfc, ohrfcTable},
		{"ccc", readCCC, cccTable},
		{"agents", readAgents, agentsTable},
		{"loop", readLoop, loopTable},
		{"plan", readPlan, planTable},
		{"format", readFormat, formatTable},
	}
}

// protocol is that of in. One that is not known is a mistake of the caller.
func (in *Input) protocol() protocol {
	all := protocols()
	i := slices.IndexFunc(all, func(p protocol) bool { return p.name == cmp.Or(in.Protocol, "ohrfc") })
	if i < 0 {
		panic("lint: unknown protocol " + in.Protocol)
	}
	return all[i]
}

func readOhrfc(in Input) room {
	w := ohrfc.Read(in.Tree, in.Main, in.Known...)
	r := room{files: w.Files, faults: w.Faults, claims: w.Claims()}
	r.view = func(u *Unit) { u.RFC = w }
	if w.Checkpoint == nil {
		return r
	}
	r.document, r.match = w.Checkpoint.Document, w.Checkpoint.Match
	r.view = func(u *Unit) {
		u.RFC = w
		var count func(string) int
		if in.Counter != nil {
			count = in.Counter.Count
		}
		u.Budgets = w.Checkpoint.Budgets(in.Limits, count)
		u.Subsections = subsections(u)
	}
	return r
}

func readCCC(in Input) room {
	s := ccc.Read(in.Tree, in.Main, in.State, in.Progress)
	r := room{files: s.Files, faults: s.Faults, claims: s.Claims(ccc.Outside{Team: in.Team})}
	r.view = func(u *Unit) { u.Session = s }
	if s.Progress != nil {
		r.document, r.match = s.Progress.Document, s.Progress.Match
	}
	return r
}
