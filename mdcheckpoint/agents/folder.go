package agents

import (
	"cmp"
	"io/fs"
	"path"
	"sort"

	"mdck/internal/spelling"
)

// A Folder is a folder of checkpoints.
type Folder struct {
	Dir      string
	Agents   []*Checkpoint // in the order of the file names, including unreadable ones
	Archives []string      // file names of crashed and aborted checkpoints, in order
}

// ReadFolder reads the checkpoints in dir. For an unreadable one, [Checkpoint].Err is set.
func ReadFolder(tree fs.FS, dir string) (*Folder, error) {
	names, err := readNames(tree, dir)
	if err != nil {
		return nil, err
	}
	f := &Folder{Dir: dir}
	for _, name := range names {
		switch k := KindOf(name); {
		case k == Crashed || k == Aborted:
			f.Archives = append(f.Archives, name)
		case k.MayBeAgent():
			f.read(tree, name, k)
		}
	}
	f.group()
	return f, nil
}

func (f *Folder) read(tree fs.FS, name string, k Kind) {
	if c := readCheckpoint(tree, path.Join(f.Dir, name)); k.isAgent() || c.namesAgent() {
		f.Agents = append(f.Agents, c)
	}
}

func (f *Folder) group() {
	of := map[string][]*Checkpoint{}
	for _, c := range f.Agents {
		if c.Err == nil {
			of[c.Agent()] = append(of[c.Agent()], c)
		}
	}
	for _, same := range of {
		sort.SliceStable(same, func(i, j int) bool { return compareUse(same[i], same[j]) < 0 })
		for _, c := range same {
			c.Same = same
		}
	}
}

// compareUse sorts the files of one agent, the file in use first.
func compareUse(a, b *Checkpoint) int {
	odd := func(c *Checkpoint) int {
		if name, err := checkpointFileName(c.Agent()); err == nil && name == c.Base() {
			return 0
		}
		return 1
	}
	x, _ := a.Last()
	y, _ := b.Last()
	return cmp.Or(cmp.Compare(odd(a), odd(b)), y.Compare(x))
}

// inUse returns the checkpoint that the agent of c uses, often c itself.
func (c *Checkpoint) inUse() *Checkpoint {
	if len(c.Same) == 0 {
		return c
	}
	return c.Same[0]
}

// Find returns the checkpoint with an agent id or file name, or nil.
func (f *Folder) Find(id string) (found *Checkpoint) {
	agent := foldID(stem(id))
	for _, c := range f.Agents {
		switch {
		case c.Base() == id:
			return c
		case c.Agent() == agent && (found == nil || found.Err != nil):
			found = c.inUse()
		}
	}
	return found
}

func (f *Folder) near(id string) (all []string) {
	for _, c := range f.Agents {
		if c == c.inUse() && differByOne(id, c.Agent()) {
			all = append(all, spelling.CleanLine(c.DisplayID()))
		}
	}
	return all
}

// isSibling reports whether two folded ids are alike in form, such as secondary_a and secondary_b.
func isSibling(id, other string) bool {
	return len(id) == len(other) && KindOf(id+extension) == Standard && KindOf(other+extension) == Standard
}

// ReadEpic reads the checkpoints of the epic in tree.
func ReadEpic(tree fs.FS) (*Folder, error) { return ReadFolder(tree, CheckpointDir) }

// FindName returns the file name for an agent id or file name. The file need not exist. An invalid
// id is a [*protocol.RequestError].
func FindName(tree fs.FS, asked string) (string, error) {
	f, err := ReadEpic(tree)
	if err != nil {
		return "", err
	}
	if c := f.Find(asked); c != nil {
		return c.Base(), nil
	}
	if KindOf(asked).MayBeAgent() {
		return asked, nil
	}
	return checkpointFileName(asked)
}

// differByOne reports whether adding, removing or replacing one byte of a results in b.
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
