package threshold

import (
	"testing"
	"time"
)

func TestShowLines(t *testing.T) {
	read := func(k Kind, n float64) Reading { return Read(Defaults(), []Value{{k, n}})[0] }
	for want, r := range map[string]Reading{"29.99%": read(Context, 29.999), "30%": read(Context, 30.001), "0%": read(Context, 0), "100%": read(Context, 100.001), "$0.50": read(Cost, .5), "10": read(Errors, 10), "$9.99": read(Cost, 9.996), "49.99%": read(Context, 49.9999), "$25.00": read(Cost, 25.0001)} {
		if got := r.Kind.Show(r.Number); got != want {
			t.Errorf("%v is shown as %s, want %s", r.Number, got, want)
		}
	}
	if got := ShowBelow(read(Context, 29.999)); got != "Context: 29.99%, below the warning at 30%\n" {
		t.Errorf("shown as %s", got)
	}
	at := time.Date(2026, 1, 29, 14, 30, 0, 0, time.UTC)
	for want, got := range map[string]string{
		"Context: 12.5%, below the warning at 30%\n":                                                                                                         ShowBelow(read(Context, 12.5)),
		"Warning: errors are at 2 (from 2)\n   Going on.\n":                                                                                                  Show(read(Errors, 2), "", "", Look{Plain: true}),
		"⏩ Alert: cost is at $27.00 (from $25.00), acknowledged at $26.00 on 2026-01-29T14:30:00Z\n   Going on.\n":                                           ShowAcknowledged(read(Cost, 27), Ack{At: at, Value: 26, HasValue: true}, false, Look{}),
		"Alert: cost is at $40.00 (from $25.00), acknowledged\n   That is 1.2 times the acknowledged value, or more. The stop is at $50.00.\n   Going on.\n": ShowAcknowledged(read(Cost, 40), Ack{}, true, Look{Plain: true}),
	} {
		if got != want {
			t.Errorf("shown as\n%swant\n%s", got, want)
		}
	}
}
