package planfile

import "testing"

func TestWantedCase(t *testing.T) {
	for name, want := range map[string]string{"02-01-plan.md": "02-01-PLAN.md", "02-01-Plan.MD": "02-01-PLAN.md", "02-01-PLAN.md": "", "my-plan.md": "", "-plan.md": "", "plan.md": ""} {
		if got := WantedCase(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}
