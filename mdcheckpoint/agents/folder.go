package agents

import (
	"cmp"
	"errors"
	"io/fs"
	"path"
	"slices"

	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// A Folder is what lies in a folder of checkpoints.
type Folder struct {
	Dir      string        // its path in the tree
	Agents   []*Checkpoint // in the order of their names
	Archives []string      // names of crashed and aborted ones, likewise
	Faults   []Fault       // checkpoints that cannot be read, likewise
	Names    []string      // of all files
}

// A Fault is a checkpoint that cannot be read, and why.
type Fault struct {
	Name string // without its folder
	Err  error  // of Parse, or of the tree
}

// Agent is the folded id of the agent that the file is of by its name.
func (f *Fault) Agent() string { return FoldID(stem(f.Name)) }

// ReadFolder reads the checkpoints in dir, a path of tree, but no archives and no
// backups. Its error is that of reading the folder itself.
func ReadFolder(tree fs.FS, dir string) (*Folder, error) {
	entries, err := fs.ReadDir(tree, dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{Dir: dir}
	for _, e := range entries {
		f.Names = append(f.Names, e.Name())
		switch k := KindOf(e.Name()); {
		case k == Crashed || k == Aborted:
			f.Archives = append(f.Archives, e.Name())
		case k.MayBeAgent():
			f.read(tree, e.Name(), k)
		}
	}
	return f, nil
}

// read reads the file called name, of kind k. One that is no checkpoint by its name,
// and does not turn out to be one, is left out.
func (f *Folder) read(tree fs.FS, name string, k Kind) {
	full := path.Join(f.Dir, name)
	text, err := source.ReadRegular(tree, full)
	var c *Checkpoint
	if err == nil {
		c, err = Parse(full, text)
	}
	switch {
	case err == nil && (k.IsAgent() || c.namesAgent()):
		f.Agents = append(f.Agents, c)
	case err != nil && k.IsAgent():
		f.Faults = append(f.Faults, Fault{name, err})
	}
}

// Holds reports whether the file called name is a checkpoint of f, read or not.
func (f *Folder) Holds(name string) bool {
	return slices.ContainsFunc(f.Agents, func(c *Checkpoint) bool { return c.Base() == name }) ||
		slices.ContainsFunc(f.Faults, func(o Fault) bool { return o.Name == name })
}

// ByAgent are the checkpoints in f by the folded ids of their agents, of each the one
// in use first: that with the name of the protocol, then the newest. Who asks about
// every agent asks once, and then the map.
func (f *Folder) ByAgent() map[string][]*Checkpoint {
	of := map[string][]*Checkpoint{}
	for _, c := range f.Agents {
		agent := c.Agent()
		of[agent] = append(of[agent], c)
	}
	for _, same := range of {
		slices.SortStableFunc(same, compareUse)
	}
	return of
}

// compareUse orders the files of one agent by which is in use.
func compareUse(a, b *Checkpoint) int {
	odd := func(c *Checkpoint) int {
		if name, err := FileName(c.Agent()); err == nil && name == c.Base() {
			return 0
		}
		return 1
	}
	x, _ := a.Last()
	y, _ := b.Last()
	return cmp.Or(cmp.Compare(odd(a), odd(b)), y.Compare(x))
}

// mostTwins is how many files of an agent a message lists.
const mostTwins = 5

// Duplicates returns the problem of each checkpoint of f whose agent has further ones.
func (f *Folder) Duplicates() map[*Checkpoint][]Problem {
	all := map[*Checkpoint][]Problem{}
	for _, same := range f.ByAgent() {
		var names []string
		for _, c := range same[:min(len(same), mostTwins)] {
			names = append(names, c.Base())
		}
		for _, c := range same {
			if len(same) > 1 {
				all[c] = []Problem{c.warning(Duplicate, []string{IDKey}, "agent %q has %d checkpoints, %s; expected one", shorten(c.Shown()), len(same), spelling.List(names))}
			}
		}
	}
	return all
}

// Find is the checkpoint of the agent with that id, or of the file of that name;
// nil if there is none. Of several files of one agent it is the one in use.
func (f *Folder) Find(id string) *Checkpoint {
	for _, c := range f.Agents {
		if c.Base() == id {
			return c
		}
	}
	if same := f.ByAgent()[FoldID(stem(id))]; len(same) > 0 {
		return same[0]
	}
	return nil
}

// Near returns the ids of the agents in f whose folded ids differ from id by one letter.
func (f *Folder) Near(id string) []string {
	var all []string
	for _, c := range f.Agents {
		if differByOne(id, c.Agent()) {
			all = append(all, oneLine(c.Shown()))
		}
	}
	return all
}

// differByOne reports whether one of two texts becomes the other by one byte that is added,
// taken out or replaced.
func differByOne(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	n := 0
	for n < len(a) && a[n] == b[n] {
		n++
	}
	return len(a) == len(b) && n < len(a) && a[n+1:] == b[n+1:] || len(a)+1 == len(b) && a[n:] == b[n+1:]
}

// isSibling reports whether two folded ids are as long, and differ in the letters that the
// protocol gives out: secondary_a and secondary_b.
func isSibling(id, other string) bool {
	return len(id) == len(other) && isStandard(id) && isStandard(other)
}

// Named is the name of the file, read or not, of the agent with that id, or that file
// itself, as [Folder.Find] has it; "" if there is none.
func (f *Folder) Named(id string) string {
	if c := f.Find(id); c != nil {
		return c.Base()
	}
	folded := FoldID(stem(id))
	for _, fault := range f.Faults {
		if fault.Name == id || fault.Agent() == folded {
			return fault.Name
		}
	}
	return ""
}

// ReadEpic reads the checkpoints of the epic in tree. A missing folder holds none.
func ReadEpic(tree fs.FS) (*Folder, error) {
	f, err := ReadFolder(tree, CheckpointDir)
	if errors.Is(err, fs.ErrNotExist) {
		return &Folder{Dir: CheckpointDir}, nil
	}
	return f, err
}

// AskedName returns the name of the checkpoint of an agent that is asked for by its id or
// by the name of its file, whether or not the file exists. A name that no agent can have is
// a [*protocol.RequestError].
func AskedName(tree fs.FS, asked string) (string, error) {
	f, err := ReadEpic(tree)
	if err != nil {
		return "", err
	}
	if name := f.Named(asked); name != "" {
		return name, nil
	}
	if KindOf(asked).MayBeAgent() {
		return asked, nil
	}
	return FileName(asked)
}
