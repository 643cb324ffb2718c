package threshold

import (
	"fmt"
	"strings"

	"mdck/mdcheckpoint/spelling"
)

// A Look is how a reading is shown.
type Look struct {
	Plain bool // without emoji
}

// Show returns r for people: two lines for a warning, a title and a list of lines for an alert
// and a stop, nothing for none. ack is the command that acknowledges an alert, waypoint the path
// of the file about a stop; either may be empty.
func Show(r Reading, ack, waypoint string, look Look) string {
	switch r.Level {
	case Warning:
		return fmt.Sprintf("%sWarning: %s %s at %s (from %s)\n   Going on.\n", look.mark("📝 "), r.Kind, r.Kind.is(), r.Kind.Show(r.Number), r.Kind.Show(r.Limit))
	case Alert:
		return look.mark("🔶 ") + "ALERT: a threshold is reached\n" + r.facts() + `   Waiting for an acknowledgment.
   To go on:    ` + ack + `
   To stop:     ` + ack + ` --stop
`
	case Stop:
		text := look.mark("🛑 ") + "STOP: a threshold is reached\n" + r.facts() + strings.ReplaceAll(`   Nothing goes on from here. Ways out:
   1. Raise the limit: --limit KIND.stop=N, or thresholds.stop.KIND in .mdck.yaml
   2. Look at what is left, and make less of it
   3. End here: a new session counts anew
`, "KIND", string(r.Kind))
		if waypoint != "" {
			text += "Written to " + waypoint + "\n"
		}
		return text
	}
	return ""
}

// ShowBelow returns a reading that has reached no level, in one line.
func ShowBelow(r Reading) string {
	return fmt.Sprintf("%s: %s, below the %s at %s\n", r.Kind.Name(), r.Kind.Show(r.Number), r.Next, r.Kind.Show(r.NextLimit))
}

// ShowAcknowledged returns an alert that a person has acknowledged, in two lines, with a
// third one if the value has grown far above the acknowledged one.
func ShowAcknowledged(r Reading, a Ack, grown bool, look Look) string {
	at := ""
	if a.HasValue {
		at = " at " + r.Kind.Show(a.Value)
	}
	if !a.At.IsZero() {
		at += " on " + spelling.FormatTime(a.At)
	}
	text := fmt.Sprintf("%sAlert: %s %s at %s (from %s), acknowledged%s\n", look.mark("⏩ "), r.Kind, r.Kind.is(), r.Kind.Show(r.Number), r.Kind.Show(r.Limit), at)
	if grown {
		text += fmt.Sprintf("   That is %v times the acknowledged value, or more. The stop is at %s.\n", growth, r.Kind.Show(r.NextLimit))
	}
	return text + "   Going on.\n"
}

func (l Look) mark(emoji string) string {
	if l.Plain {
		return ""
	}
	return emoji
}

// facts returns the lines about what was measured.
func (r *Reading) facts() string {
	text := fmt.Sprintf("   Type:        %s\n   Current:     %s\n   Threshold:   %s (%s)\n", r.Kind.Name(), r.Kind.Show(r.Number), r.Kind.Show(r.Limit), r.Level)
	if r.Next != None {
		text += fmt.Sprintf("   Next:        %s (%s)\n", r.Kind.Show(r.NextLimit), r.Next)
	}
	return text
}
