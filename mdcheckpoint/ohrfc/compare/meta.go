package compare

import (
	"strconv"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/schema"
)

// Keys of facts that are no keys of the Meta section: the title, and the parts of
// artifact_state.
const (
	FactTitle    = "title"
	FactHash     = "rfc.md"
	FactEvidence = "evidence"
	FactRound    = "gate_b_round"
)

// A FactChange is a value of the title or the Meta section that differs.
type FactChange struct {
	Key  string `json:"key"`  // a fact, or one of [ohrfc.MetaKeys]
	From string `json:"from"` // "" if there is none
	To   string `json:"to"`
}

// A fact is a value as it is shown, and as it is compared.
type fact struct{ key, shown, meant string }

func factChanges(a, b *ohrfc.Checkpoint) []FactChange {
	was, is := facts(a), facts(b)
	all := []FactChange{}
	for i := range was {
		if was[i].meant != is[i].meant {
			all = append(all, FactChange{Key: was[i].key, From: was[i].shown, To: is[i].shown})
		}
	}
	return all
}

// facts are those of c, always the same keys in the same order. What is
// well-formed is compared by its value, all else by its words.
func facts(c *ohrfc.Checkpoint) []fact {
	title := fact{key: FactTitle}
	if t := c.Title; t != nil {
		title.shown, title.meant = t.Title, "\n"+schema.Fold(t.Title)
		if c.ID != "" {
			title.meant = c.ID
		}
	}
	version, phase, strictness := metaFact(c, ohrfc.VersionKey), metaFact(c, ohrfc.LastPhaseKey), metaFact(c, ohrfc.StrictnessKey)
	if n, err := strconv.ParseUint(version.meant, 10, 31); err == nil {
		version.meant = strconv.FormatUint(n, 10)
	}
	if p := ohrfc.ReadPhase(phase.meant); p.Name != "" {
		phase.meant = p.String()
	}
	if s, _ := ohrfc.Strictness(strictness.meant); s != "" {
		strictness.meant = s
	}
	a := c.Meta.Artifact
	hash := fact{FactHash, a.Hash.Text, strings.ToLower(a.Hash.Text)}
	return []fact{title, version, phase, strictness, hash, countFact(FactEvidence, a.Evidence), countFact(FactRound, a.Round), artifactFact(c)}
}

func metaFact(c *ohrfc.Checkpoint, key string) fact {
	value := c.Meta.Value(key)
	return fact{key, value, value}
}

func countFact(key string, p ohrfc.Part) fact {
	f := fact{key, p.Text, p.Text}
	if n, ok := p.Int(); ok {
		f.meant = strconv.Itoa(n)
	}
	return f
}

// artifactFact is the value of artifact_state if it does not have all of its parts, which are facts
// of their own.
func artifactFact(c *ohrfc.Checkpoint) fact {
	a := c.Meta.Artifact
	if a.Hash.Text != "" && a.Evidence.Text != "" && a.Round.Text != "" {
		return fact{key: ohrfc.ArtifactKey}
	}
	return metaFact(c, ohrfc.ArtifactKey)
}

// factItems are the bullets of which all is said by the facts.
func factItems(c *ohrfc.Checkpoint) map[*mdcheckpoint.Item]bool {
	items := map[*mdcheckpoint.Item]bool{}
	for _, key := range ohrfc.MetaKeys {
		f := c.Meta.Field(key)
		if f != nil && f.Value != "" && !strings.ContainsAny(c.Document.File.Slice(f.Item.Text), "\r\n") {
			items[f.Item] = true
		}
	}
	return items
}
