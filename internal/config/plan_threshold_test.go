package config

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"mdck/internal/protocols/plan/threshold"
)

func TestThresholds(t *testing.T) {
	c := mustLoad(t, "thresholds:\n  warning: {context: 20%}\n  alert:\n    cost: $20.50\n    errors: 4\n", &Loader{Flags: []Flag{{"thresholds.stop.cost", "60", "--set"}}})
	limits, _ := threshold.Resolve(c.Get)
	var got []string
	for _, l := range limits {
		if l.Source != threshold.DefaultSource {
			got = append(got, fmt.Sprintf("%s.%s=%v %s", l.Kind, l.Level, l.Number, l.Source[strings.LastIndex(l.Source, "/")+1:]))
		}
	}
	if want := "cost.alert=20.5 .mdck.yaml:4:11, cost.stop=60 --set, context.warning=20 .mdck.yaml:2:22, errors.alert=4 .mdck.yaml:5:13"; strings.Join(got, ", ") != want {
		t.Errorf("got %s\nwant %s", strings.Join(got, ", "), want)
	}
}

func TestThresholdValues(t *testing.T) {
	c := mustLoad(t, "thresholds: {alert: {cost: $20.50}}\n", &Loader{})
	want := map[string][2]string{
		"thresholds.alert.cost":   {"$20.50", "20.5"},
		"thresholds.alert.errors": {"3", "3"},
	}
	for _, v := range c.Values() {
		if w, ok := want[v.Key]; ok && (v.Text != w[0] || v.JSON != w[1] || !json.Valid([]byte(v.JSON))) {
			t.Errorf("%s is %q, %s", v.Key, v.Text, v.JSON)
		}
		delete(want, v.Key)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
}

func TestBadLimits(t *testing.T) {
	for text, want := range map[string]string{
		"thresholds: {alrt: {cost: 1}}\n":     `1:14: unknown key "alrt" (did you mean "alert"?)`,
		"thresholds: {alert: {contxt: 1}}\n":  `1:22: unknown key "contxt" (did you mean "context"?)`,
		"thresholds: {alert: {cost: lots}}\n": `1:28: "cost" is "lots"; expected a cost such as 10 or $10`,
	} {
		_, err := load(t, text, &Loader{})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), "\n") > 0 {
			t.Errorf("%q: %v\nwant %s", text, err, want)
		}
	}
	for _, flag := range []string{"thresholds.alert.cost=lots", "thresholds.alert.cost=-1", "thresholds.alert=3", "thresholds=3"} {
		f, err := Set(flag)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := load(t, "", &Loader{Flags: []Flag{f}}); err == nil || !strings.HasPrefix(err.Error(), "--set: ") || strings.Count(err.Error(), "\n") > 0 {
			t.Errorf("%s: %v", flag, err)
		}
	}
}
