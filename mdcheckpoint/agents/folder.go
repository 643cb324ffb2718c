package agents

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
)

// A Folder is the content of a folder of checkpoints.
type Folder struct {
	Dir      string        // its path in the tree
	Agents   []*Checkpoint // in the order of their names, also those that cannot be read
	Archives []string      // names of crashed and aborted ones, likewise
}

// ReadFolder reads the checkpoints in dir, a path of tree, but no archives and no
// backups. A missing folder has none; its error is that of reading the folder itself.
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

// read reads the file called name, of kind k. One that is not a checkpoint by its name,
// and does not turn out to be one, is left out.
func (f *Folder) read(tree fs.FS, name string, k Kind) {
	if c := readCheckpoint(tree, path.Join(f.Dir, name)); k.isAgent() || c.namesAgent() {
		f.Agents = append(f.Agents, c)
	}
}

// group finds the files of each agent that can be read, the one in use first: that with the name of
// the protocol, then the newest.
func (f *Folder) group() {
	of := map[string][]*Checkpoint{}
	for _, c := range f.Agents {
		if c.Err == nil {
			of[c.Agent()] = append(of[c.Agent()], c)
		}
	}
	for _, same := range of {
		slices.SortStableFunc(same, compareUse)
		for _, c := range same {
			c.Same = same
		}
	}
}

// compareUse orders the files of one agent by which is in use.
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

// InUse returns the file in use of c's agent: c itself, unless its folder has a better one.
func (c *Checkpoint) InUse() *Checkpoint {
	if len(c.Same) == 0 {
		return c
	}
	return c.Same[0]
}

// Find returns the checkpoint with that agent id or file name; nil if there is none. If an agent
// has several files, it returns the one in use.
func (f *Folder) Find(id string) (found *Checkpoint) {
	agent := foldID(stem(id))
	for _, c := range f.Agents {
		switch {
		case c.Base() == id:
			return c
		case c.Agent() == agent && (found == nil || found.Err != nil):
			found = c.InUse()
		}
	}
	return found
}

// near returns the ids of the agents in f whose folded ids differ from id by one letter.
func (f *Folder) near(id string) []string {
	var all []string
	for _, c := range f.Agents {
		if c == c.InUse() && differByOne(id, c.Agent()) {
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
	return len(id) == len(other) && KindOf(id+extension) == Standard && KindOf(other+extension) == Standard
}

// ReadEpic reads the checkpoints of the epic in tree.
func ReadEpic(tree fs.FS) (*Folder, error) { return ReadFolder(tree, CheckpointDir) }

// AskedName returns the name of the checkpoint of an agent that is asked for by its id or
// by the name of its file, whether or not the file exists. A name that no agent can have is
// a [*protocol.RequestError].
func AskedName(tree fs.FS, asked string) (string, error) {
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
