package lint

import (
	"cmp"
	"io/fs"
	"path"
	"slices"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A room is a checkpoint with the files that belong to it, as its protocol reads
// them.
type room struct {
	files    map[string]*source.File // that are there, by path
	faults   map[string]error        // why one that is there could not be used, by path
	document *mdcheckpoint.Document  // the checkpoint as Markdown; nil without one that can be read
	match    *schema.Match           // of the document
	claims   []claim.Claim
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
	w := ohrfc.Read(in.Tree, in.Main)
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
	s := ccc.Read(in.Tree, in.Main, in.State)
	r := room{files: s.Files, faults: s.Faults, claims: s.Claims(ccc.Outside{Team: in.Team})}
	r.view = func(u *Unit) { u.Session = s }
	if s.Progress != nil {
		r.document, r.match = s.Progress.Document, s.Progress.Match
	}
	return r
}

func readAgents(in Input) room {
	folder, err := agents.ReadFolder(in.Tree, in.Main)
	r := room{files: map[string]*source.File{}, faults: map[string]error{}, view: func(u *Unit) { u.Agents = folder }}
	if err != nil {
		r.faults[in.Main] = err
		return r
	}
	for _, c := range folder.Agents {
		r.files[c.Path()] = c.Doc.File
		r.claims = append(r.claims, c.Claims()...)
	}
	for _, f := range folder.Faults {
		name := path.Join(in.Main, f.Name)
		r.faults[name] = f.Err
		if raw, err := fs.ReadFile(in.Tree, name); err == nil {
			r.files[name] = source.NewFile(name, string(raw))
		}
	}
	return r
}

func readLoop(in Input) room {
	t := loop.Read(in.Tree, in.Main)
	return room{files: t.Files, faults: t.Faults, claims: t.Claims(loop.Outside{}), view: func(u *Unit) { u.Track = t }}
}
