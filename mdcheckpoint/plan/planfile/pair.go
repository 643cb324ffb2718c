package planfile

import (
	"slices"
	"strings"
)

// childTags are the children of tasks, and outerTags the elements around them: their tags come
// in pairs. Source: GSD, seed, corpus.
var (
	childTags = []string{
		NameTag, FilesTag, "read_first", ActionTag, VerifyTag, AutomatedTag, HumanCheckTag, DoneTag, "acceptance_criteria",
		BuiltTag, HowTag, ResumeTag, DecisionTag, ContextTag, OptionsTag, WhyTag, InstructionTag, VerificationTag, "behavior", "implementation",
	}
	outerTags = []string{"task", "tasks", FeatureTag, "objective", "execution_context", "interfaces", "success_criteria", "threat_model"}
)

// unpaired are the tags of children, from the first-th to before the last-th, that have no
// partner among these. What is only spoken of does not count.
func (s *scanned) unpaired(first, last int) []tag {
	var open, odd []tag
	for _, t := range s.tags[first:last] {
		if t.alone || !slices.Contains(childTags, t.name) || s.isSaid(&t) {
			continue
		}
		if !t.closes {
			open = append(open, t)
			continue
		}
		same := func(o tag) bool { return o.name == t.name }
		k := len(open) - 1
		for k >= 0 && !same(open[k]) {
			k--
		}
		if k >= 0 {
			open = slices.Delete(open, k, k+1)
		} else if beginsLine(s.text, t.span.Start) {
			odd = append(odd, t)
		}
	}
	odd = append(odd, open...)
	slices.SortFunc(odd, func(a, b tag) int { return a.span.Start - b.span.Start })
	return odd
}

// isSaid reports whether text is before an opening tag in its line, or behind a closing one.
func (s *scanned) isSaid(t *tag) bool {
	if !t.closes {
		return s.isBehind(t)
	}
	rest := strings.TrimSpace(s.text[t.span.End:lineEnd(s.text, t.span.End)])
	return rest != "" && rest[0] != '<'
}

// A tear is a fence that would part an element from one of its tags.
type tear struct {
	start int // of the line
	tag   tag // the first that it would hide
}

// torn returns the first fence that hides tags whose partners are not hidden; nil if there is
// none. Another fence is missing before it, or it is one too many.
func (s *scanned) torn() *tear {
	over := excess(s.tags)
	if len(over) == 0 {
		return nil
	}
	for _, h := range s.hidden {
		if mark, _ := fenceMark(s.text[h.Start:lineEnd(s.text, h.Start)]); mark == "" || strings.HasPrefix(s.text[h.Start:], "<!--") {
			continue
		}
		inside := &scanned{text: s.text[:h.End]}
		inside.readTags(h.Start)
		more := excess(inside.tags)
		if i := slices.IndexFunc(inside.tags, func(t tag) bool { return more[t.name]*over[t.name] < 0 }); i >= 0 {
			return &tear{h.Start, inside.tags[i]}
		}
	}
	return nil
}

// excess is how many more opening than closing tags there are of an element, of those where
// the two differ.
func excess(tags []tag) map[string]int {
	more := map[string]int{}
	for i := range tags {
		switch t := &tags[i]; {
		case t.alone || !slices.Contains(childTags, t.name) && !slices.Contains(outerTags, t.name):
		case t.closes:
			more[t.name]--
		default:
			more[t.name]++
		}
	}
	for name, n := range more {
		if n == 0 {
			delete(more, name)
		}
	}
	return more
}

// sum is the sum of what is in excess.
func sum(excess map[string]int) int {
	all := 0
	for _, n := range excess {
		all += max(n, -n)
	}
	return all
}
