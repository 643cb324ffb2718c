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
		next := ""
		if r.Next != nil {
			next = r.Next.Level.String()
		}
		if got := r.Level.String() + " " + next; got != c.want {
			t.Errorf("%s %v: %q, want %q", c.kind, c.value, got, c.want)
		}
	}
	if w := Worst(Read(NewSheet(), []Value{{Cost, 1}, {Errors, 5}, {Context, 41}})); w != Stop {
		t.Errorf("worst is %v", w)
	}
}

func TestSheet(t *testing.T) {
	for _, c := range []struct {
		limits []Limit
		kind   Kind
		want   string
	}{
		{nil, Cost, "10 25 50 default"},
		{[]Limit{{Cost, Alert, 20, "a"}, {Cost, Alert, 21, "b"}, {Errors, Stop, 9, "c"}}, Cost, "10 21 50 default"},
		{[]Limit{{Errors, Stop, 9, "c"}}, Errors, "2 3 9 default"},
		{[]Limit{{Cost, Alert, 60, "x"}}, Cost, "10 50 50 default"},
		{[]Limit{{Context, Warning, 40, "x"}}, Context, "40 40 50 x"},
		{[]Limit{{Context, Warning, 41, "x"}, {Errors, Stop, 2, "y"}}, Context, "40 40 50 default"},
		{[]Limit{{Cost, Stop, 20, "x"}}, Cost, "10 20 20 default"},
		{[]Limit{{Cost, Alert, 30, "x"}, {Cost, Stop, 20, "y"}}, Cost, "10 20 20 default"},
		{[]Limit{{Errors, Stop, 1, "x"}}, Errors, "1 1 1 x"},
	} {
		s := NewSheet(c.limits...)
		if got := fmt.Sprint(s.At(c.kind, Warning), s.At(c.kind, Alert), s.At(c.kind, Stop), " ", s.find(c.kind, Warning).Source); got != c.want || len(s) != 12 {
			t.Errorf("%v: %s, want %s", c.limits, got, c.want)
		}
	}
}

func TestConfiguration(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"a.json", `{}`, ""},
		{"a.json", `{"defaults": 3, "thresholds": null, "checkpoint_triggers": null}`, ""},
		{"a.json", `{"defaults": {"warnCost": 5, "alertCost": "$12", "maxCost": null, "maxTokens": 9}}`, "cost.warning=5@~/a.json:1:27; cost.alert=12@~/a.json:1:43"},
		{"a.json", `{"defaults": {"maxCost": 25}, "thresholds": {"stop": {"cost": 26, "error_count": 9, "own": 1}}}`, `cost.stop=26@~/a.json:1:63; errors.stop=9@~/a.json:1:82`},
		{"a.json", `{"thresholds": {"alert": {"cost": "10%"}}}`, `~/a.json:1:35: the alert limit for cost is ignored; expected a cost such as 10 or $10`},
		{"a.json", `{"thresholds": {"stop": {"errors": 2.5}}}`, `~/a.json:1:36: the stop limit for errors is ignored; expected a whole number such as 3`},
		{"a.yaml", "thresholds:\n  warning:\n    cost: 5.50\n    context: 20%\n  stop:\n    errors: x\n", `cost.warning=5.5@~/a.yaml:3:11; context.warning=20@~/a.yaml:4:14; ~/a.yaml:6:13: the stop limit for errors is ignored; expected a whole number such as 3`},
		{"a.json", "{", "mdck ignores ~/a.json:1:2: not valid JSON: unexpected end of text"},
		{"dir.yaml", "", "mdck ignores ~/dir.yaml: invalid argument"},
		{"none.yaml", "", ""},
		{"a.yaml", "checkpoint_triggers:\n- {type: cost_alert, threshold: $30}\n- {type: context_stop, threshold: 60%}\n- {type: error_threshold, count: 4}\n- {type: time_elapsed, duration: 30min}\n", "cost.alert=30@~/a.yaml:2:33; context.stop=60@~/a.yaml:3:35; errors.alert=4@~/a.yaml:4:34"},
		{"a.yaml", "checkpoint_triggers: [{type: cost_alert, threshold: 30}]\nthresholds: {alert: {cost: 31}}\n", "cost.alert=31@~/a.yaml:2:28"},
		{"a.yaml", "checkpoint_triggers: [{type: cost_alert, threshold: 30%}]\n", "~/a.yaml:1:53: the alert limit for cost is ignored; expected a cost such as 10 or $10"},
	} {
		disk := fstest.MapFS{"dir.yaml/x": {}}
		if c.text != "" {
			disk[c.name] = &fstest.MapFile{Data: []byte(c.text)}
		}
		limits, notes := Resolve(noConfig, ConfigFile{disk, c.name, "~/" + c.name})
		var all []string
		for _, l := range limits {
			if l.Source != DefaultSource {
				all = append(all, fmt.Sprintf("%s.%s=%v@%s", l.Kind, l.Level, l.Number, l.Source))
			}
		}
		if got := strings.Join(append(all, notes...), "; "); got != c.want {
			t.Errorf("%s %s\n%s, want\n%s", c.name, c.text, got, c.want)
		}
	}
}

func TestResolve(t *testing.T) {
	disk := fstest.MapFS{
		"a.yaml": {Data: []byte("thresholds: {stop: {cost: 90, context: 60, errors: 9}}\n")},
		"b.yaml": {Data: []byte("thresholds: {stop: {cost: 80, context: 70}}\n")},
	}
	own, err := yamldoc.Parse("own", "thresholds: {stop: {cost: 70}}\n")
	if err != nil {
		t.Fatal(err)
	}
	get := func(key string) (*jsondoc.Value, string) { return own.Root.Get(strings.Split(key, ".")...), "own" }
	s, notes := Resolve(get, ConfigFile{disk, "a.yaml", "a"}, ConfigFile{disk, "b.yaml", "b"})
	if got := fmt.Sprint(s.At(Cost, Stop), s.At(Context, Stop), s.At(Errors, Stop), notes); got != "70 70 9 []" {
		t.Error(got)
	}
}
