// Package position reads the files that record the progress of the work on plans:
//
//   - the state of a project (STATE.md, TRANSPONDER.md)
//   - the note of a session that stopped (.continue-here.md)
//   - the hand-off (HANDOFF.json), a note for programs
//
// It determines the next action, checks what these files claim about the tree, and reports
// contradictions.
//
// People and agents write these files as prose. So the package accepts any content, and reports
// problems as notes, not as errors. It uses no disk, network or clock.
//
// "Source" in comments names where a value comes from: GSD (the templates of the larger family of
// tools), state (the state files of the smaller family), or real files.
package position

import (
	"errors"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sort"
	"strings"
	"time"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

// A Project is a folder of plans, with the files that record progress.
type Project struct {
	*planfile.Folder                   // heads of plans; [Project.Progress] reads one completely
	States           []*State          // the first takes precedence
	SessionFiles     []*SessionFile    // the hand-off, then the notes by path; the first takes precedence
	Answers          *planfile.Answers // nil if they cannot be read
	Hold             Hold              // set by the caller; zero without a waypoint

	// Order has the current plans. Quick has the quick tasks, which have no order.
	Order   *planfile.Ordering
	roadmap roadmap
	Phases  []*Phase // in order
	Quick   []*planfile.Plan

	Unread map[string]error        // errors of unreadable files, by path
	Files  map[string]*source.File // files with claims, by path; some plans are only heads

	tree fs.FS
	git  bootstrap.Repository // without git, the functions are nil; rules know only Committed
	next *Answer

	byDir    map[string][]string
	byNumber map[string][]*Phase
	named    string // cache of isNamed: the phase of the state, such as "2-of-3-new-page"
	replaced bool   // result of isReplaced
}

// ReadProject reads the folder dir of tree. Errors are in Unread. Functions of git may be nil.
func ReadProject(tree fs.FS, dir string, git bootstrap.Repository) *Project {
	p := &Project{tree: tree, git: git, Unread: map[string]error{}}
	p.Files = map[string]*source.File{}
	folder, err := planfile.ReadHeads(tree, dir)
	p.Folder = folder
	p.unread(dir, err)
	for _, f := range folder.Faults {
		p.unread(f.Path, f.Err)
	}
	p.readStates()
	p.readSessionFiles()
	answers, name, err := planfile.ReadAnswers(tree)
	p.Answers = answers
	p.unread(name, err)
	if err == nil {
		p.Partial = answers.Partial(tree)
	}
	p.sort()
	p.roadmap = readCurrent(tree, dir, p.State())
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

//go:noinline
func (p *Project) unread(name string, err error) {
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		p.Unread[name] = err
	}
}

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

// readSessionFiles ignores HANDOFF.json in the root of a project, which may be something else.
func (p *Project) readSessionFiles() {
	add := func(name string, parse func(name, text string) (*SessionFile, error)) {
		if l := readFile(p, name, parse); l != nil {
			l.setPlan(p.Dir)
			p.SessionFiles, p.Files[name] = append(p.SessionFiles, l), l.File
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

// complete reads all of x, in place, because other values point to x.
func (p *Project) complete(x *planfile.Plan) {
	whole, err := planfile.Read(p.tree, x.File.Name)
	if err != nil {
		p.Unread[x.File.Name] = err
		return
	}
	*x = *whole
}

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

// State returns the state that takes precedence, or an empty state.
//
//go:noinline
func (p *Project) State() *State {
	if len(p.States) == 0 {
		empty, _ := ParseState("", "") // an empty text is valid
		return empty
	}
	return p.States[0]
}

// Updated returns the latest time that a state or session file records, or zero.
func (p *Project) Updated() time.Time {
	var last time.Time
	for _, s := range p.States {
		last = later(last, s.Written())
	}
	for _, l := range p.SessionFiles {
		last = later(last, l.written())
	}
	return last
}

// Claims returns the claims of each state, each session file that is not stale, and each finished
// plan of phase.
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
	over := p.stale()
	for _, l := range p.SessionFiles {
		if !slices.Contains(over, l.File.Name) {
			out := out
			out.Changed = p.unlessCommitted(l, out.Changed)
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

// unlessCommitted wraps changed. It fails for an unchanged file that was committed with l or later:
// that commit may contain the change that l claims.
func (p *Project) unlessCommitted(l *SessionFile, changed func(string) (bool, error)) func(string) (bool, error) {
	if changed == nil || p.git.Committed == nil {
		return changed
	}
	return func(name string) (bool, error) {
		is, err := changed(name)
		at := p.git.Committed(l.File.Name)
		if err == nil && !is && !at.IsZero() && !p.git.Committed(name).Before(at) {
			err = errors.New("it was committed with the file or later")
		}
		return is, err
	}
}

func madeBy(x *planfile.Plan, out claim.Outside) []claim.Claim {
	c, made := &claimer{out: out}, []*jsondoc.Value(nil)
	for _, v := range x.Front.Root.Get(planfile.HavesKey, "artifacts").List() {
		made = append(made, v.Get("path"))
	}
	for _, v := range append(made, x.Front.Root.Get(planfile.FilesKey).List()...) {
		if text, ok := v.Str(); ok && isRelativePath(text) {
			c.file(text, v.Span, might)
		}
	}
	sort.SliceStable(c.all, func(i, j int) bool { return c.all[i].Span.Start < c.all[j].Span.Start })
	return c.all
}

func isRelativePath(text string) bool {
	isOdd := strings.ContainsAny(text, "?<>{}$|\"'") || strings.Contains(text, "..")
	return isName(text) && !isOdd && !beginsWith(text, "~|/")
}
