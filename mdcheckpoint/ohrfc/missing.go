package ohrfc

import "mdck/mdcheckpoint/schema"

// A MissingGroup is a group that should be there and is not.
type MissingGroup = schema.MissingGroup

// MissingGroups are the groups that last_phase asks for and that are not there,
// in the order of the protocol. Where last_phase cannot be read, only DISCOVER
// Exit is asked for. Source: checkpoint_protocol §1.
func (c *Checkpoint) MissingGroups() []MissingGroup {
	phase := ReadPhase(c.Meta.Value(LastPhaseKey))
	asked := []MissingGroup{{Group: Group(DiscoverKey)}}
	if phase.Name != "" && phase.Name != PhaseDiscover {
		asked = append(asked, MissingGroup{Group: Group(DesignKey)})
	}
	if phase.Round > 0 {
		asked = append(asked, MissingGroup{Group: Group(GateBKey), N: phase.Round})
	}
	var missing []MissingGroup
	for _, m := range asked {
		if c.Match.Group(m.Group.Key, m.N) == nil {
			missing = append(missing, m)
		}
	}
	return missing
}
