package loop

import (
	"testing"
	"testing/fstest"

	"mdck/internal/spelling"
)

func TestRank(t *testing.T) {
	tree := fstest.MapFS{"conductor/tracks.md": {Data: []byte(`- [ ] tracks/closing/
- [ ] tracks/uniform/
- [ ] tracks/fresh/
- [ ] tracks/begun/
- [~] tracks/marked/
- [ ] tracks/both/
- [ ] tracks/waits/
- [ ] tracks/twice/
- tracks/plain/ draws the menu
- [x] tracks/over/
- [~] tracks/agreed/
- [ ] tracks/kept/
- [~] tracks/older_20260301/
- [ ] tracks/due_20260303/
- [~] tracks/newer/
- [~] tracks/tasked/
- [ ] tracks/looped/
`)}}
	plans := map[string]string{"closing": "- [x] a\n", "fresh": "- [ ] a\n", "begun": "- [x] a\n- [ ] b\n", "marked": "- [ ] a\n", "waits": "- [x] a\n- [ ] b\n", "over": "- [ ] a\n", "kept": "- [ ] a\n", "lone": "- [~] a\n- [x] b\n", "newer": "- [x] a\n- [ ] b\n", "older_20260301": "- [x] a\n- [ ] b\n", "due_20260303": "- [ ] a\n", "alleged": "- [ ] a\n", "stated": "- [ ] a\n", "tasked": "# Tasked\n\n### Task: a\n\n**Status:** done\n\n### Task: b\n", "looped": "- [x] a\n", "asks": "- [x] a\n- [ ] User Manual Verification\n", "sectioned": "# Sectioned\n\n### Status\n\n- **Status**: COMPLETED\n\n- [ ] a\n", "worded": "# Worded\n\n## Status\n\nCompleted. The menu\nis drawn.\n\n- [ ] a\n", "headed": "# Headed\n\n**Status:** [x] Complete\n\n- [ ] a\n", "left": "- [x] a\n", "gone": "- [ ] a\n", "uniform": "- [~] a\n- [~] b\n- [~] c\n", "both": "- [x] a\n- [~] b\n- [ ] c\n", "agreed": "- [x] a\n- [ ] b\n", "twice": "- [x] a\n- [ ] b\n", "plain": "- [x] a\n"}
	for id, plan := range plans {
		tree["conductor/tracks/"+id+"/plan.md"] = &fstest.MapFile{Data: []byte(plan)}
	}
	tree["conductor/tracks/waits/metadata.json"] = &fstest.MapFile{Data: []byte(`{"status": "on-hold"}`)}
	tree["conductor/tracks/kept/metadata.json"] = &fstest.MapFile{Data: []byte(`{"status": "archived"}`)}
	tree["conductor/tracks/newer/metadata.json"] = &fstest.MapFile{Data: []byte(`{"status": "new", "updated": "2026-03-02"}`)}
	tree["conductor/tracks/begun/metadata.json"] = &fstest.MapFile{Data: []byte(`{"updated": "9999-12-31"}`)}
	tree["conductor/tracks/alleged/metadata.json"] = &fstest.MapFile{Data: []byte(`{"status": "in_progress"}`)}
	tree["conductor/tracks/stated/state.md"] = &fstest.MapFile{Data: []byte("# State\n\n```\nSTATUS: COMPLETED\n```\n")}
	tree["conductor/tracks/headed/index.md"] = &fstest.MapFile{Data: []byte("# Headed\n\nStatus:\nno word for it\n")}
	tree["conductor/archive/gone/plan.md"] = &fstest.MapFile{}
	tree["conductor/archive/twice/plan.md"] = &fstest.MapFile{}
	tree["conductor/tracks/looped/metadata.json"] = &fstest.MapFile{Data: []byte(`{"version": 3, "loop_state": {"current_step": "EXECUTE", "step_status": "IN_PROGRESS"}}`)}
	last := 0
	for _, e := range []struct {
		id, next string
		finished bool
	}{
		{"newer", "continue with task b", false},
		{"older_20260301", "continue with task b", false},
		{"tasked", "continue with plan.md", false},
		{"agreed", "continue with task b", false},
		{"both", "continue with task b", false},
		{"marked", "continue with task a", false},
		{"looped", "continue step EXECUTE with superpowers:executing-plans", false},
		{"begun", "continue with task b", false},
		{"lone", "continue with task a (tracks.md does not list the track)", false},
		{"uniform", "continue with task a", false},
		{"fresh", "continue with task a", false},
		{"due_20260303", "continue with task a", false},
		{"alleged", "continue with task a (tracks.md does not list the track)", false},
		{"waits", "continue with task b (the track is paused)", false},
		{"twice", "continue with task b (conductor/archive/twice is its archived copy)", false},
		{"asks", "ask a person: User Manual Verification (tracks.md does not list the track)", false},
		{"closing", "all tasks are done", false},
		{"plain", "all tasks are done", true},
		{"over", "nothing", true},
		{"kept", "nothing", true},
		{"left", "all tasks are done (tracks.md does not list the track)", true},
		{"gone", "nothing", true},
		{"stated", "nothing", true},
		{"headed", "nothing", true},
		{"sectioned", "nothing", true},
		{"worded", "nothing", true},
	} {
		tr := Read(tree, "conductor/tracks/"+e.id+"/metadata.json")
		x, err := tr.Resume()
		if err != nil || x.NextAction(spelling.OneLine, spelling.OneLine) != e.next || tr.Finished() != e.finished || tr.rank() < last || !e.finished && tr.rank() == last {
			t.Errorf("%s: next is %q, finished %t, rank %d behind %d (%v), want %q, %t", e.id, x.NextAction(spelling.OneLine, spelling.OneLine), tr.Finished(), tr.rank(), last, err, e.next, e.finished)
		}
		last = tr.rank()
	}
}
