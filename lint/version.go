package lint

import "slices"

// Versions returns the versions of the rule set, oldest first. A configuration with a version gets
// only the rules of that version.
func Versions() []string { return []string{"0.1"} }

func newer(rules []*Rule, versions []string, version string) map[string]bool {
	var ids map[string]bool
	for _, r := range rules {
		if since(r, versions) <= slices.Index(versions, version) {
			continue
		}
		if ids == nil {
			ids = map[string]bool{}
		}
		ids[r.ID] = true
	}
	return ids
}

func since(r *Rule, versions []string) int {
	if r.Since == "" {
		return 0
	}
	return slices.Index(versions, r.Since)
}
