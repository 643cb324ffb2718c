package planfile

import (
	"errors"
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/source"
)

// A Folder is the plans of a project.
type Folder struct {
	Dir    string          // its path in the tree
	Plans  []*Plan         // those that can be read, in the order of their paths
	Faults []Fault         // those that cannot, likewise
	Names  map[string]bool // paths in the tree of all files below Dir
	// Partial are the paths of the plans of which tasks were recorded as done, and not all:
	// such a plan is not done, whatever is beside it.
	Partial map[string]bool

	plans map[string]int // how many a directory has, nil before it is asked for
}

// A Fault is a plan that cannot be read, and why.
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
// directories that cannot be read; the others are read all the same.
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
	dir, _ := path.Split(p.File.Name)
	if !f.Names[dir+"SUMMARY.md"] || dirPhase(p.File.Name) == "" {
		return false
	}
	if f.plans == nil {
		f.plans = map[string]int{}
		for _, one := range f.Plans {
			of, _ := path.Split(one.File.Name)
			f.plans[of]++
		}
	}
	return f.plans[dir] == 1
}

// IsDone reports whether names, paths of files, have one that tells that the plan called name is
// done: its summary, in any of the spellings in use. Source: GSD; all but the first two rows: real
// folders.
func IsDone(names map[string]bool, name string) bool {
	if names[SummaryName(name)] {
		return true
	}
	dir, base := path.Split(name)
	stem, is := strings.CutSuffix(base, planSuffix)
	if !is {
		return false
	}
	of := dirPhase(name)
	phase, number := of, stem
	if parts := strings.SplitN(stem, "-", 3); len(parts) > 1 && isNumber(parts[0]) && isNumber(parts[1]) {
		phase, number = parts[0], parts[1]
	}
	for _, s := range [...]struct {
		plan, summary string // of it, unless the first is the name of another plan
	}{
		{phase + "-" + number + planSuffix, phase + "-" + number + summarySuffix},                                 // 01-02-setup-PLAN.md: 01-02-SUMMARY.md
		{"", stem + "-PLAN" + summarySuffix},                                                                      // 02-PLAN.md: 02-PLAN-SUMMARY.md
		{Number(phase) + "-" + Number(number) + planSuffix, Number(phase) + "-" + Number(number) + summarySuffix}, // 1-2-PLAN.md: 01-02-SUMMARY.md
		{of + "-01" + planSuffix, when(number == of, of+"-01"+summarySuffix)},                                     // 08-PLAN.md of phase 08: 08-01-SUMMARY.md
		{Number(number) + planSuffix, when(of != "" && Number(number) != of, Number(number)+summarySuffix)},       // 01-02-PLAN.md: 02-SUMMARY.md
	} {
		if own := s.plan == "" || s.plan == base || !names[dir+s.plan]; own && s.summary != "" && names[dir+s.summary] && isNumber(number) {
			return true
		}
	}
	return isWhole(names, dir, of)
}

func when(is bool, text string) string {
	if is {
		return text
	}
	return ""
}

// isWhole reports whether the folder of a phase has one summary of all its plans, 17-SUMMARY.md,
// and was verified.
func isWhole(names map[string]bool, dir, phase string) bool {
	return phase != "" && names[dir+phase+summarySuffix] && names[dir+phase+"-VERIFICATION.md"]
}
