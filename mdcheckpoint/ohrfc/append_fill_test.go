package ohrfc

import (
	"slices"
	"strings"
	"testing"

	"mdck/internal/protocoltest"
)

func skeleton(key string, n int) string {
	text := "## " + Group(key).TitleFor(n) + "\n<!-- Appended per round. -->"
	for i := range Group(key).Subsections {
		text += "\n\n### " + Group(key).Subsections[i].Title + "\n<!-- 1-3 bullets. What belongs here. -->"
	}
	return text
}

// TestFill checks that an empty group is written like a missing one.
func TestFill(t *testing.T) {
	for name, style := range styles {
		for _, p := range parts() {
			before, behind := []string{group(DiscoverKey, 0, "d")}, []string{group(reviewKey, 0, "v")}
			switch p.key {
			case DiscoverKey:
				before = nil
			case reviewKey:
				behind = nil
			}
			was := sample{version: 7, phase: "discover", evidence: 2, groups: slices.Concat(before, behind)}
			without := usual(t, style(was.text()))
			was.groups, was.round = slices.Concat(before, []string{skeleton(p.key, p.n)}, behind), p.n
			with := usual(t, style(was.text()))
			a := Append{Group: Group(p.key), Round: p.n, Force: true, Fillings: fillings(p.key, "x")}
			got, want := mustAppend(t, with, a), mustAppend(t, without, a)
			protocoltest.Equal(t, name+": "+p.key, got.Checkpoint, want.Checkpoint)
			protocoltest.Equal(t, "state.json", got.State, want.State)
			protocoltest.Equal(t, "what was done", got.Did, want.Did)
			a.Add = true
			protocoltest.Equal(t, name+": single bullets of "+p.key, mustAppend(t, with, a).Checkpoint, want.Checkpoint)
		}
	}
}

func TestFillKeeps(t *testing.T) {
	for name, e := range map[string]struct{ was, want string }{
		"below the heading": {"### Scan Insights\n<!-- mdck:ignore a -->\n\n### Active Tensions\n", "### Scan Insights\n<!-- mdck:ignore a -->\n\n- s\n\n### Active Tensions\n- t\n"},
		"above the next":    {"### Scan Insights\n\n<!-- mdck:ignore a -->\n<!-- b -->\n### Active Tensions\n", "### Scan Insights\n- s\n\n<!-- mdck:ignore a -->\n<!-- b -->\n### Active Tensions\n- t\n"},
		"both":              {"### Scan Insights\n<!-- a -->\n### Active Tensions\n", "### Scan Insights\n<!-- a -->\n\n- s\n\n### Active Tensions\n- t\n"},
		"at the end":        {"### Scan Insights\n\n### Active Tensions\n\n<!-- a -->\n", "### Scan Insights\n- s\n\n### Active Tensions\n\n<!-- a -->\n\n- t\n"},
		"a deeper heading":  {"### Scan Insights\n<!-- 2-4 bullets. -->\n\n#### More\n<!-- mine -->\n\n### Active Tensions\n", "### Scan Insights\n- s\n\n#### More\n<!-- mine -->\n\n### Active Tensions\n- t\n"},
	} {
		head := "# Checkpoint: rfc-1\n\n## DISCOVER Exit\n\n"
		c := parse(t, head+e.was)
		a := Append{Group: Group(DiscoverKey), Fillings: append(only(t, DiscoverKey, "scan", "s"), only(t, DiscoverKey, "active", "t")...)}
		made, err := a.apply(c)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		protocoltest.Equal(t, name, made.Text(), head+e.want)
	}
}

func TestFillCompletes(t *testing.T) {
	was := "# Checkpoint: rfc-1\n\n## Gate-B Round 1 Exit\n"
	a := Append{Group: Group(GateBKey), Fillings: only(t, GateBKey, "what", "x")}
	made, err := a.apply(parse(t, was))
	if err != nil {
		t.Fatal(err)
	}
	protocoltest.Equal(t, "the round", made.Text(), "# Checkpoint: rfc-1\n\n## Gate-B Round 1 Exit\n\n### What Changed This Round\n- x\n\n### Active Tensions Updated\n")
}

func TestHolds(t *testing.T) {
	for text, want := range map[string]bool{
		"": false, "## DESIGN Exit\n": false, "## DISCOVER Exit": false, "## DISCOVER Exit\n\n### Scan Insights\n<!-- c -->\n\n---\n\n#### x\n": false,
		"## DISCOVER Exit\ntext\n": true, "## DISCOVER Exit\n### Scan Insights\n- a\n": true, "## DISCOVER Exit\n### Other\n#### x\n```\n```\n": true,
		"## DISCOVER Exit\n- \n": true, "## DISCOVER Exit\n## Notes\n- a\n": false, "## DISCOVER Exit\n<p>\n": true,
	} {
		if got := parse(t, text).holds(DiscoverKey, 0); got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
	if two := strings.Repeat("## DISCOVER Exit\n", 2) + "- a\n"; parse(t, two).holds(DiscoverKey, 0) {
		t.Error("it is the first that counts")
	}
}
