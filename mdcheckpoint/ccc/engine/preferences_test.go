package engine

import (
	"testing"
	"testing/fstest"
)

func TestPreferences(t *testing.T) {
	for text, want := range map[string]Preferences{
		"execution:\n  retry_max_per_task: 3\n":                           {MaxTask: 3},
		"execution:\n  max_task_iterations: 4\n  retry_max_per_task: 3\n": {MaxTask: 4},
		"execution: {max_global_iterations: 9, default_mode: pair}\n":     {MaxGlobal: 9, Mode: "pair"},
		"replan:\n  enabled: false\n  max_replans_per_session: 1\n":       {MaxReplans: 1, NoReplan: true},
		"replan:\n  enabled: true\n":                                      {},
		"execution:\n  max_task_iterations: -1\n  default_mode: null\n":   {},
		"execution:\n  max_task_iterations: many\n":                       {},
		"execution: [\n": {},
		"a: &x 1\nb: *x\nexecution: {max_task_iterations: 2}\n": {},
		"# nothing is set\n": {},
		"gates:\n  pr_review: false\nexecution:\n  max_task_iterations: 7": {MaxTask: 7},
	} {
		tree := fstest.MapFS{PreferencesFile: {Data: []byte(text)}}
		if got := ReadPreferences(tree, PreferencesFile); got != want {
			t.Errorf("%q: got %+v, want %+v", text, got, want)
		}
	}
	if got := ReadPreferences(fstest.MapFS{}, PreferencesFile); got != (Preferences{}) {
		t.Errorf("without a file: %+v", got)
	}
	quoted := fstest.MapFS{PreferencesFile: {Data: []byte("execution:\n  max_task_iterations: \"3\"\n  max_global_iterations: '-1'\nreplan:\n  max_replans_per_session: \"no\"\n")}}
	if got := ReadPreferences(quoted, PreferencesFile); got != (Preferences{MaxTask: 3}) {
		t.Errorf("in quotes: %+v", got)
	}
	state := parseState(t, with(t, "taskIteration", "3"))
	if caps := state.Caps(Preferences{MaxTask: 3}); len(caps) != 1 || caps[0].Limit != 3 {
		t.Errorf("got %+v", caps)
	}
	if caps := parseState(t, with(t, "replanCount", "9")).Caps(Preferences{NoReplan: true}); len(caps) != 0 {
		t.Errorf("replans are disabled, but have a limit: %+v", caps)
	}
}
