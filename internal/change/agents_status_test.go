package change

import (
	"strings"
	"testing"

	"mdck/mdcheckpoint/agents"
)

func TestStatusElsewhere(t *testing.T) {
	for _, feature := range []string{".mdck", "x/../.mdck", "./.mdck", ".MDCK", "x/.mdck", ".git", "x/../.git/hooks", "..", "/tmp", ""} {
		for _, preview := range []bool{true, false} {
			e := epicWith(t, map[string]string{file: strings.Replace(agentSample, "feature_02", feature, 1)})
			for _, name := range []string{".mdck/STATUS", ".MDCK/STATUS", "x/.mdck/STATUS", ".git/STATUS", ".git/hooks/STATUS", "STATUS"} {
				e.set(t, name, status)
			}
			do := e.Update
			if preview {
				do = e.Preview
			}
			made, err := do(agents.Edit(beat("two")))
			must(t, err)
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
