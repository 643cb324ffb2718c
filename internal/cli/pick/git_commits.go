package pick

import (
	"slices"

	"mdck/internal/gitrepo"
)

// commits looks up commits that claims name, several at a time because each lookup waits for a git
// process. Only one goroutine may use it.
type commits struct {
	git      *Git
	expected []string
	known    map[string]existence
}

type existence struct {
	is  bool
	err error
}

// maxExpected is the maximum number of expected commits that one lookup includes. A file may name
// very many commits.
const maxExpected = 50

func (c *commits) expect(hash string) { c.expected = append(c.expected, hash) }

// exists reports whether the repository has a commit. If it is shallow, a missing commit may exist
// elsewhere.
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
