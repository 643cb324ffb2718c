package custom

import (
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

func status(c *lint.Checkpoint, in protocol.StatusInput) []protocol.Status {
	d := c.Model.(*Reading).Document
	if d == nil {
		return []protocol.Status{{Name: in.Format, Next: "cannot be read"}}
	}
	return []protocol.Status{{
		Name: in.Format, Next: nextAction(d.Match),
		Limits: d.Format.Schema.Limits,
	}}
}

func nextAction(m *schema.Match) string {
	if missing := m.Missing(); len(missing) > 0 {
		return "mdck append --section " + missing[0].Key
	}
	for _, g := range m.Groups {
		if missing := g.Missing(); len(missing) > 0 {
			return "mdck append --section " + g.Group.Key + "/" + missing[0].Slug()
		}
	}
	return "nothing"
}
