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

// A Project is a folder of plans with the files that say where the work on them
// stands.
type Project struct {
	*planfile.Folder                   // of heads: only the plan that a [Standing] gives is whole
	States           []*State          // the one that counts first
	Left             []*Left           // the hand-off, which counts first, and the notes of sessions that stopped, by path
	Answers          *planfile.Answers // nil if they cannot be read
	Hold             Hold              // the zero Hold if no waypoint holds

	// Order is that of the plans at hand, and Quick are the tasks beside them. Plans of
	// milestones that were put away are neither.
	Order   *planfile.Ordering
	roadmap roadmap
	Phases  []*Phase // in order
	// Committed returns when the last commit that changed a file was made, the zero time if none
	// did; nil without a repository.
	Committed func(name string) time.Time
	// Added is Committed of the commit that added a file.
	Added func(name string) time.Time
	// After returns how many commits came after the last that changed a file or a folder, the
	// paths that they changed, and the first lines of their messages; nil without a repository.
	After func(name string) (commits int, changed, subjects []string)
	Quick []*planfile.Plan

	Unread map[string]error        // why files that exist cannot be read, by path
	Files  map[string]*source.File // those that claims are recorded in, by path; of plans the heads

	tree fs.FS
	next *Answer // nil before it is asked for

	byDir    map[string][]string // paths of files; "" has none
	byNumber map[string][]*Phase
	named    string // what the state calls its phase: "new-page"
}

// ReadProject reads the folder at dir, a path of tree, and what was answered to the
// checkpoints of its plans. What cannot be read is in Unread.
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

// unread keeps why a file that exists cannot be read.
func (p *Project) unread(name string, err error) {
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		p.Unread[name] = err
	}
}

// readFile returns what parse makes of a file; nil if it does not exist or cannot be read.
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

// readLeft reads what sessions left. What is called as the hand-off in the root of a project may be
// anything.
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

// complete reads what x, a head, has not, in its place: others point to it. Of a plan that
// went away meanwhile the head is left, and Unread says so.
func (p *Project) complete(x *planfile.Plan) {
	whole, err := planfile.Read(p.tree, x.File.Name)
	if err != nil {
		p.Unread[x.File.Name] = err
		return
	}
	*x = *whole
}

// sort puts the plans at hand in order.
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

// Sequence is the plans at hand in the order of execution; those that cannot be placed
// come last.
func (p *Project) Sequence() []*planfile.Plan {
	return p.Order.All()
}

// State is the state that counts; an empty one without any.
func (p *Project) State() *State {
	if len(p.States) == 0 {
		empty, _ := ParseState("", "") // which fails for no such text
		return empty
	}
	return p.States[0]
}

// Updated is the latest time that the files record; zero if they record none.
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

// Claims are what the files claim, file by file: the states, what sessions left, and of
// the plans of a phase that are done the files that they made. Files has them all.
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

// madeBy returns the claims that the files exist which a plan makes. It was written before: a file
// may have been made under another path, and deleted or renamed since.
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

// isMade reports whether an entry is the path of a file below the root, and no pattern,
// remark or directory elsewhere.
func isMade(text string) bool {
	isOdd := strings.ContainsAny(text, "?<>{}$|\"'") || strings.Contains(text, "..")
	return isName(text) && !isOdd && !beginsWith(text, "~|/")
}
