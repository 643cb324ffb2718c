package threshold

import (
	"strings"
	"testing"
	"time"
)

// wideRunes counts columns as a terminal does for the texts of these tests.
func wideRunes(s string) int {
	n := 0
	for _, r := range s {
		if n++; r >= 0x1f000 || r == '検' || r == '査' {
			n++
		}
	}
	return n
}

// TestFrameFits holds for every width of a terminal: no line is wider, all lines of a
// frame are as wide, and no word of the text is lost.
func TestFrameFits(t *testing.T) {
	words := func(s string) string {
		return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \n╔═╗║╠╣╚╝", r) }), "")
	}
	for _, value := range []float64{26.5, 52.3, 123456789012} {
		r := Read(Defaults(), []Value{{Cost, value}})[0]
		ack := "mdck plan ack cost --project '検査 a very/long/name'"
		whole := words(Show(r, ack, "", Look{Columns: wideRunes}))
		for most := 2; most < 120; most++ {
			look := Look{Columns: wideRunes, Most: most}
			text := Show(r, ack, "", look)
			if words(text) != whole {
				t.Fatalf("%d columns: words are lost:\n%s", most, text)
			}
			for line := range strings.Lines(text) {
				line = strings.TrimSuffix(line, "\n")
				if wideRunes(line) > most {
					t.Errorf("%d columns: %q has %d", most, line, wideRunes(line))
				}
				if framed := strings.HasPrefix(text, "╔"); framed != (most >= leastFrame) || framed && wideRunes(line) != min(most, frameWidth(text)) {
					t.Errorf("%d columns:\n%s", most, text)
					break
				}
			}
		}
	}
}

// TestFrameBreaks checks that a narrow frame has no row of an indentation alone, and breaks
// the name of a key between its parts.
func TestFrameBreaks(t *testing.T) {
	r := Read(Defaults(), []Value{{Cost, 60}})[0]
	text := Show(r, "", "", Look{Columns: wideRunes, Most: 25, Plain: true})
	if !strings.Contains(text, "║  cost.stop=N, or      ║\n║     thresholds.stop.  ║\n║  cost in .mdck.yaml   ║\n") {
		t.Error(text)
	}
}

func frameWidth(text string) int {
	first, _, _ := strings.Cut(text, "\n")
	return wideRunes(first)
}

func TestShowLines(t *testing.T) {
	read := func(k Kind, n float64) Reading { return Read(Defaults(), []Value{{k, n}})[0] }
	for want, r := range map[string]Reading{"29.999%": read(Context, 29.999), "30%": read(Context, 30.001), "$9.996": read(Cost, 9.996), "$9.99": read(Cost, 9.99), "49.9999%": read(Context, 49.9999), "$25.00": read(Cost, 25.0001)} {
		if got := r.Shown(); got != want {
			t.Errorf("%v is shown as %s, want %s", r.Number, got, want)
		}
	}
	if got := ShowBelow(read(Context, 29.999)); got != "Context: 29.999%, below the warning at 30%\n" {
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
