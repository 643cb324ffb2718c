package pick

import (
	"slices"

	"mdck/internal/gitrepo"
)

// commits looks up the commits that claims name, several at once, as each lookup makes two processes wait
// for each other. It is for one goroutine.
type commits struct {
	git      *Git
	expected []string // and not asked about yet
	known    map[string]existence
}

// An existence is whether the repository has a commit.
type existence struct {
	is  bool
	err error
}

// maxExpected is the number of expected commits that are looked up with a requested one, as a file may
// name very many.
const maxExpected = 50

func (c *commits) expect(hash string) { c.expected = append(c.expected, hash) }

// exists reports whether the repository has a commit. One that a shallow repository has not may
// exist.
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
