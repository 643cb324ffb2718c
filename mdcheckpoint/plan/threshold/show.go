package threshold

import (
	"fmt"
	"strings"

	"mdck/mdcheckpoint/spelling"
)

// Show returns r for people: a line below all limits, two at a warning or at an alert that is
// acknowledged, a list at any other alert and at a stop. ack is the command that acknowledges
// the alert, waypoint the file about the stop. Plain leaves emoji out.
func (r *Reading) Show(ack, waypoint string, plain bool) string {
	show := r.Kind.Show
	mark := func(emoji string) string {
		if plain {
			return ""
		}
		return emoji + " "
	}
	at := fmt.Sprintf("%s at %s (from %s)", r.Kind, show(r.Number), show(r.Limit))
	facts := fmt.Sprintf("   Type:        %s\n   Current:     %s\n   Threshold:   %s (%s)\n", r.Kind.Name(), show(r.Number), show(r.Limit), r.Level)
	switch {
	case r.Level == None:
		return fmt.Sprintf("%s: %s, below the %s at %s\n", r.Kind.Name(), show(r.Number), r.Next, show(r.NextLimit))
	case r.Level == Warning:
		return mark("📝") + "Warning: " + at + "\n   Going on.\n"
	case r.Acked:
		return mark("⏩") + "Alert: " + at + ", acknowledged" + r.acknowledged() + "   Going on.\n"
	case r.Level == Alert:
		return mark("🔶") + "ALERT: a threshold is reached\n" + facts + fmt.Sprintf(`   Next:        %s (%s)
   Waiting for an acknowledgment.
   To go on:    %s
   To stop:     %s --stop
`, show(r.NextLimit), r.Next, ack, ack)
	}
	text := mark("🛑") + "STOP: a threshold is reached\n" + facts + strings.ReplaceAll(`   Nothing goes on from here. Ways out:
   1. Raise the limit: --limit KIND.stop=N, or thresholds.stop.KIND in .mdck.yaml
   2. Look at what is left, and make less of it
   3. End here: a new session counts anew
`, "KIND", string(r.Kind))
	if waypoint != "" {
		text += "Written to " + waypoint + "\n"
	}
	return text
}

// acknowledged returns at what and when r was acknowledged.
func (r *Reading) acknowledged() string {
	text := ""
	if r.Ack.HasValue {
		text = " at " + r.Kind.Show(r.Ack.Value)
	}
	text += " on " + spelling.FormatTime(r.Ack.At) + "\n"
	if r.Grown {
		text += fmt.Sprintf("   That is %v times the acknowledged value, or more. The stop is at %s.\n", growth, r.Kind.Show(r.NextLimit))
	}
	return text
}
