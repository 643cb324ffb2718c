package position

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
)

// Unmet returns the last phase with a completed plan, and the must_haves that its completed plans
// do not meet. Source: GSD.
func (p *Project) Unmet() (phase string, missing []string) {
	sequence := p.Order.All()
	for _, x := range sequence {
		if p.Done(x) {
			phase = x.ID().Phase
		}
	}
	for _, x := range sequence {
		if phase == "" || x.ID().Phase != phase || !p.Done(x) {
			continue
		}
		haves := x.Front.Root.Get(planfile.HavesKey)
		for _, v := range haves.Get("artifacts").List() {
			missing = append(missing, p.unmetArtifact(x, v))
		}
		for _, v := range haves.Get("key_links").List() {
			missing = append(missing, p.unmetLink(x, v))
		}
	}
	return phase, slices.DeleteFunc(missing, func(text string) bool { return text == "" })
}

func (p *Project) unmetArtifact(x *planfile.Plan, v *jsondoc.Value) string {
	name, ok := v.Get("path").Str()
	if !ok || !isRelativePath(name) {
		return ""
	}
	if _, err := fs.Stat(p.tree, cleaned(name)); err != nil {
		return fmt.Sprintf("plan %s: %s does not exist", x.ID(), name)
	}
	least, ok := v.Get("min_lines").Int()
	text, err := source.ReadFile(p.tree, cleaned(name))
	if n := source.NewFile(name, text).Lines(); ok && err == nil && n < least {
		return fmt.Sprintf("plan %s: %s has %d lines; expected %d or more", x.ID(), name, n, least)
	}
	return ""
}

func (p *Project) unmetLink(x *planfile.Plan, v *jsondoc.Value) string {
	from, _ := v.Get("from").Str()
	pattern, _ := v.Get("pattern").Str()
	if pattern == "" || !isRelativePath(from) {
		return ""
	}
	text, err := source.ReadFile(p.tree, cleaned(from))
	re, bad := regexp.Compile(pattern)
	if err != nil || bad != nil || re.MatchString(text) {
		return ""
	}
	return fmt.Sprintf("%s: %s does not contain %q, which links it to %s", x.ID(), from, pattern, str(x.File, v.Get("to")))
}
