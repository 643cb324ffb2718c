package ohrfc

import (
	"mdck/mdcheckpoint/schema"
)

// A Budget is a limit of a checkpoint and the used amount.
type Budget = schema.Budget

// Budgets returns the limits of c and what c uses of them.
func (c *Checkpoint) Budgets(limits schema.Limits, count func(string) int) []Budget {
	return c.Match.Budgets(limits, count, map[string]string{
		schema.FileLines: "ohrfc/line-budget", schema.FileTokens: "ohrfc/token-budget", schema.FileCharacters: "ohrfc/character-budget", schema.SectionLines: "ohrfc/group-budget",
		schema.Bullets: "ohrfc/bullet-count",
	})
}

// Outline returns the tree of sections of c, with the tokens of each.
func (c *Checkpoint) Outline(limits schema.Limits, count func(string) int) *schema.Outline {
	missing := c.missingGroups()
	if c.Meta.Section == nil {
		missing = append(missing, missingGroup{Group: Group(metaKey)})
	}
	return c.Match.Outline(schema.View{Limits: limits, Count: count, Missing: missing})
}

type missingGroup = schema.MissingGroup

// missingGroups returns the groups that last_phase requires and c lacks. Source: checkpoint_protocol
// §1.
func (c *Checkpoint) missingGroups() []missingGroup {
	phase := ReadPhase(c.Meta.Value(LastPhaseKey))
	var missing []missingGroup
	ask := func(is bool, key string, n int) {
		if is && c.Group(key, n) == nil {
			missing = append(missing, missingGroup{Group: Group(key), N: n})
		}
	}
	ask(true, DiscoverKey, 0)
	ask(phase.Name != "" && phase.Name != phaseDiscover, DesignKey, 0)
	ask(phase.Round > 0, GateBKey, phase.Round)
	return missing
}
