package ohrfc

import (
	"strings"

	"mdck/mdcheckpoint/protocol"
)

// complete completes a bullet of the Meta section: missing keys after its marker, or
// values of its key.
func complete(t protocol.Typing) (from int, all []protocol.Completion) {
	if t.Group == nil || t.Group.Group.Key != MetaKey || len(t.Above) > t.Group.Section.Own.End {
		return 0, nil
	}
	c := t.Read.Model.(*Model).RFC.Checkpoint
	marker := len(t.Typed) - len(strings.TrimLeft(t.Typed, " \t-*+"))
	if !strings.ContainsAny(t.Typed[:marker], "-*+") {
		return 0, nil
	}
	key, value, hasValue := strings.Cut(t.Typed[marker:], ":")
	if !hasValue {
		for _, k := range MetaKeys {
			if c.Meta.Field(k) == nil {
				all = append(all, protocol.Completion{Text: k + ": ", Kind: protocol.KeyCompletion})
			}
		}
		return marker, all
	}
	key = strings.ToLower(strings.TrimSpace(key))
	space := ""
	if value == "" {
		space = " "
	}
	for _, v := range c.valuesOf(key) {
		all = append(all, protocol.Completion{Text: space + v, Detail: key, Kind: protocol.ValueCompletion})
	}
	return len(t.Typed) - len(strings.TrimLeft(value, " \t")), all
}

// valuesOf returns the values that a key of the Meta section may have; nil for any.
func (c *Checkpoint) valuesOf(key string) []string {
	switch key {
	case StrictnessKey:
		return []string{"Light", "Standard", "Full"}
	case LastPhaseKey:
		values := []string{PhaseDiscover, PhaseDesign}
		for n := max(1, c.NewestRound()); n <= c.NewestRound()+1; n++ {
			values = append(values, Phase{Name: "gate_b_round", Round: n}.String())
		}
		return append(values, PhaseReview)
	}
	return nil
}
