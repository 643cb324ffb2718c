package config

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"mdck/mdcheckpoint/plan/threshold"
)

// TestThresholds checks what a file sets of the limits of plans, and with which
// origin.
func TestThresholds(t *testing.T) {
	c := mustLoad(t, "thresholds:\n  warning: {context: 20%}\n  alert:\n    cost: $20.50\n    errors: 4\n", &Loader{Flags: []Flag{{"thresholds.stop.cost", "60", "--set"}}})
	r, err := threshold.Resolve(c.Get)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, l := range r.Limits {
		if l.Source != threshold.DefaultSource {
			got = append(got, fmt.Sprintf("%s.%s=%v %s", l.Kind, l.Level, l.Number, l.Source[strings.LastIndex(l.Source, "/")+1:]))
		}
	}
	if want := "cost.alert=20.5 .mdck.yaml:4:11, cost.stop=60 --set, context.warning=20 .mdck.yaml:2:22, errors.alert=4 .mdck.yaml:5:13"; strings.Join(got, ", ") != want {
		t.Errorf("got %s\nwant %s", strings.Join(got, ", "), want)
	}
}

// TestThresholdValues checks that a limit is shown as it was spelled, and is a number
// of JSON.
func TestThresholdValues(t *testing.T) {
	c := mustLoad(t, "thresholds: {alert: {cost: $20.50}}\ntriggers: [{type: cost_alert, threshold: $20.5}, {type: user_interrupt}]\n", &Loader{})
	want := map[string][2]string{
		"thresholds.alert.cost":   {"$20.50", "20.5"},
		"thresholds.alert.errors": {"3", "3"},
		"triggers":                {"cost_alert, user_interrupt", `[{"type":"cost_alert","threshold":"$20.5"},{"type":"user_interrupt"}]`},
	}
	for _, v := range c.Values() {
		if w, ok := want[v.Key]; ok && (v.Text != w[0] || v.JSON != w[1] || !json.Valid([]byte(v.JSON))) {
			t.Errorf("%s is %q, %s", v.Key, v.Text, v.JSON)
		}
		delete(want, v.Key)
	}
	if len(want) > 0 {
		t.Errorf("not there: %v", want)
	}
}

// TestTriggers checks that a list takes the place of that of the protocol, an empty one too.
func TestTriggers(t *testing.T) {
	for text, want := range map[string]string{"": "default 11", "triggers: []\n": ".mdck.yaml:1:11 0", "triggers: [{type: error_threshold, count: 4}]\n": ".mdck.yaml:1:11 1"} {
		r, err := threshold.Resolve(mustLoad(t, text, &Loader{}).Get)
		if got := fmt.Sprint(r.From[strings.LastIndex(r.From, "/")+1:], " ", len(r.Triggers)); err != nil || got != want {
			t.Errorf("%q: %s, want %s (%v)", text, got, want, err)
		}
	}
}

// TestBadLimits checks that what makes no sense is told with its place, and with the
// nearest name.
func TestBadLimits(t *testing.T) {
	for text, want := range map[string]string{
		"thresholds: {alrt: {cost: 1}}\n":                             `1:14: unknown key "alrt" (did you mean "alert"?)`,
		"thresholds: {alert: {contxt: 1}}\n":                          `1:22: unknown key "contxt" (did you mean "context"?)`,
		"thresholds: {alert: {cost: lots}}\n":                         `1:28: "cost" is "lots", want a cost such as 10 or $10`,
		"thresholds: {warning: {cost: 30}, alert: {cost: 25}}\n":      `cost: warning at $30.00 is above alert at $25.00`,
		"thresholds: {warning: {errors: 30}, stop: {errors: 25}}\n":   `errors: warning at 30 is above stop at 25`,
		"triggers: [{type: cost_alrt, threshold: 3}]\n":               `1:19: "type" is "cost_alrt"`,
		"triggers: [{type: cost_alert, threshold: 30%}]\n":            `1:42: "30%" is not a cost such as 10 or $10`,
		"triggers: [{type: time_elapsed, duration: soon}]\n":          `1:43: "soon" is no duration, want one such as 30min or 1h`,
		"triggers: [{type: user_interrupt, action: pause_for_akc}]\n": `(did you mean "pause_for_ack"?)`,
	} {
		_, err := load(t, text, &Loader{})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), "\n") > 0 {
			t.Errorf("%q: %v\nwant %s", text, err, want)
		}
	}
	for _, flag := range []string{"thresholds.alert.cost=lots", "thresholds.alert.cost=-1", "triggers=cost_alert", `triggers=[{"type": "cost_alrt"}]`, `triggers={}`, "thresholds.alert=3", "thresholds=3"} {
		f, err := Set(flag)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := load(t, "", &Loader{Flags: []Flag{f}}); err == nil || !strings.HasPrefix(err.Error(), "--set: ") || strings.Count(err.Error(), "\n") > 0 {
			t.Errorf("%s: %v", flag, err)
		}
	}
}
