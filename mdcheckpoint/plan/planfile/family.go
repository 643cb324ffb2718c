package planfile

import (
	"slices"
	"strings"
)

// A family is a kind of plan and the front matter keys that it requires. Other keys are allowed;
// [frontFields] describes their values. A plan belongs to the family if at least one of dir, keys,
// word, tagged and prose matches.
type family struct {
	dir    string // the path of the plan contains this directory
	keys   []string
	word   string // the type, mode or phase in the front matter begins with this word
	tagged bool
	prose  bool // the plan has its text in sections
	front  bool // front matter is required; the required keys are in needs
	needs  []string
}

// planKeys lists the keys that every plan should have. Source: seed. It omits keys that only GSD
// requires, because 47 older plans of the corpus lack them.
var planKeys = []string{phaseKey, planKey, waveKey, AutonomousKey, dependsKey}

// families lists the families. The first match wins. The last one is for all other plans. Source:
// GSD (quick tasks, tdd and the third), seed (the third), corpus.
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

// lacks returns the required keys that the front matter of p lacks. "id" and "plan_id" replace
// phase and plan. It omits autonomous in a plan with a checkpoint, because the rule [Autonomous]
// reports it.
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
