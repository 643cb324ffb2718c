package threshold

import (
	"fmt"
	"strings"
)

// A Look says how a reading is shown.
type Look struct {
	Plain   bool             // without emoji
	Columns func(string) int // of the terminal that a text takes; nil counts characters
	Width   int              // of frames, in columns; 0 is 56
}

const usualWidth = 56

// Show is r as a person should see it: two lines for a warning, a frame for an alert
// and a stop, nothing for none. ack is the command that acknowledges an alert,
// waypoint the path of the file that tells of a stop; either may be empty.
func Show(r Reading, ack, waypoint string, look Look) string {
	switch r.Level {
	case Warning:
		return fmt.Sprintf("%sWarning: %s is at %s (from %s)\n   Going on.\n", look.mark("📝 "), r.Kind, r.Kind.Show(r.Number), r.Kind.Show(r.Limit))
	case Alert:
		return look.alert(r, ack)
	case Stop:
		return look.stop(r, waypoint)
	}
	return ""
}

func (l Look) mark(emoji string) string {
	if l.Plain {
		return ""
	}
	return emoji
}

func (l Look) alert(r Reading, ack string) string {
	how := []string{"Waiting for an acknowledgment.", ""}
	if ack != "" {
		how = append(how, "To go on:    "+ack, "To stop:     "+ack+" --stop")
	} else {
		how = append(how, "To go on, acknowledge it; to stop, say so.")
	}
	return l.frame(l.mark("🔶 ")+"ALERT: a threshold is reached", r.facts(), how)
}

func (l Look) stop(r Reading, waypoint string) string {
	text := l.frame(l.mark("🛑 ")+"STOP: a threshold is passed", r.facts(), []string{
		"Nothing goes on from here.", "", "Ways out:",
		"1. Raise the limit in the configuration",
		"2. Look at what is left, and make less of it",
		"3. Take back acknowledgments: mdck plan reset --reset-alerts",
	})
	if waypoint != "" {
		text += "\nWritten to " + waypoint + "\n"
	}
	return text
}

// facts are the lines that say what was measured.
func (r *Reading) facts() []string {
	lines := []string{
		"Type:        " + r.Kind.Name(),
		"Current:     " + r.Kind.Show(r.Number),
		fmt.Sprintf("Threshold:   %s (%s)", r.Kind.Show(r.Limit), r.Level),
	}
	if r.Next != None {
		lines = append(lines, fmt.Sprintf("Next:        %s (%s)", r.Kind.Show(r.NextLimit), r.Next))
	}
	return lines
}

// frame draws a title and two parts in a frame, as wide as the widest line asks for.
func (l Look) frame(title string, parts ...[]string) string {
	columns := l.Columns
	if columns == nil {
		columns = func(s string) int { return len([]rune(s)) }
	}
	width := l.Width
	if width == 0 {
		width = usualWidth
	}
	inside := max(width-6, columns(title))
	for _, p := range parts {
		for _, line := range p {
			inside = max(inside, columns(line))
		}
	}
	var b strings.Builder
	bar := strings.Repeat("═", inside+4)
	row := func(line string) {
		b.WriteString("║  " + line + strings.Repeat(" ", inside-columns(line)) + "  ║\n")
	}
	b.WriteString("╔" + bar + "╗\n")
	row(title)
	for _, p := range parts {
		b.WriteString("╠" + bar + "╣\n")
		for _, line := range p {
			row(line)
		}
	}
	b.WriteString("╚" + bar + "╝\n")
	return b.String()
}
