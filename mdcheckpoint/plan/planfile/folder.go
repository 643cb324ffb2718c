package planfile

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
)

// A Folder is the set of plans of a project.
type Folder struct {
	Dir    string          // its path in the tree
	Plans  []*Plan         // plans that can be read, by path
	Faults []Fault         // plans that cannot be read, by path
	Names  map[string]bool // paths in the tree of all files below Dir
	// Partial are the paths of the plans of which tasks were recorded as done, and not all:
	// such a plan is not done, whatever is beside it.
	Partial map[string]bool
}

// A Fault is a plan that cannot be read, with the error.
type Fault struct {
	Path string // in the tree
	Err  error  // of Read
}

// Read reads the plan at a path of tree. Its error is that of Parse, or about reading
// the file.
func Read(tree fs.FS, name string) (*Plan, error) { return read(tree, name, Parse) }

func read(tree fs.FS, name string, parse func(name, text string) (*Plan, error)) (*Plan, error) {
	text, err := source.ReadRegular(tree, name)
	if err != nil {
		return nil, err
	}
	return parse(name, text)
}

// ReadFolder reads the plans below dir, a path of tree, as [Walk] finds them. The error is about
// directories that cannot be read; the others are read anyway.
func ReadFolder(tree fs.FS, dir string) (*Folder, error) { return readFolder(tree, dir, Parse) }

func readFolder(tree fs.FS, dir string, parse func(name, text string) (*Plan, error)) (*Folder, error) {
	f := &Folder{Dir: dir, Names: map[string]bool{}}
	var faults []error
	err := Walk(tree, dir, func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			faults = append(faults, err)
			return nil
		case d.IsDir():
			return nil
		}
		f.Names[name] = true
		if IsPlan(strings.TrimPrefix(name, dir+"/")) {
			p, err := read(tree, name, parse)
			if err != nil {
				f.Faults = append(f.Faults, Fault{name, err})
			} else {
				f.Plans = append(f.Plans, p)
			}
		}
		return nil
	})
	return f, errors.Join(append(faults, err)...)
}

// Walk is [fs.WalkDir] for a folder of plans. It does not enter other repositories, and no
// directory of the root of a tree: that is not a folder of plans, and what is below may be
// anything.
func Walk(tree fs.FS, dir string, visit fs.WalkDirFunc) error {
	if tree == nil {
		return visit(dir, nil, fs.ErrInvalid)
	}
	return fs.WalkDir(tree, dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && d.IsDir() && name != dir && (dir == "." || source.IsRepository(tree, name)) {
			return fs.SkipDir
		}
		return visit(name, d, err)
	})
}

// Done reports whether p has its summary, and no task is left if tasks of it were recorded.
func (f *Folder) Done(p *Plan) bool {
	return (IsDone(f.Names, p.File.Name) || f.isAlone(p)) && !f.Partial[p.File.Name]
}

// isAlone reports whether p is the only plan of the folder of a phase that has a SUMMARY.md.
func (f *Folder) isAlone(p *Plan) bool {
	dir := path.Dir(p.File.Name)
	if !f.Names[dir+"/SUMMARY.md"] || dirPhase(p.File.Name) == "" {
		return false
	}
	isBeside := func(one *Plan) bool { return one != p && path.Dir(one.File.Name) == dir }
	return !slices.ContainsFunc(f.Plans, isBeside)
}

// ReadHeads reads the plans as [ReadFolder] does, but keeps only their heads: the front matter and
// whether the plan is gated. Their File ends after the front matter. [Read] returns a whole plan.
// For a folder of thousands, whole plans take about ten times the memory.
func ReadHeads(tree fs.FS, dir string) (*Folder, error) { return readFolder(tree, dir, parseHead) }

// parseHead parses the head of text and keeps nothing else. It fails as [Parse] does.
func parseHead(name, text string) (*Plan, error) {
	whole := source.NewFile(name, text)
	if err := checkLimits(whole); err != nil {
		return nil, err
	}
	front := outline(whole)
	p := &Plan{File: source.NewFile(name, strings.Clone(text[:front.Span.End])), gated: hasCheckpoint(text, front.Span.End)}
	front.file = p.File
	front.read()
	p.Front = front
	return p, nil
}

// hasCheckpoint reports whether one of the tasks in text from start on is a checkpoint.
func hasCheckpoint(text string, start int) bool {
	if !strings.Contains(text[start:], Prefix) {
		return false
	}
	var p Plan
	p.tasks(scan(text, start))
	return len(p.checkpoints()) > 0
}
