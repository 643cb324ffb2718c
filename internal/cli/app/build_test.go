package app

import (
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"mdck/tokens"
)

func TestBuildOf(t *testing.T) {
	const commit = "4481155e0c1f6f0d6a0a9d0e5b7c1a2b3c4d5e6f"
	vcs := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{{Key: "-trimpath", Value: "true"}, {Key: "vcs.revision", Value: commit}, {Key: "vcs.time", Value: "2026-11-21T08:00:00Z"}, {Key: "vcs.modified", Value: modified}}
	}
	for name, test := range map[string]struct {
		info debug.BuildInfo
		line string
		also []string // expected lines
		not  []string // prefixes that no line has
	}{
		"go install of a release": {
			info: debug.BuildInfo{GoVersion: "go1.26.1", Main: debug.Module{Version: "v1.2.3", Sum: "h1:abc="}},
			line: "mdck v1.2.3", also: []string{"checksum   h1:abc="}, not: []string{"commit"},
		},
		"go build in a clone": {
			info: debug.BuildInfo{Main: debug.Module{Version: "v0.0.0-20261121080000-4481155e0c1f"}, Settings: vcs("false")},
			line: "mdck v0.0.0-20261121080000-4481155e0c1f", also: []string{"commit     " + commit + " of 2026-11-21T08:00:00Z"}, not: []string{"checksum"},
		},
		"go build that records only the commit": {
			info: debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: vcs("false")},
			line: "mdck 4481155e0c1f",
		},
		"with changes": {
			info: debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: vcs("true")},
			line: "mdck 4481155e0c1f+dirty", also: []string{"commit     " + commit + " of 2026-11-21T08:00:00Z, with changes"},
		},
		"without a repository": {
			info: debug.BuildInfo{Main: debug.Module{Version: "(devel)"}, Settings: []debug.BuildSetting{{Key: "-trimpath", Value: "true"}}},
			line: "mdck devel", not: []string{"commit", "checksum"},
		},
		"nothing known": {line: "mdck devel", not: []string{"commit", "checksum"}},
		"a short commit": {
			info: debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "vcs.revision", Value: "44"}}},
			line: "mdck 44", also: []string{"commit     44"},
		},
	} {
		b := buildOf(&test.info)
		lines := strings.Split(b.Text(), "\n")
		if b.Line() != test.line+"\n" || lines[0] != test.line {
			t.Errorf("%s: %q and %q, want %q", name, b.Line(), lines[0], test.line)
		}
		for _, want := range append(test.also, "rules      "+b.Rules, "encodings  "+strings.Join(tokens.Encodings(), ", ")) {
			if !slices.Contains(lines, want) {
				t.Errorf("%s: no line %q in\n%s", name, want, b.Text())
			}
		}
		for _, not := range test.not {
			if strings.Contains(b.Text(), "\n"+not) {
				t.Errorf("%s: %q in\n%s", name, not, b.Text())
			}
		}
		if !strings.HasPrefix(b.Go, "go1.") && !strings.HasPrefix(b.Go, "devel") {
			t.Errorf("%s: built by %q", name, b.Go)
		}
	}
}
