package planfile

import (
	"slices"
	"strings"
)

// A family is a kind of plan, with the front matter keys that it requires. Other keys are allowed;
// [frontFields] describes their values. A plan belongs to the family if any one of dir, keys, word,
// tagged and prose matches.
type family struct {
	dir    string   // a directory in the path of the plan
	keys   []string // the front matter has one of these keys
	word   string   // the front matter's type, mode or phase begins with this word
	tagged bool     // its text is in tags
	prose  bool     // its text is in sections
	front  bool     // front matter is required, and needs are the required keys
	needs  []string
}

// planKeys are the keys that every plan should have. Source: seed. Keys that only GSD requires are
// left out, because 47 older plans of the corpus do not have them.
var planKeys = []string{phaseKey, planKey, waveKey, AutonomousKey, dependsKey}

// families lists the families. The first match counts; the last entry matches all other plans.
// Source: GSD (quick tasks, tdd and the third), seed (the third), corpus.
var families = [...]family{
	{dir: "quick", keys: []string{"quick_id", "quick"}, word: "quick"},
	{word: TDD, front: true, needs: []string{phaseKey, planKey}},
	{tagged: true, front: true, needs: planKeys},
	{keys: []string{waveKey}, needs: []string{AutonomousKey, dependsKey}},
	{prose: true},
	{front: true, needs: planKeys},
}

func (p *Plan) family() *family {
	last := len(families) - 1
	if i := slices.IndexFunc(families[:last], func(f family) bool { return f.fits(p) }); i >= 0 {
		return &families[i]
	}
	return &families[last]
}

func (f *family) fits(p *Plan) bool {
	has := func(key string) bool { return p.Front.Root.Get(key) != nil }
	is := func(key string) bool {
		word, _, _ := strings.Cut(strings.ToLower(p.Front.get(key)), "-")
		return word == f.word && word != ""
	}
	isTagged := len(p.Tasks)+len(p.Stray)+p.end.Len() > 0 || p.Objective != ""
	switch {
	case f.dir != "" && slices.Contains(strings.Split(p.File.Name, "/"), f.dir):
	case slices.ContainsFunc(f.keys, has):
	case is(typeKey), is("mode"), is(phaseKey):
	case f.prose && p.prose:
	case f.tagged && isTagged:
	default:
		return false
	}
	return true
}

// lacks returns the required keys that the front matter of p does not have. "id" and "plan_id"
// replace phase and plan. A missing autonomous key is not listed for a plan with a checkpoint,
// because the rule [Autonomous] reports it there.
func (f *family) lacks(p *Plan) []string {
	lacks := func(key string) bool {
		v := p.Front.Root.Get(key)
		switch {
		case v != nil && (!v.IsNull() || key == dependsKey):
			return false
		case key == AutonomousKey:
			return !p.Gated()
		case key == phaseKey || key == planKey:
			return p.Front.get("id") == "" && p.Front.get("plan_id") == ""
		}
		return true
	}
	return slices.DeleteFunc(slices.Clone(f.needs), func(key string) bool { return !lacks(key) })
}
