package ohrfc

import (
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
)

// Outline gives the tree of c. Lines and bullets are counted as [Checkpoint.Budgets]
// counts them, tokens by count, all of them whatever the limit is.
func (c *Checkpoint) Outline(limits schema.Limits, count func(string) int) *schema.Outline {
	missing := c.MissingGroups()
	if c.Meta.Section == nil {
		missing = append(missing, MissingGroup{Group: Group(MetaKey)})
	}
	return c.Match.Outline(schema.View{Limits: limits, Count: count, Items: c.items, Missing: missing})
}

func (c *Checkpoint) items(s *mdcheckpoint.Section) []schema.Item {
	var items []schema.Item
	for _, item := range s.Bullets() {
		items = append(items, schema.Item{Text: c.Bullet(item), Span: item.Span})
	}
	return items
}
