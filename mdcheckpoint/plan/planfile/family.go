package planfile

import (
	"slices"
	"strings"
)

// A family is a kind of plan with the front matter keys that it requires. Other keys are allowed
// and are checked against [frontFields].
type family struct {
	dir    string   // name of a directory above the plan
	keys   []string // or one of these keys is in the front matter
	word   string   // or its type, mode or phase begins with this
	tagged bool     // or it is in tags
	prose  bool     // or it is in sections
	front  bool     // front matter is required, with the keys in needs
	needs  []string
}

// planKeys are the keys that every plan should have. Source: seed. What GSD asks for besides is
// not missed: 47 older plans of the corpus lack it.
var planKeys = []string{phaseKey, planKey, waveKey, AutonomousKey, dependsKey}

// families lists them; the first match is the family of a plan, or else the last. Source: GSD
// (quick tasks, tdd and the third), seed (the third), corpus.
var families = [...]family{
	{dir: "quick", keys: []string{"quick_id", "quick"}, word: "quick"},
	{word: TDD, front: true, needs: []string{phaseKey, planKey}},
	{tagged: true, front: true, needs: planKeys},
	{keys: []string{waveKey}, needs: []string{AutonomousKey, dependsKey}},
	{prose: true},
	{front: true, needs: planKeys},
}

// family returns the family of p.
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

// lacks returns the keys that the front matter of p needs and has not. "id" and "plan_id" say
// phase and plan in one, and nobody asks for autonomous where [Autonomous] is.
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
