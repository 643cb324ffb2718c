package threshold

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/yamldoc"
)

func TestRead(t *testing.T) {
	for _, c := range []struct {
		kind  Kind
		value float64
		want  string
	}{
		{Cost, 9.99, " warning"}, {Cost, 10, "warning alert"}, {Cost, 25, "alert stop"}, {Cost, 49.99, "alert stop"}, {Cost, 50, "stop "}, {Cost, 1e9, "stop "},
		{Context, 29, " warning"}, {Context, 30, "warning alert"}, {Context, 40, "alert stop"}, {Context, 50, "stop "},
		{Variance, 19.9, " warning"}, {Variance, 20, "warning alert"}, {Variance, 29.9, "warning alert"}, {Variance, 30, "alert stop"},
		{Variance, 49.9, "alert stop"}, {Variance, 50, "stop "},
		{Errors, 1, " warning"}, {Errors, 2, "warning alert"}, {Errors, 3, "alert stop"}, {Errors, 5, "stop "}, {Errors, 0, " warning"},
	} {
		r := Read(NewSheet(), []Value{{c.kind, c.value}})[0]
		if got := r.Level.String() + " " + r.Next.String(); got != c.want {
			t.Errorf("%s %v: %q, want %q", c.kind, c.value, got, c.want)
		}
	}
	if w := Worst(Read(NewSheet(), []Value{{Cost, 1}, {Errors, 5}, {Context, 41}})); w != Stop {
		t.Errorf("worst is %v", w)
	}
}

// TestSheet checks that a sheet has every limit once, that later ones win, that defaults give
// way to a higher level that was set, and what is said of levels out of order.
func TestSheet(t *testing.T) {
	numbers := func(s Sheet, k Kind) string { return fmt.Sprint(s.At(k, Warning), s.At(k, Alert), s.At(k, Stop)) }
	for _, c := range []struct {
		limits []Limit
		kind   Kind
		want   string
		faults string
	}{
		{nil, Cost, "10 25 50", ""},
		{[]Limit{{Cost, Alert, 20, "a"}, {Cost, Alert, 21, "b"}, {Errors, Stop, 9, "c"}}, Cost, "10 21 50", ""},
		{[]Limit{{Errors, Stop, 9, "c"}}, Errors, "2 3 9", ""},
		{[]Limit{{Cost, Alert, 60, "x"}}, Cost, "10 60 50", "cost: alert at $60.00 (x) is above stop at $50.00 (default)"},
		{[]Limit{{Context, Warning, 40, "x"}}, Context, "40 40 50", ""},
		{[]Limit{{Context, Warning, 41, "x"}, {Errors, Stop, 2, "y"}}, Context, "41 40 50", "context: warning at 41% (x) is above alert at 40% (default)"},
		{[]Limit{{Cost, Stop, 20, "x"}}, Cost, "10 20 20", ""},
		{[]Limit{{Cost, Alert, 30, "x"}, {Cost, Stop, 20, "y"}}, Cost, "10 30 20", "cost: alert at $30.00 (x) is above stop at $20.00 (y)"},
		{[]Limit{{Errors, Stop, 1, "x"}}, Errors, "1 1 1", ""},
	} {
		s := NewSheet(c.limits...)
		if got := strings.Join(Disordered(s), "; "); numbers(s, c.kind) != c.want || got != c.faults || len(s) != 12 {
			t.Errorf("%v: %s, %q, want %s, %q", c.limits, numbers(s, c.kind), got, c.want, c.faults)
		}
	}
	if s := NewSheet(Limit{Cost, Stop, 20, "x"}); s[0].Source != DefaultSource || s[1].Source != LoweredSource || s[2].Source != "x" {
		t.Errorf("the origins are %v", s)
	}
	if got := Disordered([]Limit{{Cost, Warning, 30, ""}, {Cost, Stop, 20, ""}}); len(got) != 1 || got[0] != "cost: warning at $30.00 is above stop at $20.00" {
		t.Errorf("got %q", got)
	}
}

// TestE3Row7Configuration checks what is read of configurations of the protocol: both
// spellings of a limit, either notation, and what cannot be used.
func TestE3Row7Configuration(t *testing.T) {
	const problem = `"action" is "hard_stap", want one of update_state, checkpoint_and_verify, log_warning, prepare_checkpoint, suggest_checkpoint, pause_for_ack, pause_and_investigate, force_checkpoint, hard_stop, graceful_checkpoint (did you mean "hard_stop"?)`
	for _, c := range []struct{ name, text, want string }{
		{"a.json", `{}`, ""},
		{"a.json", `{"defaults": 3, "thresholds": null, "checkpoint_triggers": null}`, ""},
		{"a.json", `{"defaults": {"warnCost": 5, "alertCost": "$12", "maxCost": null, "maxTokens": 9}}`, "cost.warning=5@~/a.json:1:27; cost.alert=12@~/a.json:1:43"},
		{"a.json", `{"defaults": {"maxCost": 5}, "thresholds": {"stop": {"cost": 6, "error_count": 9, "own": 1}}}`, `cost.stop=6@~/a.json:1:62; errors.stop=9@~/a.json:1:80; not used: ~/a.json:1:83: unknown key "own"`},
		{"a.json", `{"thresholds": [], "defaults": {"maxCost": true}}`, `not used: ~/a.json:1:16: "thresholds" is an array, want an object or null; not used: ~/a.json:1:44: "maxCost" is a boolean, want a string, a number or null`},
		{"a.json", `{"thresholds": {"allert": {"cost": 5}}}`, `not used: ~/a.json:1:17: unknown key "allert" (did you mean "alert"?)`},
		{"a.json", `{"thresholds": {"alert": {"cots": 5}}}`, `not used: ~/a.json:1:27: unknown key "cots" (did you mean "cost"?)`},
		{"a.json", `{"thresholds": {"alert": {"cost": "10%"}}}`, `not used: ~/a.json:1:35: "cost" is "10%", want a cost such as 10 or $10`},
		{"a.json", `{"thresholds": {"stop": {"errors": 2.5}}}`, `not used: ~/a.json:1:36: "errors" is 2.5, want a string, a whole number or null`},
		{"a.yaml", "thresholds:\n  warning:\n    cost: 5.50\n    context: 20%\n  stop:\n    errors: x\n", `cost.warning=5.5@~/a.yaml:3:11; context.warning=20@~/a.yaml:4:14; not used: ~/a.yaml:6:13: "errors" is "x", want a whole number such as 3`},
		{"a.json", "{", "not used: ~/a.json:1:2: not valid JSON: unexpected end of text"},
		{"dir.yaml", "", "not used: read ~/dir.yaml: invalid argument"},
		{"none.yaml", "", ""},
		{ProjectConfig, "triggers: [{type: user_interrupt}]\ncheckpoint_triggers: []\n", "0 triggers@~/" + ProjectConfig + ":2:22"},
		{ProjectConfig, "triggers: [{type: user_interrupt}]\n", ""},
		{UserConfig, `{"checkpoint_triggers": []}`, ""},
		{ProjectConfig, "checkpoint_triggers: [{type: cost_stop, threshold: 1, action: hard_stap}]\n", "not used: ~/" + ProjectConfig + ":1:63: " + problem + "; not used: ~/" + ProjectConfig + `:1:22: nothing of "checkpoint_triggers" can be used, so the triggers of the protocol hold`},
	} {
		disk := fstest.MapFS{"dir.yaml/x": {}}
		if c.text != "" {
			disk[c.name] = &fstest.MapFile{Data: []byte(c.text)}
		}
		r, err := Resolve(func(string) (*jsondoc.Value, string) { return nil, "" }, ConfigFile{disk, c.name, "~/" + c.name})
		var all []string
		for _, l := range r.Limits {
			if l.Source != DefaultSource && l.Source != LoweredSource {
				all = append(all, fmt.Sprintf("%s.%s=%v@%s", l.Kind, l.Level, l.Number, l.Source))
			}
		}
		if all = append(all, r.Notes...); r.From != DefaultSource {
			all = append(all, fmt.Sprint(len(r.Triggers), " triggers@", r.From))
		}
		if got := strings.Join(all, "; "); err != nil || got != c.want {
			t.Errorf("%s %s\n%s, %v, want\n%s", c.name, c.text, got, err, c.want)
		}
	}
}

// TestResolve checks that a configuration of mdck goes before files, and later files before
// earlier ones.
func TestResolve(t *testing.T) {
	disk := fstest.MapFS{
		"a.yaml": {Data: []byte("thresholds: {stop: {cost: 90, context: 60, errors: 9}}\n")},
		"b.yaml": {Data: []byte("thresholds: {stop: {cost: 80, context: 70}}\n")},
	}
	own, err := yamldoc.Parse("own", "thresholds: {stop: {cost: 70}}\ntriggers: [{type: cost_stop}]\n")
	if err != nil {
		t.Fatal(err)
	}
	get := func(key string) (*jsondoc.Value, string) { return own.Root.Get(strings.Split(key, ".")...), "own" }
	r, err := Resolve(get, ConfigFile{disk, "a.yaml", "a"}, ConfigFile{disk, "b.yaml", "b"})
	if got := fmt.Sprint(r.Limits.At(Cost, Stop), r.Limits.At(Context, Stop), r.Limits.At(Errors, Stop), len(r.Triggers), r.Triggers[0].From) + r.From; err != nil || got != "70 70 9 1 70own" {
		t.Errorf("%s, %v", got, err)
	}
}
