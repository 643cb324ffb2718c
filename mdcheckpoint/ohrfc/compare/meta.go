package compare

import (
	"cmp"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/ohrfc"
)

// A FactChange is a changed value of the title or the Meta section.
type FactChange struct {
	Key  string `json:"key"`  // key in [ohrfc.Facts], or [ohrfc.ArtifactKey]
	From string `json:"from"` // "" if missing
	To   string `json:"to"`
}

func factChanges(a, b *ohrfc.Checkpoint) []FactChange {
	all := []FactChange{}
	add := func(key, was, is string, differ bool) {
		if differ {
			all = append(all, FactChange{Key: key, From: was, To: is})
		}
	}
	add(ohrfc.TitleKey, title(a), title(b), titleMeant(a) != titleMeant(b))
	for i := range ohrfc.Facts[1:] {
		f := &ohrfc.Facts[1+i]
		was, is := a.Recorded(f).Text, b.Recorded(f).Text
		add(f.Key, was, is, cmp.Or(f.Spell(was), was) != cmp.Or(f.Spell(is), is))
	}
	was, is := artifact(a), artifact(b)
	add(ohrfc.ArtifactKey, was, is, was != is)
	return all
}

func title(c *ohrfc.Checkpoint) string {
	if c.Title == nil {
		return ""
	}
	return c.Title.Title
}

func titleMeant(c *ohrfc.Checkpoint) string { return cmp.Or(c.ID, "\n"+spelling.FoldTitle(title(c))) }

// artifact returns an incomplete artifact_state, or "".
func artifact(c *ohrfc.Checkpoint) string {
	a := c.Meta.Artifact
	if a.Hash.Text != "" && a.Evidence.Text != "" && a.Round.Text != "" {
		return ""
	}
	return c.Meta.Value(ohrfc.ArtifactKey)
}

func factItems(c *ohrfc.Checkpoint) map[*mdcheckpoint.Item]bool {
	items := map[*mdcheckpoint.Item]bool{}
	for _, key := range ohrfc.MetaKeys {
		f := c.Meta.Field(key)
		if f != nil && f.Value != "" && !strings.ContainsAny(c.Document.File.Slice(f.Item.Text), "\r\n") {
			items[f.Item] = true
		}
	}
	return items
}
