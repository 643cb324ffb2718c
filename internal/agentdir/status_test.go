package agentdir

import (
	"strings"
	"testing"

	"mdck/mdcheckpoint/agents"
)

// TestStatusElsewhere holds that a feature which leads into what is mdck's or git's, or
// out of the epic, has no STATUS file, whichever way it is spelled, also for who only
// looks.
func TestStatusElsewhere(t *testing.T) {
	for _, feature := range []string{".mdck", "x/../.mdck", "./.mdck", ".MDCK", "x/.mdck", ".git", "x/../.git/hooks", "..", "/tmp", ""} {
		for _, dry := range []bool{true, false} {
			e := epicWith(t, map[string]string{file: strings.Replace(sample, "feature_02", feature, 1)})
			for _, name := range []string{".mdck/STATUS", ".MDCK/STATUS", "x/.mdck/STATUS", ".git/STATUS", ".git/hooks/STATUS", "STATUS"} {
				e.set(t, name, status)
			}
			j := job()
			j.Dry = dry
			var found *agents.Status
			made, err := e.Do(j, func(d *Draft) error {
				found = d.statusOf(feature, "Secondary-A")
				return beat("two")(d)
			})
			must(t, err)
			if found != nil {
				t.Errorf("%q has the STATUS file %s", feature, found.File.Name)
			}
			for _, f := range made.Files {
				if strings.HasSuffix(f.Name, "STATUS") {
					t.Errorf("%q: %s changes", feature, f.Name)
				}
			}
			for _, note := range made.Notes {
				if strings.Contains(note, "STATUS") {
					t.Errorf("%q: it was looked for: %s", feature, note)
				}
			}
		}
	}
}
