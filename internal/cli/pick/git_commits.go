package pick

import (
	"slices"

	"mdck/internal/gitrepo"
)

// commits looks up commits that claims name. It looks up several at once, because each lookup waits
// for a git process. It is for one goroutine.
type commits struct {
	git      *Git
	expected []string // commits that will be asked for
	known    map[string]existence
}

// An existence is the answer whether the repository has a commit.
type existence struct {
	is  bool
	err error
}

// maxExpected limits the expected commits that are looked up with a requested one, because a file may
// name very many.
const maxExpected = 50

func (c *commits) expect(hash string) { c.expected = append(c.expected, hash) }

// exists reports whether the repository has a commit. In a shallow repository, a missing commit may
// exist elsewhere.
func (c *commits) exists(hash string) (bool, error) {
	if _, ok := c.known[hash]; !ok {
		c.ask(hash)
	}
	found := c.known[hash]
	if found.err == nil && !found.is && c.git.shallow() {
		return false, gitrepo.ErrShallow
	}
	return found.is, found.err
}

// ask looks up a commit and the next expected ones.
func (c *commits) ask(hash string) {
	next := c.expected[:min(len(c.expected), maxExpected)]
	c.expected = c.expected[len(next):]
	if !slices.Contains(next, hash) {
		next = append([]string{hash}, next...)
	}
	c.git.Repo.CommitsExist(next, func(hash string, is bool, err error) { c.known[hash] = existence{is, err} })
}
