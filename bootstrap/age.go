package bootstrap

import (
	"fmt"
	"time"

	"mdck/internal/spelling"
)

// AgedFacts returns the facts for a recorded time: the time and, if Now is set, the age with its
// meaning, such as "3 h ago, stale".
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

const ageSuffix = "_age"

// age returns a text such as "3 h ago", or "".
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
