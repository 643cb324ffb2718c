package bootstrap

import (
	"fmt"
	"time"

	"mdck/internal/spelling"
)

// AgedFacts returns a recorded time as a fact. If Now is set and the time is valid, a second fact
// has its age. If meaning is not "", it follows the age after a comma.
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

// ageSuffix is the end of a fact's name. For example, updated_age is the age of the time in
// updated.
const ageSuffix = "_age"

// age returns the age of a time, such as "3 h ago"; "" if Now is not set or the time is invalid.
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
