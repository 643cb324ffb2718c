package schema

import (
	"fmt"
	"slices"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// CheckIntact returns an error if content outside of the groups in changed was lost or moved.
func CheckIntact(before, after *Match, changed ...*GroupMatch) error {
	was, is := before.outlineTexts(changed), after.outlineTexts(changed)
	for i, block := range was {
		if i >= len(is) || is[i] != block {
			return fmt.Errorf("%s: %q would be lost or parsed differently",
				before.Document.File.Name, spelling.FirstLine(block))
		}
	}
	if len(is) > len(was) {
		return fmt.Errorf("%s: %q would be parsed outside its section",
			before.Document.File.Name, spelling.FirstLine(is[len(was)]))
	}
	return nil
}

// CheckOthersIntact is [CheckIntact] for an edit that may change all groups with these keys.
func CheckOthersIntact(before, after *Match, keys []string) error {
	var changed []*GroupMatch
	for _, g := range slices.Concat(before.Groups, after.Groups) {
		if slices.Contains(keys, g.Group.Key) {
			changed = append(changed, g)
		}
	}
	return CheckIntact(before, after, changed...)
}

func (m *Match) outlineTexts(changed []*GroupMatch) []string {
	e := Editor{Match: m}
	skipped := make(map[*GroupMatch]bool, len(changed))
	for _, g := range changed {
		skipped[g] = true
	}
	var skip []source.Span // in the order of the file
	for _, g := range m.Groups {
		if skipped[g] {
			end, _ := e.leading(lastOf(g.Section))
			skip = append(skip, source.Between(e.removal(g).Start, end))
		}
	}
	texts := make([]string, 0, len(m.Document.Blocks))
	for _, b := range m.Document.Blocks {
		for len(skip) > 0 && skip[0].End < b.Span.End {
			skip = skip[1:]
		}
		if len(skip) > 0 && skip[0].Covers(b.Span) || isBreak(b) {
			continue
		}
		texts = append(texts, m.blockTexts(b)...)
	}
	return texts
}

func (m *Match) blockTexts(b *mdcheckpoint.Block) []string {
	if len(b.Items) == 0 {
		return []string{m.Document.File.Slice(b.Span)}
	}
	var texts []string
	for _, item := range b.Items {
		texts = append(texts, m.Document.File.Slice(item.Span))
	}
	return texts
}
