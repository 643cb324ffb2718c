package tracks

import (
	"strings"
	"testing"
)

func TestRegistered(t *testing.T) {
	for _, e := range []struct {
		text   string
		stage  Stage
		listed bool
	}{
		{"", Unknown, false},
		{"# Tracks\n\n## [x] Track: the menu\n*Link: [./conductor/tracks/menu_20260214/](./conductor/tracks/menu_20260214/)*\n", Finished, true},
		{"## [~] Track: the menu\n_Link: [./tracks/menu_20260214/](./tracks/menu_20260214/)_\n\n---\n\n## [x] Track: another\n*Link: [./tracks/old/](./tracks/old/)*\n", Underway, true},
		{"- [ ] **Track: the menu**\n  *Link: [./tracks/menu_20260214/](./tracks/menu_20260214/)*\n", Open, true},
		{"- [X] **Track: the menu**\n  *Link: [./archive/menu_20260214/](./archive/menu_20260214/)*\n", Finished, true},
		{"- [/] the menu, `menu_20260214`\n", Underway, true},
		{"- [ ] the menu\n  - *Type:* feature | *Status:* **paused** (waits)\n  - tracks/food/menu_20260214/\n", Paused, true},
		{"## [x] Track: the menu\n- **Goal:** quick\n- **Plan:** `conductor/tracks/menu_20260214/plan.md`\n- **Status:** In Progress\n", Finished, true},
		{"## menu_20260214\n**Goal**: quick\n**Status**: DONE\n**Plan**: [plan](tracks/menu_20260214/plan.md)\n", Finished, true},
		{"## the menu\n**Track ID:** `menu_20260214`\n**Status:** 🔄 In Progress\n", Underway, true},
		{"- `menu_20260214` (implemented)\n  - Scope: all\n", Finished, true},
		{"- menu_20260214: done\n- other_20260214: active\n", Finished, true},
		{"| id | Status |\n|---|---|\n| menu_20260214 | ~80% complete |\n", Underway, true},
		{"| id | Status |\n|---|---|\n| menu_20260214 | 100% complete |\n", Finished, true},
		{"- [Menu](./tracks/menu_20260214/index.md)\n", Unknown, true},
		{"| Status | Track ID | Title |\n|---|---|---|\n| [x] | old | Old |\n| [~] | menu_20260214 | The Menu |\n", Underway, true},
		{"| ID | Title | Status | Link |\n|---|---|---|---|\n| M-1 | Done | Done ✅ (2026-02-14) | [plan](./tracks/menu_20260214/plan.md) |\n", Finished, true},
		{"| `menu_20260214` | `feature` | `planned` |\n", Open, true},
		{"| Track ID | State |\n|---|---|\n| menu_20260214 | not started yet |\n", Open, true},
		{"| menu_20260214 | ✅ |\n", Finished, true},
		{"## Active Tracks\n\n| Track ID | Result |\n|---|---|\n| new_20260214 | x |\n\n## Completed Tracks\n\n| Track ID | Result |\n|---|---|\n| menu_20260214 | all of it passed |\n", Finished, true},
		{"## Archived Tracks\n\n### menu_20260214: the menu\n\n**Folder:** [./tracks/_archive/menu_20260214/](./tracks/_archive/menu_20260214/)\n", Finished, true},
		{"## Active\n\n## [ ] the menu\n*Link: ./tracks/menu_20260214/*\n\n## Archived\n\n### [x] old\n*Link: ./archive/old/*\n", Open, true},
		{"# Archived Tracks\n- old\n# Tracks\n- [menu](tracks/menu_20260214/)\n", Unknown, true},
		{"- [x] old\n  Depends on: [menu](./tracks/menu_20260214/)\n", Unknown, false},
		{"- [x] more\n  ./tracks/menu_20260214_more/\n- [x] less\n  ./tracks/a_menu_20260214/\n- [x] see docs/menu_20260214/\n", Unknown, false},
		{"- [ ] the menu (./tracks/menu_20260214/)\n  Status: complete, but for the fonts\n", Finished, true},
		{"- [ ] **Track: the menu** (active — since March; scope: fonts (all))\n  *Link: [./tracks/menu_20260214/](./tracks/menu_20260214/)*\n", Underway, true},
		{"- [ ] the menu (done right)\n  tracks/menu_20260214/\n", Open, true},
		{"- [ ] the menu (./tracks/menu_20260214/)\n  Status: complete except fonts\n", Open, true},
		{"| Track ID | Status |\n|---|---|\n| menu_20260214 | implemented, pending review |\n", Unknown, true},
		{"| Track ID | Status |\n|---|---|\n| menu_20260214 | complete (review is pending) |\n", Unknown, true},
		{"| Track ID | Status |\n|---|---|\n| menu_20260214 | complete (0 pending) |\n", Finished, true},
		{"- [ ] the menu (./tracks/menu_20260214/)\n  Status: done; nothing pending\n", Finished, true},
		{"- [ ] the menu (superseded by the card)\n  tracks/menu_20260214/\n", Finished, true},
		{`# Tracks` + "\n" + `\n---\n\n## [~] Track: the menu\n*Link: [./tracks/menu_20260214/](./tracks/menu_20260214/)*` + "\n", Underway, true},
		{"# Tracks\n\x00\n\x00## [x] Track: the menu\n\x00*\x00" + strings.Join(strings.Split("./tracks/menu_20260214/*\n", ""), "\x00"), Finished, true},
	} {
		found := Parse(e.text).Find("menu_20260214")
		if found.Stage() != e.stage || (found != nil) != e.listed {
			t.Errorf("%q: got %d, listed %t, want %d, %t", e.text, found.Stage(), found != nil, e.stage, e.listed)
		}
	}
}

func TestListings(t *testing.T) {
	for _, text := range []string{"", "\n", "- [x] a\n b\n\n# c\n| d |\n|-|\n| e |\n- f: g\n  - h\n- Status: i\n1. j\n", "|\n||\n# \n#\n- \n-\n[x]\n- [x\n- [x]a\n\r\n- é\xff\n"} {
		var lines []string
		for _, l := range Parse(text).Entries {
			if l.Number != len(lines)+1 {
				t.Errorf("%q: entry %q begins at line %d, want %d", text, l.lines, l.Number, len(lines)+1)
			}
			lines = append(lines, l.lines...)
			l.Stage()
		}
		if got := len(lines); got != strings.Count(text, "\n") {
			t.Errorf("%q: got %d lines", text, got)
		}
	}
}

func TestLink(t *testing.T) {
	for text, want := range map[string]string{
		"- [ ] a ([plan](./tracks/a/plan.md))\n": "a", "- [ ] b\n  *Link: [./tracks/c/b/](./tracks/c/b/)*\n": "c/b",
		"| [d](tracks/d) |\n": "d", "# Tracks\\n- [ ] [j](tracks/j)": "", `- [ ] j\n- [ ] [k](tracks/k)`: "", `- [ ] tracks\new`: "", "- [ ] `conductor/tracks/e`\n": "e", "- [ ] f ([f](./archive/f/))\n": "", "- [ ] tracks/\n": "", "- [ ] g\n  depends on [h](tracks/h/)\n": "", "- [ ] tracks/i.md\n": "", "- [ ] tracks/<id>/\n": "",
	} {
		if got := Parse(text).Entries[0].Link; got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestFind(t *testing.T) {
	const text = "- [ ] a_1\n- [x] a_1\n- [ ] b.2 and more\n- [ ] `c-3`\n- [ ] see [d](tracks/d/plan.md)\n- [ ] e is blocked by f\n"
	list := Parse(text)
	for id, line := range map[string]int{"a_1": 1, "b.2": 3, "c-3": 4, "d": 5, "e": 6, "f": 0, "a": 0, "": 0} {
		if e := list.Find(id); (e != nil) != (line > 0) || e != nil && e.Number != line {
			t.Errorf("%q: got %+v, want line %d", id, e, line)
		}
	}
	if Parse(text) != list || Parse(text+"\n") == list || Parse(text) == list {
		t.Error("Parse does not cache exactly the last list")
	}
}

func TestStatusIn(t *testing.T) {
	for text, want := range map[string]Stage{
		"# Menu\n## Status\n\nIn progress. The menu is\ndrawn": Underway, "### Status\nPlanned.\nDone": Open, "## Status\n- Done": Finished, "Status: done": Finished,
		"## Status\n\nCompleted tasks: 1 of 2": Unknown, "## Status of it\n\nDone": Unknown, "status\ndone": Unknown, "## Status": Unknown, "Status:\ndone": Unknown,
	} {
		if got := StatusIn(strings.Split(text, "\n")); got != want {
			t.Errorf("%q: got %v, want %v", text, got, want)
		}
	}
}
