package ohrfc

import (
	"path"
	"slices"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// mostPruned is the maximum number of rounds that one change archives, because each becomes a file.
const mostPruned = 1000

func (w *Workspace) prune(now string) (*Change, error) {
	if err := w.ready(path.Base(w.CheckpointPath)); err != nil {
		return nil, err
	}
	if len(w.Checkpoint.surplus()) == 0 {
		return nothing("the file has %s, and mdck keeps up to %d", spelling.Count(len(w.Checkpoint.rounds()), "Gate-B round"), keepRounds), nil
	}
	return w.finish(w.Checkpoint, now, finish{did: "pruned", prune: true})
}

// rounds returns the distinct numbers of Gate-B rounds, newest first.
func (c *Checkpoint) rounds() []int {
	var numbers []int
	for _, g := range slices.Backward(c.Rounds()) {
		numbers = append(numbers, g.N)
	}
	return slices.Compact(numbers)
}

func (c *Checkpoint) surplus() []*schema.GroupMatch {
	all := c.Surplus()
	return all[:min(len(all), mostPruned)]
}

func (c *Checkpoint) prune() (edits []source.Edit, archive []source.Named) {
	gone := c.surplus()
	edits, texts := c.editor().Prune(gone)
	for i, g := range gone {
		archive = append(archive, source.Named{Name: spelling.Slug(strings.TrimSuffix(g.Title(), " Exit")) + ".md", Text: texts[i]})
	}
	return edits, archive
}
