// Package position knows the files that say where the work on plans stands: the
// state of a project (STATE.md and TRANSPONDER.md), the note of a session that
// stopped (.continue-here.md) and its machine-readable twin (HANDOFF.json). It reads
// them line by line, says what they claim of each other and of the tree, and where
// they disagree with themselves.
//
// Reading is lenient: these files are prose that people and agents write by hand.
// Nothing here is an error of a file that can be read. The package touches no disk,
// network or clock.
//
// "Source" in comments names the document: GSD (templates of the larger family),
// state (the state files of the smaller one) or corpus (real files).
package position

import (
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

// A Project is a folder of plans with the files that record the progress of the work.
type Project struct {
	*planfile.Folder                   // of heads; only the plan of a [Standing] is complete
	States           []*State          // the first takes precedence
	Left             []*Left           // the hand-off first, which takes precedence, then the notes by path
	Answers          *planfile.Answers // nil if they cannot be read
	Hold             Hold              // the zero Hold if no waypoint is in effect

	// Order is the order of the current plans. Quick are tasks outside that order. Plans of
	// archived milestones are in neither.
	Order   *planfile.Ordering
	roadmap roadmap
	Phases  []*Phase // in order
	// Committed returns the time of the last commit that changed a file; zero if there is none.
	// Committed is nil without a repository.
	Committed func(name string) time.Time
	// Added returns the time of the commit that added a file; zero if there is none. Added is nil
	// without a repository.
	Added func(name string) time.Time
	// After returns the number of commits after the last change of a file or folder, the paths that
	// they changed, and the first lines of their messages. After is nil without a repository.
	After func(name string) (commits int, changed, subjects []string)
	Quick []*planfile.Plan

	Unread map[string]error        // errors of existing files that cannot be read, by path
	Files  map[string]*source.File // files with claims, by path; of plans the heads

	tree fs.FS
	next *Answer // nil until Next is called

	byDir    map[string][]string // file paths by directory; none for ""
	byNumber map[string][]*Phase
	named    string // the name of the phase in the state: "new-page"
}

// ReadProject reads the folder at dir, a path in tree, and the answers to the checkpoints of its
// plans. Errors of single files are in Unread.
func ReadProject(tree fs.FS, dir string) *Project {
	p := &Project{tree: tree, Unread: map[string]error{}}
	p.Files = map[string]*source.File{}
	folder, err := planfile.ReadHeads(tree, dir)
	p.Folder = folder
	p.unread(dir, err)
	for _, f := range folder.Faults {
		p.unread(f.Path, f.Err)
	}
	p.readStates()
	p.readLeft()
	answers, name, err := planfile.ReadAnswers(tree)
	p.Answers = answers
	p.unread(name, err)
	if err == nil {
		p.Partial = answers.Partial(tree)
	}
	p.sort()
	p.roadmap = readCurrent(tree, dir, p.State().milestone())
	p.unread(path.Join(dir, RoadmapFile), p.roadmap.err)
	p.byDir, p.byNumber = map[string][]string{}, map[string][]*Phase{}
	for name := range p.Names {
		dir := path.Dir(name)
		p.byDir[dir] = append(p.byDir[dir], name)
	}
	p.Phases = p.readPhases()
	for _, ph := range p.Phases {
		p.byNumber[ph.Number] = append(p.byNumber[ph.Number], ph)
	}
	return p
}

// unread records why an existing file cannot be read.
func (p *Project) unread(name string, err error) {
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		p.Unread[name] = err
	}
}

// readFile returns the parsed file; nil if it does not exist or cannot be read.
func readFile[T any](p *Project, name string, parse func(name, text string) (*T, error)) *T {
	text, err := source.ReadRegular(p.tree, name)
	if err != nil {
		p.unread(name, err)
		return nil
	}
	read, err := parse(name, text)
	p.unread(name, err)
	return read
}

func (p *Project) readStates() {
	for _, name := range StateNames() {
		if path.Dir(name) != p.Dir {
			continue
		}
		if s := readFile(p, name, ParseState); s != nil {
			p.States, p.Files[name] = append(p.States, s), s.File
		}
	}
}

// readLeft reads the files that sessions left. In the root of a project, a file with the name of
// the hand-off may be something else, so it is not read.
func (p *Project) readLeft() {
	add := func(name string, parse func(name, text string) (*Left, error)) {
		if l := readFile(p, name, parse); l != nil {
			l.point(p.Dir)
			p.Left, p.Files[name] = append(p.Left, l), l.File
		}
	}
	if p.Dir != "." {
		add(path.Join(p.Dir, HandoffFile), ParseHandoff)
	}
	for _, name := range slices.Sorted(maps.Keys(p.Names)) {
		part, past := planfile.PartOf(name)
		if IsContinue(path.Base(name)) && (part == "" || !past) {
			add(name, ParseNote)
		}
	}
}

// complete reads the rest of x, a head, in place, because others point to x. If the plan was
// deleted meanwhile, x stays a head and Unread has the error.
func (p *Project) complete(x *planfile.Plan) {
	whole, err := planfile.Read(p.tree, x.File.Name)
	if err != nil {
		p.Unread[x.File.Name] = err
		return
	}
	*x = *whole
}

// sort orders the current plans.
func (p *Project) sort() {
	var main []*planfile.Plan
	for _, x := range p.Plans {
		switch part, past := planfile.PartOf(x.File.Name); {
		case part == "":
			main = append(main, x)
		case !past:
			p.Quick = append(p.Quick, x)
		}
	}
	p.Order = planfile.Order(main)
}

// Sequence returns the current plans in the order of execution; plans that cannot be ordered come
// last.
func (p *Project) Sequence() []*planfile.Plan {
	return p.Order.All()
}

// State returns the state that takes precedence, or an empty state if there is none.
func (p *Project) State() *State {
	if len(p.States) == 0 {
		empty, _ := ParseState("", "") // never fails for an empty text
		return empty
	}
	return p.States[0]
}

// Updated returns the latest recorded time of the files; zero if there is none.
func (p *Project) Updated() time.Time {
	var last time.Time
	for _, s := range p.States {
		last = later(last, s.Written())
	}
	for _, l := range p.Left {
		last = later(last, l.written())
	}
	return last
}

// Claims returns the claims by file: those of the states, of the files that sessions left, and of
// the completed plans of phase about the files that they made. Files contains all these files.
func (p *Project) Claims(phase string, out claim.Outside) [][]claim.Claim {
	var all [][]claim.Claim
	add := func(name string, claims []claim.Claim) {
		for i := range claims {
			claims[i].Path = name
		}
		if len(claims) > 0 {
			all = append(all, claims)
		}
	}
	for _, s := range p.States {
		add(s.File.Name, s.Claims(out))
	}
	over := p.over()
	for _, l := range p.Left {
		if !slices.Contains(over, l.File.Name) {
			add(l.File.Name, l.Claims(out))
		}
	}
	for _, x := range p.Plans {
		part, _ := planfile.PartOf(x.File.Name)
		if part == "" && x.ID().Phase == phase && p.Folder.Done(x) {
			p.Files[x.File.Name] = x.File
			add(x.File.Name, madeBy(x, out))
		}
	}
	return all
}

// madeBy returns the claims that the files that x makes exist. The plan was written before the
// work: a file may have been made under another path, or deleted or renamed since.
func madeBy(x *planfile.Plan, out claim.Outside) []claim.Claim {
	c, made := &claimer{out: out}, []*jsondoc.Value(nil)
	for _, v := range x.Front.Root.Get(planfile.HavesKey, "artifacts").List() {
		made = append(made, v.Get("path"))
	}
	for _, v := range append(made, x.Front.Root.Get(planfile.FilesKey).List()...) {
		if text, ok := v.Str(); ok && isMade(text) {
			c.file(text, v.Span, might)
		}
	}
	slices.SortStableFunc(c.all, func(a, b claim.Claim) int {
		return a.Span.Start - b.Span.Start
	})
	return c.all
}

// isMade reports whether an entry is a relative file path, not a pattern, a remark or a path
// outside the root.
func isMade(text string) bool {
	isOdd := strings.ContainsAny(text, "?<>{}$|\"'") || strings.Contains(text, "..")
	return isName(text) && !isOdd && !beginsWith(text, "~|/")
}
