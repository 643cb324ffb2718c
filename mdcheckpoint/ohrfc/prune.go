package ohrfc

import (
	"path"
	"slices"
	"strings"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// mostPruned is how many rounds one change removes: each is a file of the archive,
// which takes half a millisecond. No protocol comes near it.
const mostPruned = 1000

// prune makes the change that keeps the newest rounds only. It leaves
// artifact_state as it is: pruning says nothing about rfc.md.
func (w *Workspace) prune(now string) (*Change, error) {
	if err := w.ready(path.Base(w.CheckpointPath)); err != nil {
		return nil, err
	}
	if len(w.Checkpoint.surplus()) == 0 {
		return nothing("%s exist, and %d are kept", bootstrap.Count(len(w.Checkpoint.rounds()), "Gate-B round"), keepRounds), nil
	}
	return w.finish(w.Checkpoint, now, finish{did: "pruned", prune: true})
}

// rounds are the different numbers of Gate-B rounds, newest first.
func (c *Checkpoint) rounds() []int {
	var numbers []int
	for _, g := range slices.Backward(c.Rounds()) {
		numbers = append(numbers, g.N)
	}
	return slices.Compact(numbers)
}

// surplus are the Gate-B rounds older than the newest [keepRounds], but no more than one change
// removes.
func (c *Checkpoint) surplus() []*schema.GroupMatch {
	all := c.Surplus()
	return all[:min(len(all), mostPruned)]
}

// prune gives the edits that take the surplus rounds out, and what the archive is to keep of them.
func (c *Checkpoint) prune() (edits []source.Edit, archive []protocol.Text) {
	gone := c.surplus()
	edits, texts := c.editor().Prune(gone)
	for i, g := range gone {
		archive = append(archive, protocol.Text{Name: schema.Slug(strings.TrimSuffix(g.Title(), " Exit")) + ".md", Text: texts[i]})
	}
	return edits, archive
}
