package planfile

import (
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/source"
)

// A Folder contains the plans of a project.
type Folder struct {
	Dir    string
	Plans  []*Plan         // readable plans without overviews, in the order of [Walk]
	Faults []Fault         // unreadable plans
	Names  map[string]bool // paths of all files in the folder, in the tree
	// Partial is true for the paths of plans with tasks that are not done. The caller sets Partial.
	Partial map[string]bool
}

// A Fault is a plan that cannot be read.
type Fault struct {
	Path string
	Err  error
}

// Read reads the plan at name in tree.
func Read(tree fs.FS, name string) (*Plan, error) { return read(tree, name, Parse) }

func read(tree fs.FS, name string, parse func(name, text string) (*Plan, error)) (*Plan, error) {
	text, err := source.ReadRegular(tree, name)
	if err != nil {
		return nil, err
	}
	return parse(name, text)
}

// ReadFolder reads the plans in dir. If it fails, it returns the plans that can be read.
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
	f.Plans = slices.DeleteFunc(f.Plans, func(p *Plan) bool { return IsOverview(f.Names, p.File.Name) })
	return f, errors.Join(append(faults, err)...)
}

// Walk is [fs.WalkDir] for a folder of plans. It skips other repositories, and below "." all
// directories.
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

// Done reports whether p has a summary, and no recorded task that is open.
func (f *Folder) Done(p *Plan) bool {
	return (IsDone(f.Names, p.File.Name) || f.isAlone(p)) && !f.Partial[p.File.Name]
}

func (f *Folder) isAlone(p *Plan) bool {
	dir := path.Dir(p.File.Name)
	if !f.Names[dir+"/SUMMARY.md"] || dirPhase(p.File.Name) == "" {
		return false
	}
	isBeside := func(one *Plan) bool { return one != p && path.Dir(one.File.Name) == dir }
	return !slices.ContainsFunc(f.Plans, isBeside)
}

// ReadHeads is like [ReadFolder], but keeps only the front matter of plans, and whether they have a
// checkpoint. Thousands of plans then need a tenth of the memory. A tree that keeps results is read
// once; each caller gets its own plans.
func ReadHeads(tree fs.FS, dir string) (*Folder, error) {
	keeper, ok := tree.(interface {
		Keep(key string, read func() any) any
	})
	if !ok {
		return readFolder(tree, dir, parseHead)
	}
	kept := keeper.Keep("heads of "+dir, func() any {
		f, err := readFolder(tree, dir, parseHead)
		return heads{f, err}
	}).(heads)
	own := *kept.folder
	own.Plans = slices.Clone(own.Plans)
	for i, p := range own.Plans {
		plan := *p // the caller may complete it
		own.Plans[i] = &plan
	}
	return &own, kept.err
}

type heads struct {
	folder *Folder
	err    error
}

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

func hasCheckpoint(text string, start int) bool {
	if !strings.Contains(text[start:], Prefix) {
		return false
	}
	var p Plan
	p.tasks(scan(text, start))
	return len(p.checkpoints()) > 0
}
