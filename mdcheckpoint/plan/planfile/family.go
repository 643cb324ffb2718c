package planfile

import (
	"slices"
	"strings"
)

// A family is a kind of plan, such as quick tasks. front and needs say what a plan must have. Each
// other field is enough to recognize a plan.
type family struct {
	dir    string // directory in the path of the plan
	keys   []string
	word   string // start of the type, mode or phase
	tagged bool
	prose  bool // the text has sections or a list
	front  bool // front matter is required
	needs  []string
}

// planKeys lists the keys of a plan with task tags. Source: checkpoint protocol.
var planKeys = []string{phaseKey, planKey, waveKey, AutonomousKey, dependsKey}

// families lists the families. The first match wins. Source: GSD (the first three), checkpoint
// protocol (the third), real plans.
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
	switch {
	case f.dir != "" && slices.Contains(strings.Split(p.File.Name, "/"), f.dir):
	case slices.ContainsFunc(f.keys, has):
	case is(typeKey), is("mode"), is(phaseKey):
	case f.prose && p.prose:
	case f.tagged && p.tagged:
	default:
		return false
	}
	return true
}

// lacks returns the required keys that p lacks. "id" and "plan_id" can replace phase and plan.
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
