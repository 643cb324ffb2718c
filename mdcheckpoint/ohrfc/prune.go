package ohrfc

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// mostPruned is how many rounds one change takes out: each is a file of the archive,
// which takes half a millisecond. No protocol comes near it.
const mostPruned = 1000

// Prune makes the change that keeps the newest rounds only. It leaves
// artifact_state as it is: pruning says nothing about rfc.md.
func (w *Workspace) Prune(now string) (*Change, error) {
	if err := w.ready(path.Base(w.CheckpointPath)); err != nil {
		return nil, err
	}
	if len(w.Checkpoint.Surplus()) == 0 {
		return &Change{None: fmt.Sprintf("%s, and %d may stay", bootstrap.Count(len(w.Checkpoint.rounds()), "Gate-B round"), KeepRounds)}, nil
	}
	return w.finish(w.Checkpoint, now, finish{did: "pruned", prune: true})
}

// rounds are the different numbers of Gate-B rounds, newest first.
func (c *Checkpoint) rounds() []int {
	var numbers []int
	for _, g := range slices.Backward(c.Rounds()) {
		if len(numbers) == 0 || numbers[len(numbers)-1] != g.N {
			numbers = append(numbers, g.N)
		}
	}
	return numbers
}

// Surplus are the groups of Gate-B rounds older than the newest [KeepRounds].
func (c *Checkpoint) Surplus() []*schema.GroupMatch {
	numbers := c.rounds()
	if len(numbers) <= KeepRounds {
		return nil
	}
	var surplus []*schema.GroupMatch
	for _, g := range c.Rounds() {
		if !slices.Contains(numbers[:KeepRounds], g.N) {
			surplus = append(surplus, g)
		}
	}
	return surplus
}

// leaving are those of the surplus that one change takes out, the oldest; left is how
// many stay.
func (c *Checkpoint) leaving() (now []*schema.GroupMatch, left int) {
	all := c.Surplus()
	n := min(len(all), mostPruned)
	return all[:n], len(all) - n
}

// PruneEdits are the edits that take the surplus rounds out, but at most a thousand,
// and what the archive is to keep of them, oldest first. Left is how many stay in the
// checkpoint, for another change.
func (c *Checkpoint) PruneEdits() (edits []source.Edit, archive []Archived, left int) {
	now, left := c.leaving()
	for _, g := range now {
		edits = append(edits, c.RemoveGroup(g))
		archive = append(archive, c.Archived(g))
	}
	return schema.Apart(edits), archive, left
}

// leftNote says that a change prunes not all; nothing if it does.
func leftNote(left int) []string {
	if left == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d at a time go to the archive, and %s that should go stay; mdck prune takes out the next", mostPruned, bootstrap.Count(left, "round"))}
}

// Archived is a group as the archive keeps it, with the comments before its
// heading that go with it.
func (c *Checkpoint) Archived(g *schema.GroupMatch) Archived {
	return Archived{
		Name: schema.Slug(strings.TrimSuffix(g.Title(), " Exit")) + ".md",
		Text: c.editor().Removed(g),
	}
}
