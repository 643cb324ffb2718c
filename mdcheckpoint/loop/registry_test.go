package loop

import (
	"strings"
	"testing"
	"testing/fstest"
)

// TestRegistered checks what is read of a track called menu_20260214 in the forms that tracks.md has.
func TestRegistered(t *testing.T) {
	for _, e := range []struct {
		text   string
		stage  stage
		listed bool
	}{
		{"", unknown, false},
		{"# Tracks\n\n## [x] Track: the menu\n*Link: [./conductor/tracks/menu_20260214/](./conductor/tracks/menu_20260214/)*\n", finished, true},
		{"## [~] Track: the menu\n_Link: [./tracks/menu_20260214/](./tracks/menu_20260214/)_\n\n---\n\n## [x] Track: another\n*Link: [./tracks/old/](./tracks/old/)*\n", underway, true},
		{"- [ ] **Track: the menu**\n  *Link: [./tracks/menu_20260214/](./tracks/menu_20260214/)*\n", open, true},
		{"- [X] **Track: the menu**\n  *Link: [./archive/menu_20260214/](./archive/menu_20260214/)*\n", finished, true},
		{"- [/] the menu, `menu_20260214`\n", underway, true},
		{"- [ ] the menu\n  - *Type:* feature | *Status:* **paused** (waits)\n  - tracks/food/menu_20260214/\n", paused, true},
		{"## [x] Track: the menu\n- **Goal:** quick\n- **Plan:** `conductor/tracks/menu_20260214/plan.md`\n- **Status:** In Progress\n", finished, true},
		{"## menu_20260214\n**Goal**: quick\n**Status**: DONE\n**Plan**: [plan](tracks/menu_20260214/plan.md)\n", finished, true},
		{"## the menu\n**Track ID:** `menu_20260214`\n**Status:** 🔄 In Progress\n", underway, true},
		{"- `menu_20260214` (implemented)\n  - Scope: all\n", finished, true},
		{"- menu_20260214: done\n- other_20260214: active\n", finished, true},
		{"- [Menu](./tracks/menu_20260214/index.md)\n", unknown, true},
		{"| Status | Track ID | Title |\n|---|---|---|\n| [x] | old | Old |\n| [~] | menu_20260214 | The Menu |\n", underway, true},
		{"| ID | Title | Status | Link |\n|---|---|---|---|\n| M-1 | Done | Done ✅ (2026-02-14) | [plan](./tracks/menu_20260214/plan.md) |\n", finished, true},
		{"| `menu_20260214` | `feature` | `planned` |\n", open, true},
		{"| Track ID | State |\n|---|---|\n| menu_20260214 | not started yet |\n", open, true},
		{"| menu_20260214 | ✅ |\n", finished, true},
		{"## Active Tracks\n\n| Track ID | Result |\n|---|---|\n| new_20260214 | x |\n\n## Completed Tracks\n\n| Track ID | Result |\n|---|---|\n| menu_20260214 | all of it passed |\n", finished, true},
		{"## Archived Tracks\n\n### menu_20260214: the menu\n\n**Folder:** [./tracks/_archive/menu_20260214/](./tracks/_archive/menu_20260214/)\n", finished, true},
		{"## Active\n\n## [ ] the menu\n*Link: ./tracks/menu_20260214/*\n\n## Archived\n\n### [x] old\n*Link: ./archive/old/*\n", open, true},
		{"# Archived Tracks\n- old\n# Tracks\n- [menu](tracks/menu_20260214/)\n", unknown, true},
		{"- [x] old\n  Depends on: [menu](./tracks/menu_20260214/)\n", unknown, false},
		{"- [x] more\n  ./tracks/menu_20260214_more/\n- [x] less\n  ./tracks/a_menu_20260214/\n- [x] see docs/menu_20260214/\n", unknown, false},
		{"- [ ] the menu (./tracks/menu_20260214/)\n  Status: complete, but for the fonts\n", finished, true},
		{"- [ ] the menu (./tracks/menu_20260214/)\n  Status: complete except fonts\n", open, true},
		{"# Tracks\n\x00\n\x00## [x] Track: the menu\n\x00*\x00" + strings.Join(strings.Split("./tracks/menu_20260214/*\n", ""), "\x00"), finished, true},
	} {
		tr := Read(fstest.MapFS{"conductor/tracks.md": {Data: []byte(e.text)}}, "conductor/tracks/menu_20260214/metadata.json")
		if r := tr.registered(); r.stage != e.stage || (r.listing != nil) != e.listed {
			t.Errorf("%q: got %d, listed %t, want %d, %t", e.text, r.stage, r.listing != nil, e.stage, e.listed)
		}
	}
}

// TestListings checks that each line of tracks.md belongs to one entry, in order, whatever it is.
func TestListings(t *testing.T) {
	for _, text := range []string{"", "\n", "- [x] a\n b\n\n# c\n| d |\n|-|\n| e |\n- f: g\n  - h\n- Status: i\n1. j\n", "|\n||\n# \n#\n- \n-\n[x]\n- [x\n- [x]a\n\r\n- é\xff\n"} {
		var lines []string
		for _, l := range listings(text) {
			if l.line != len(lines)+1 {
				t.Errorf("%q: entry %q begins at line %d, want %d", text, l.lines, l.line, len(lines)+1)
			}
			lines = append(lines, l.lines...)
			l.stage()
			l.names("d")
		}
		if got := len(lines); got != strings.Count(text, "\n") {
			t.Errorf("%q: got %d lines", text, got)
		}
	}
}

func TestRank(t *testing.T) {
	tree := fstest.MapFS{"conductor/tracks.md": {Data: []byte(`- [ ] tracks/closing/
- [ ] tracks/fresh/
- [ ] tracks/begun/
- [~] tracks/marked/
- [ ] tracks/waits/
- [x] tracks/over/
- [ ] tracks/kept/
`)}}
	plans := map[string]string{"closing": "- [x] a\n", "fresh": "- [ ] a\n", "begun": "- [x] a\n- [ ] b\n", "marked": "- [ ] a\n", "waits": "- [x] a\n- [ ] b\n", "over": "- [ ] a\n", "kept": "- [ ] a\n", "lone": "- [~] a\n", "later": "- [x] a\n- [ ] b\n", "stated": "- [ ] a\n", "headed": "# Headed\n\n**Status:** [x] Complete\n\n- [ ] a\n", "unbegun": "- [ ] a\n", "left": "- [x] a\n", "gone": "- [ ] a\n"}
	for id, plan := range plans {
		tree["conductor/tracks/"+id+"/plan.md"] = &fstest.MapFile{Data: []byte(plan)}
	}
	tree["conductor/tracks/waits/metadata.json"] = &fstest.MapFile{Data: []byte(`{"status": "on-hold"}`)}
	tree["conductor/tracks/kept/metadata.json"] = &fstest.MapFile{Data: []byte(`{"status": "archived"}`)}
	tree["conductor/tracks/stated/state.md"] = &fstest.MapFile{Data: []byte("# State\n\n```\nSTATUS: COMPLETED\n```\n")}
	tree["conductor/tracks/headed/index.md"] = &fstest.MapFile{Data: []byte("# Headed\n\nStatus:\nno word for it\n")}
	tree["conductor/archive/gone/plan.md"] = &fstest.MapFile{}
	last := 0
	for _, e := range []struct {
		id, next string
		finished bool
	}{
		{"begun", "go on with task b", false},
		{"marked", "go on with task a", false},
		{"fresh", "go on with task a", false},
		{"lone", "go on with task a (tracks.md does not list it)", false},
		{"later", "go on with task b (tracks.md does not list it)", false},
		{"unbegun", "go on with task a (tracks.md does not list it)", false},
		{"waits", "go on with task b (it is paused)", false},
		{"closing", "all tasks are done", false},
		{"over", "nothing", true},
		{"kept", "nothing", true},
		{"left", "all tasks are done (tracks.md does not list it)", true},
		{"gone", "nothing", true},
		{"stated", "nothing", true},
		{"headed", "nothing", true},
	} {
		tr := Read(tree, "conductor/tracks/"+e.id+"/metadata.json")
		x, err := tr.Resume()
		if err != nil || nextAction(x) != e.next || tr.Finished() != e.finished || tr.rank() < last || !e.finished && tr.rank() == last {
			t.Errorf("%s: next is %q, finished %t, rank %d behind %d (%v), want %q, %t", e.id, nextAction(x), tr.Finished(), tr.rank(), last, err, e.next, e.finished)
		}
		last = tr.rank()
	}
}
