package threshold

import (
	"strings"
	"testing"

	"mdck/mdcheckpoint/jsondoc"
)

func TestOffBy(t *testing.T) {
	for _, c := range []struct{ estimated, actual, want float64 }{{10, 13, 30}, {10, 7, 30}, {4, 4, 0}, {8, 12, 50}, {0.9, 1.17, 30}, {0.07, 0.091, 30}, {3, 4, 33.333333333}} {
		if got, err := OffBy(c.estimated, c.actual); err != nil || got != c.want {
			t.Errorf("%v: %v, %v", c, got, err)
		}
	}
	for _, c := range [][2]float64{{0, 1}, {-1, 1}} {
		if got, err := OffBy(c[0], c[1]); err == nil {
			t.Errorf("%v: %v", c, got)
		}
	}
}

func TestAliases(t *testing.T) {
	for name, want := range map[string]Kind{"errors": Errors, "error_count": Errors, "context": Context, "context_percent": Context, "variance_percent": Variance, "variance": Variance, "cost": Cost, "total_cost": Cost} {
		if got, err := ParseKind(name); err != nil || got != want {
			t.Errorf("%s is %s, %v", name, got, err)
		}
	}
	if _, err := ParseKind("erors"); err == nil || err.Error() != `unknown threshold "erors"; expected one of cost, context, variance, errors (did you mean "errors"?)` {
		t.Errorf("%v", err)
	}
	files := project{AcksFile: `{"acknowledgments": {"error_count": {"acknowledged_at": "2026-01-29", "value": 3}}}`}
	if !files.excuses(t, Errors, 3) {
		t.Error("an acknowledgment under the other name does not count")
	}
	files.found(Errors, 4)
	if files.run(t, Acknowledge(AckInput{})); strings.Contains(files[AcksFile], `"errors"`) || !strings.Contains(files[AcksFile], `"value": 4`) {
		t.Errorf("acknowledged as %s", files[AcksFile])
	}
}

func TestUnits(t *testing.T) {
	for _, c := range []struct {
		kind Kind
		text string
		want float64
	}{{Context, "30%", 30}, {Context, "30", 30}, {Context, " 30.5 % ", 30.5}, {Cost, "$10", 10}, {Cost, "10.00", 10}, {Cost, "$ 10", 10}, {Errors, "3", 3}, {Variance, "0", 0}} {
		if got, err := ParseNumber(c.kind, c.text); err != nil || got != c.want {
			t.Errorf("%s %q: %v, %v", c.kind, c.text, got, err)
		}
	}
	for _, c := range []struct {
		kind Kind
		text string
	}{{Context, "$30"}, {Cost, "10%"}, {Errors, "3.5"}, {Cost, "-1"}, {Cost, "NaN"}, {Cost, "Inf"}, {Cost, "1e3"}, {Cost, ""}, {Cost, "0x10"}, {Cost, "1_0"}, {Context, "much"}} {
		if got, err := ParseNumber(c.kind, c.text); err == nil {
			t.Errorf("%s %q: %v", c.kind, c.text, got)
		}
	}
}

func FuzzNumbers(f *testing.F) {
	for _, text := range []string{`"10"`, `"$10"`, `"$ 10.5"`, `"30%"`, `"30 %"`, `"0 "`, `""`, "1e3", "-1", "1.5", "1e999", `"0x1"`, "null", "[]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := jsondoc.Parse("", text)
		for i := range measures {
			if m := measures[i]; err == nil {
				fits := len(d.Check(m.field(""))) == 0
				if _, ok := m.read(d.Root); ok != fits && !strings.ContainsAny(text, "eE") { // 1e999 overflows a float64
					t.Errorf("%s %s: fits %t, read %t", m.kind, text, fits, ok)
				}
			}
		}
	})
}

func TestShowNumber(t *testing.T) {
	for want, v := range map[string]Value{
		"29.99%": {Context, 29.999}, "30%": {Context, 30.001}, "0%": {Context, 0}, "100%": {Context, 100.001}, "$0.50": {Cost, .5}, "10": {Errors, 10},
		"$9.99": {Cost, 9.996}, "49.99%": {Context, 49.9999}, "$25.00": {Cost, 25.0001},
	} {
		if got := v.Kind.Show(v.Number); got != want {
			t.Errorf("%v is shown as %s, want %s", v.Number, got, want)
		}
	}
}
