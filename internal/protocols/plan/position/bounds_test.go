package position

import (
	"slices"
	"strings"
	"testing"

	"mdck/mdcheckpoint/claim"
)

func TestHeadings(t *testing.T) {
	for n, want := range map[int]int{6: 1, 7: 0} {
		s := state(t, "STATE.md", strings.Repeat("#", n)+" Blockers\n- the key\n")
		if got := len(s.Blockers); got != want {
			t.Errorf("%d signs: %d blockers, want %d", n, got, want)
		}
	}
}

func TestFullBar(t *testing.T) {
	bar := func(filled int) string {
		return "Progress: [" + strings.Repeat("█", filled) + strings.Repeat("░", 100-filled) + "] 250%\n"
	}
	if notes := state(t, "STATE.md", bar(100)).Notes(); len(notes) > 0 {
		t.Errorf("a full bar: %v", notes)
	}
	for _, notes := range [][]Note{state(t, "STATE.md", bar(98)).Notes(), state(t, "STATE.md", bar(98)).Differences(nil)} {
		if len(notes) != 1 || !strings.HasSuffix(notes[0].Message, "expected 100") {
			t.Errorf("a bar of 98 blocks: %v", notes)
		}
	}
}

func TestNumbers(t *testing.T) {
	for number, want := range map[string]int{"999999999": 999999999, "1000000000": 0} {
		s := state(t, "STATE.md", "---\nprogress:\n  total_plans: "+number+"\n---\n")
		if got := max(s.recorded()[allPlans], 0); got != want {
			t.Errorf("%s is read as %d", number, got)
		}
	}
}

func TestReadingCut(t *testing.T) {
	for n, want := range map[int]string{60: `" in`, 61: `…" in`} {
		value := strings.Repeat("x", n)
		s := state(t, "STATE.md", "---\ncurrent_phase: "+value+"\n---\nPhase: 3 of 4\n")
		if notes := s.Notes(); len(notes) != 1 || !strings.Contains(notes[0].Message, value[:60]+want) {
			t.Errorf("%d bytes: %v", n, notes)
		}
	}
}

func TestNames(t *testing.T) {
	hash := strings.Repeat("a1", 21)
	for name, want := range map[string]string{
		hash[:6]: "", hash[:7]: ClaimCommit, hash[:40]: ClaimCommit, hash[:41]: "",
		"a/b.swift": ClaimFile, "a/b.backup": "",
	} {
		c, err := ParseNote(".continue-here.md", "<completed_work>\n`"+name+"`\n</completed_work>\n")
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, k := range c.Claims(claim.Outside{}) {
			got += k.Key
		}
		if got != want {
			t.Errorf("%s claims %q, want %q", name, got, want)
		}
	}
}

func TestLineBeforeRow(t *testing.T) {
	s := state(t, "STATE.md", "| Status | Done |\n\nStatus: Paused\n")
	if s.Status.Text != "Paused" {
		t.Errorf("the status is %q", s.Status.Text)
	}
}

func TestListedAs(t *testing.T) {
	for line, want := range map[string]string{
		"# Phase 4: D": "", "## Phase 4": "04", "#### Phase 4: D": "04", "##### Phase 4: D": "",
		"- [ ] Phase 4": "04", "* [x] **Phase 4: D**": "04", "- [": "", "- [x": "", "- [x]": "", "- [] Phase 4": "", "- [xx] Phase 4": "", "- Phase 4": "",
		"## Phase": "", "## Phases 4": "",
	} {
		var got []string
		for _, m := range mentions("# Roadmap\n" + line + "\n") {
			got = append(got, m.number)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q lists %q, want %q", line, got, want)
		}
	}
	for box, want := range map[string]bool{"x": true, "X": true, " ": false, "-": false} {
		if all := mentions("- [" + box + "] Phase 4\n"); len(all) != 1 || all[0].done != want {
			t.Errorf("[%s]: %+v", box, all)
		}
	}
}

func TestMilestoneHeading(t *testing.T) {
	for signs, want := range map[string]string{"###": "### v1.0 in short", "####": "## v1.1 More"} {
		all := mentions("## v1.1 More\n" + signs + " v1.0 in short\n- [ ] Phase 4\n")
		if len(all) != 1 || all[0].section != want {
			t.Errorf("%s: %+v, want %q", signs, all, want)
		}
	}
}

func TestShares(t *testing.T) {
	for name, c := range map[string]struct {
		recorded recorded
		want     []int
	}{
		"both":      {recorded{2, 1, 4, 3}, []int{50, 75, 50}},
		"no plans":  {recorded{2, 1, 0, 0}, []int{50}},
		"no phases": {recorded{-1, -1, 4, 3}, []int{75}},
		"half":      {recorded{3, -1, 8, 3}, []int{38}},
		"more":      {recorded{-1, -1, 4, 5}, []int{100}},
		"nothing":   {recorded{-1, -1, -1, -1}, nil},
	} {
		if got := c.recorded.shares(); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestPastAll(t *testing.T) {
	tree := planned(map[string]string{".planning/ROADMAP.md": "## Phase 1: A\n## Phase 2: B\n"}, "01-a/01-01*")
	for percent, want := range map[string]string{"100": "verified 100", "102": "stale 50 to 100"} {
		s := state(t, ".planning/STATE.md", "Progress: "+percent+"%\n")
		if got := verdictsIn(tree, s); got != want {
			t.Errorf("%s%%: %q, want %q", percent, got, want)
		}
	}
	none := planned(map[string]string{".planning/phases/01-a/notes.md": ""})
	if got := verdictsIn(none, state(t, ".planning/STATE.md", "Progress: 100%\n")); got != "unverifiable " {
		t.Errorf("without plans: %q", got)
	}
}
