package bootstrap

import (
	"fmt"
	"time"

	"mdck/mdcheckpoint/ohrfc"
)

// aged is a recorded time as a fact and, where that is wanted, how old it is as another.
// Means is what that age means; "" if it means nothing.
func (in *Input) aged(name, recorded, means string) []Fact {
	age := in.age(recorded)
	switch {
	case age == "":
		return []Fact{{name, recorded}}
	case means != "":
		age += ", " + means
	}
	return []Fact{{name, recorded}, {name + ageOf, age}}
}

// ageOf is the end of the name of a fact which is the age of the fact before it.
const ageOf = "_age"

// age is how long before Now a recorded time is, "3 h ago"; "" without Now.
func (in *Input) age(recorded string) string {
	then, ok := ohrfc.ReadTime(recorded)
	if in.Now.IsZero() || !ok {
		return ""
	}
	switch d := in.Now.Sub(then); {
	case d < 0:
		return "in the future"
	case d < time.Hour:
		return fmt.Sprintf("%d min ago", int(d.Minutes()))
	case d < 48*time.Hour:
		return fmt.Sprintf("%d h ago", int(d.Hours()))
	default:
		return fmt.Sprintf("%d days ago", int(d.Hours()/24))
	}
}
