package lint

import "slices"

// Versions returns the versions of the rule set, oldest first.
func Versions() []string { return []string{"0.1"} }

func newer(rules []*Rule, versions []string, version string) map[string]bool {
	ids := map[string]bool{}
	for _, r := range rules {
		if r.Since != "" && slices.Index(versions, r.Since) > slices.Index(versions, version) {
			ids[r.ID] = true
		}
	}
	return ids
}
