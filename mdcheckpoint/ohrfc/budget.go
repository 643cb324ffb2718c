package ohrfc

import (
	"mdck/mdcheckpoint/schema"
)

// A Budget is how much of a limit a checkpoint uses.
type Budget = schema.Budget

// budgetRules are the rules about each kind of budget.
func budgetRules() map[string]string {
	return map[string]string{
		schema.FileLines: "ohrfc/line-budget", schema.FileTokens: "ohrfc/token-budget", schema.FileCharacters: "ohrfc/character-budget", schema.SectionLines: "ohrfc/group-budget",
		schema.Bullets: "ohrfc/bullet-count",
	}
}

// Budgets are all limits of c and what it uses of them, see [schema.Budgets].
func (c *Checkpoint) Budgets(limits schema.Limits, count func(string) int) []Budget {
	return c.Match.Budgets(limits, count, budgetRules())
}

// Outline gives the tree of c. Lines and bullets are counted as [Checkpoint.Budgets]
// counts them, tokens by count, all of them whatever the limit is.
func (c *Checkpoint) Outline(limits schema.Limits, count func(string) int) *schema.Outline {
	missing := c.missingGroups()
	if c.Meta.Section == nil {
		missing = append(missing, missingGroup{Group: Group(metaKey)})
	}
	return c.Match.Outline(schema.View{Limits: limits, Count: count, Missing: missing})
}

// A missingGroup is a group that should be there and is not.
type missingGroup = schema.MissingGroup

// missingGroups are the groups that last_phase asks for and that do not exist,
// in the order of the protocol. Where last_phase cannot be read, only DISCOVER
// Exit is asked for. Source: checkpoint_protocol §1.
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
