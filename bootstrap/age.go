package bootstrap

import (
	"fmt"
	"time"

	"mdck/internal/spelling"
)

// AgedFacts returns a fact with a recorded time. If Now is set and the time is valid, a second fact
// has the age, such as "3 h ago". A text in meaning is added to the age after a comma.
func (in *Input) AgedFacts(name, recorded, meaning string) []Fact {
	age := in.age(recorded)
	switch {
	case age == "":
		return []Fact{NewFact(name, recorded)}
	case meaning != "":
		age += ", " + meaning
	}
	return []Fact{NewFact(name, recorded), NewFact(name+ageSuffix, age)}
}

// ageSuffix is the end of the name of a fact with an age. For example, the fact updated_age has the
// age of the fact updated.
const ageSuffix = "_age"

// age returns the age of a time, such as "3 h ago". It returns "" if Now is not set or the time is
// invalid.
func (in *Input) age(recorded string) string {
	then, ok := spelling.ReadTime(recorded, time.UTC)
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
