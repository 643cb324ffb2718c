package position

import (
	"slices"
	"strings"
	"testing"

	"mdck/mdcheckpoint/claim"
)

// TestHeadings checks that six signs make a heading of Markdown, and seven do not.
func TestHeadings(t *testing.T) {
	for n, want := range map[int]int{6: 1, 7: 0} {
		s := state(t, "STATE.md", strings.Repeat("#", n)+" Blockers\n- the key\n")
		if got := len(s.Blockers); got != want {
			t.Errorf("%d signs: %d blockers, want %d", n, got, want)
		}
	}
}

// TestFullBar checks that a bar of any width is full from 100 percent on, and says how many
// blocks it should have.
func TestFullBar(t *testing.T) {
	bar := func(filled int) string {
		return "Progress: [" + strings.Repeat("█", filled) + strings.Repeat("░", 100-filled) + "] 250%\n"
	}
	if notes := state(t, "STATE.md", bar(100)).Notes(); len(notes) > 0 {
		t.Errorf("a full bar: %v", notes)
	}
	for _, notes := range [][]Note{state(t, "STATE.md", bar(98)).Notes(), state(t, "STATE.md", bar(98)).Differences(nil)} {
		if len(notes) != 1 || !strings.HasSuffix(notes[0].Message, "want 100") {
			t.Errorf("a bar of 98 blocks: %v", notes)
		}
	}
}

// TestNumbers checks that a number of ten digits is none: it fits no int of 32 bits.
func TestNumbers(t *testing.T) {
	for number, want := range map[string]int{"999999999": 999999999, "1000000000": 0} {
		s := state(t, "STATE.md", "---\nprogress:\n  total_plans: "+number+"\n---\n")
		if _, got, _ := s.counted("plans"); got != want {
			t.Errorf("%s is read as %d", number, got)
		}
	}
}

// TestReadingCut checks that a message quotes 60 bytes of a value.
func TestReadingCut(t *testing.T) {
	for n, want := range map[int]string{60: `" by`, 61: `…" by`} {
		value := strings.Repeat("x", n)
		s := state(t, "STATE.md", "---\nstatus: milestone_complete\n---\nStatus: "+value+"\n")
		if notes := s.Notes(); len(notes) != 1 || !strings.Contains(notes[0].Message, value[:60]+want) {
			t.Errorf("%d bytes: %v", n, notes)
		}
	}
}

// TestNames checks what between backticks is a commit, by 7 to 40 hex digits, and what a
// file, by an ending of five letters at most.
func TestNames(t *testing.T) {
	hash := strings.Repeat("a1", 21)
	for name, want := range map[string]string{
		hash[:6]: "", hash[:7]: ClaimCommit, hash[:40]: ClaimCommit, hash[:41]: "",
		"a/b.swift": ClaimFile, "a/b.backup": "",
	} {
		c, err := ParseContinue(".continue-here.md", "<completed_work>\n`"+name+"`\n</completed_work>\n")
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

// TestDeletedNear checks that a file is claimed to be gone where "deleted" stands within 40
// bytes before it, its backtick among them.
func TestDeletedNear(t *testing.T) {
	for far, want := range map[int]string{40: claim.Absent, 41: claim.Present} {
		blank := strings.Repeat(" ", far-len("deleted`"))
		c, err := ParseContinue(".continue-here.md", "<completed_work>\nx deleted"+blank+"`a/b.go`\n</completed_work>\n")
		if err != nil {
			t.Fatal(err)
		}
		if all := c.Claims(claim.Outside{}); len(all) != 1 || all[0].Recorded != want {
			t.Errorf("%d bytes: %+v, want %s", far, all, want)
		}
	}
}

// TestLineBeforeRow checks that what a line says wins over the row of a table before it.
func TestLineBeforeRow(t *testing.T) {
	s := state(t, "STATE.md", "| Status | Done |\n\nStatus: Paused\n")
	if s.Status.Text != "Paused" {
		t.Errorf("the status is %q", s.Status.Text)
	}
}

// TestListedAs checks which lines of a roadmap list a phase: headings of two to four signs,
// and items with a box.
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
		if all := mentions("- [" + box + "] Phase 4\n"); len(all) != 1 || all[0].ticked != want {
			t.Errorf("[%s]: %+v", box, all)
		}
	}
}

// TestMilestoneHeading checks that a version in a heading of three signs is a milestone, and
// in one of four a part of the milestone above.
func TestMilestoneHeading(t *testing.T) {
	for signs, want := range map[string]string{"###": "### v1.0 in short", "####": "## v1.1 More"} {
		all := mentions("## v1.1 More\n" + signs + " v1.0 in short\n- [ ] Phase 4\n")
		if len(all) != 1 || all[0].section != want {
			t.Errorf("%s: %+v, want %q", signs, all, want)
		}
	}
}

// TestPercentOf checks that a percent is that of plans and phases together, and that of
// nothing all is done.
func TestPercentOf(t *testing.T) {
	for name, c := range map[string]struct {
		tally       Tally
		share, most int
	}{
		"both":      {Tally{Plans: 4, Done: 3, Phases: 2, DonePhases: 1}, 50, 75},
		"no plans":  {Tally{Phases: 2, DonePhases: 1}, 50, 50},
		"no phases": {Tally{Plans: 4, Done: 3}, 75, 75},
		"nothing":   {Tally{}, 100, 0},
	} {
		if share, most := (&State{}).percentOf(&c.tally); share != c.share || most != c.most {
			t.Errorf("%s: %d and %d", name, share, most)
		}
	}
}

// TestPastAll checks that a percent beyond 100 is denied, be there plans or not, and that
// 100 is left where the plans reach it and the phases do not, or where no plan is there.
func TestPastAll(t *testing.T) {
	tree := planned(map[string]string{".planning/ROADMAP.md": "## Phase 1: A\n## Phase 2: B\n"}, "01-a/01-01*")
	for percent, want := range map[string]string{"100": "unverifiable ", "101": "stale 50"} {
		s := state(t, ".planning/STATE.md", "Progress: "+percent+"%\n")
		if got := verdictsIn(tree, s); got != want {
			t.Errorf("%s%%: %q, want %q", percent, got, want)
		}
		none := planned(map[string]string{".planning/phases/01-a/notes.md": ""})
		if got := verdictsIn(none, s); strings.Fields(got)[0] != strings.Fields(want)[0] {
			t.Errorf("%s%% without plans: %q, want %q", percent, got, want)
		}
	}
}

// TestCompletedAlone checks that "Completed" without a plan claims nothing.
func TestCompletedAlone(t *testing.T) {
	for text, want := range map[string]bool{"Completed": false, "Completed 01-01": true} {
		s := state(t, "STATE.md", "Stopped at: "+text+"\n")
		is := func(c claim.Claim) bool { return c.Key == ClaimDone }
		if got := slices.ContainsFunc(s.Claims(claim.Outside{}), is); got != want {
			t.Errorf("%q claims that a plan is done: %t", text, got)
		}
	}
}
