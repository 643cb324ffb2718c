package threshold

import (
	"fmt"
	"strings"

	"mdck/mdcheckpoint/spelling"
)

// A Look says how a reading is shown.
type Look struct {
	Plain   bool             // without emoji
	Columns func(string) int // of the terminal that a text takes; nil counts characters
	Width   int              // of frames, in columns, at least; 0 is 56
	Most    int              // columns that there are: longer lines are broken; 0 is no limit
}

const usualWidth = 56

// Show is r as a person should see it: two lines for a warning, a frame for an alert
// and a stop, nothing for none. ack is the command that acknowledges an alert,
// waypoint the path of the file that tells of a stop; either may be empty.
func Show(r Reading, ack, waypoint string, look Look) string {
	switch r.Level {
	case Warning:
		return fmt.Sprintf("%sWarning: %s %s at %s (from %s)\n   Going on.\n", look.mark("📝 "), r.Kind, r.Kind.is(), r.Shown(), r.Kind.Exact(r.Limit))
	case Alert:
		return look.alert(r, ack)
	case Stop:
		return look.stop(r, waypoint)
	}
	return ""
}

// ShowBelow is a reading that has reached no level, in one line.
func ShowBelow(r Reading) string {
	return fmt.Sprintf("%s: %s, below the %s at %s\n", r.Kind.Name(), r.Shown(), r.Next, r.Kind.Exact(r.NextLimit))
}

// ShowAcknowledged is an alert that a person has acknowledged, in two lines, with a
// third one if the value has grown far above the acknowledged one.
func ShowAcknowledged(r Reading, a Ack, grown bool, look Look) string {
	at := ""
	if a.HasValue {
		at = " at " + r.Kind.Show(a.Value)
	}
	if !a.At.IsZero() {
		at += " on " + spelling.FormatTime(a.At)
	}
	text := fmt.Sprintf("%sAlert: %s %s at %s (from %s), acknowledged%s\n", look.mark("⏩ "), r.Kind, r.Kind.is(), r.Shown(), r.Kind.Exact(r.Limit), at)
	if grown {
		text += fmt.Sprintf("   That is %v times the acknowledged value, or more. The stop is at %s.\n", growth, r.Kind.Exact(r.NextLimit))
	}
	return text + "   Going on.\n"
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
	text := l.frame(l.mark("🛑 ")+"STOP: a threshold is reached", r.facts(), []string{
		"Nothing goes on from here.", "", "Ways out:",
		fmt.Sprintf("1. Raise the limit: --limit %s.stop=N, or", r.Kind),
		fmt.Sprintf("   thresholds.stop.%s in .mdck.yaml", r.Kind),
		"2. Look at what is left, and make less of it",
		"3. End here: a new session counts anew",
	})
	if waypoint != "" {
		text += "\nWritten to " + waypoint + "\n"
	}
	return text
}

// Shown is the value for people, which is on the same side of the limits as it is.
func (r *Reading) Shown() string { return r.Kind.Beside(r.Number, r.Limit, r.NextLimit) }

// facts are the lines that say what was measured.
func (r *Reading) facts() []string {
	lines := []string{
		"Type:        " + r.Kind.Name(),
		"Current:     " + r.Shown(),
		fmt.Sprintf("Threshold:   %s (%s)", r.Kind.Exact(r.Limit), r.Level),
	}
	if r.Next != None {
		lines = append(lines, fmt.Sprintf("Next:        %s (%s)", r.Kind.Exact(r.NextLimit), r.Next))
	}
	return lines
}

// leastFrame is how many columns a frame is drawn in at least: in less, its lines
// stand alone.
const leastFrame = 24

// frame draws a title and parts in a frame, as wide as the widest line asks for and
// there is room.
func (l Look) frame(title string, parts ...[]string) string {
	inside := l.inside(append([][]string{{title}}, parts...))
	framed := inside+6 >= leastFrame
	if !framed {
		inside = l.Most
	}
	var b strings.Builder
	bar := strings.Repeat("═", max(inside+4, 0))
	rule := func(left, right string) {
		if framed {
			b.WriteString(left + bar + right + "\n")
		}
	}
	rows := func(lines []string) {
		for _, line := range lines {
			for _, part := range l.broken(line, inside) {
				if framed {
					part = "║  " + part + strings.Repeat(" ", max(inside-l.columns(part), 0)) + "  ║"
				}
				b.WriteString(part + "\n")
			}
		}
	}
	rule("╔", "╗")
	rows([]string{title})
	for _, p := range parts {
		rule("╠", "╣")
		rows(p)
	}
	rule("╚", "╝")
	return b.String()
}

// inside is how many columns there are within a frame around these lines.
func (l Look) inside(parts [][]string) int {
	width := l.Width
	if width == 0 {
		width = usualWidth
	}
	for _, p := range parts {
		for _, line := range p {
			width = max(width, l.columns(line)+6)
		}
	}
	if l.Most > 0 {
		width = min(width, l.Most)
	}
	return width - 6
}

func (l Look) columns(text string) int {
	if l.Columns == nil {
		return len([]rune(text))
	}
	return l.Columns(text)
}

// broken is line in parts of at most n columns, broken at spaces where it has some
// between words, else behind a period, as names of keys have.
func (l Look) broken(line string, n int) []string {
	var parts []string
	rest := []rune(line)
	for n > 0 && l.columns(string(rest)) > n {
		end, space, period := 1, 0, 0
		indent := len(rest) - len([]rune(strings.TrimLeft(string(rest), " ")))
		for end < len(rest) && l.columns(string(rest[:end+1])) <= n {
			switch end++; {
			case end > indent && rest[end-1] == ' ':
				space = end
			case end > indent && rest[end-1] == '.':
				period = end
			}
		}
		if space == 0 {
			space = period
		}
		if space > 0 && rest[end] != ' ' {
			end = space
		}
		parts = append(parts, strings.TrimRight(string(rest[:end]), " "))
		rest = []rune(strings.TrimLeft(string(rest[end:]), " "))
	}
	return append(parts, string(rest))
}
