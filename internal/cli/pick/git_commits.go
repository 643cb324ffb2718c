package pick

import (
	"slices"

	"mdck/internal/gitrepo"
)

// commits asks git about the commits that claims name: about several at once, as each question
// makes two processes wait for each other. It is for one goroutine.
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

// maxExpected is how many of the expected commits git is asked about beside one that is wanted:
// of a file with very many not all are.
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

// ask asks about a commit and those that are expected next.
func (c *commits) ask(hash string) {
	next := c.expected[:min(len(c.expected), maxExpected)]
	c.expected = c.expected[len(next):]
	if !slices.Contains(next, hash) {
		next = append([]string{hash}, next...)
	}
	c.git.Repo.CommitsExist(next, func(hash string, is bool, err error) { c.known[hash] = existence{is, err} })
}
