package ccc

import (
	"slices"
	"time"

	"mdck/mdcheckpoint/claim"
)

// isComposed reports whether mdck composed the prompt of the progress file called name: then
// nothing is lost if it is composed again.
func isComposed(entries []claim.Entry, name, prompt string) bool {
	hash := claim.Hash([]byte(prompt))
	return slices.ContainsFunc(entries, func(e claim.Entry) bool { return e.Path == name && e.About == hash })
}

// Compose returns the change that writes the prompt which f allows; its text is that of p if
// nothing is known.
func (p *Progress) Compose(f Facts, now time.Time) (*Change, error) {
	text := Compose(f)
	if text == "" {
		return &Change{Text: p.Text(), After: p}, nil
	}
	c, err := p.Write(&Input{Continue: text}, now)
	if err == nil {
		c.Composed = true
	}
	return c, err
}

// recompose adds to c, a change of the progress file of s, the prompt of what is known then,
// with the key files of the present one.
func (s *Session) recompose(c *Change, branch, team string, now time.Time) error {
	f := NewFacts(c.After, s.State, branch, team)
	if named := keyFilesIn(s.Tree, s.Progress.Prompt.Text); len(named) > 0 {
		f.Files = nil
		for _, n := range named {
			f.Files = append(f.Files, n.name)
		}
	}
	f.Files = s.Existing(f.Files)
	next, err := c.After.Compose(f, now)
	if err != nil {
		return err
	}
	if next.Notes = nil; next.Changed() {
		next.Did = []string{"brought the continuation prompt up to date"}
	}
	c.Add(next)
	return nil
}
