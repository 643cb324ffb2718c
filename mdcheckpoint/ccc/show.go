package ccc

import (
	"strings"

	"mdck/mdcheckpoint/source"
)

// pasteHint stands below a framed prompt.
const pasteHint = "Paste this as the first message of the next session."

// Plain is a prompt for a terminal: its lines, with one line feed at the end, and
// names for characters that could move the cursor or change the order of what is
// shown.
func Plain(prompt string) string {
	return source.Spelled(tidy(prompt), "\n\t") + "\n"
}

// Box is a prompt below a framed title, width columns wide, with a line below
// that says what it is for. The prompt itself is not framed and not wrapped, so
// that it can be copied. columns gives how many columns of the terminal a text
// takes; a width that is too small for a frame counts as the least one.
func Box(title, prompt string, width int, columns func(string) int) string {
	const sides = len("|  ") + len(" |")
	inside := max(width-sides, 8)
	title = strings.TrimSpace(OneLine(Plain(title)))
	if columns(title) > inside {
		runes := []rune(title)
		for len(runes) > 0 && columns(string(runes)+"…") > inside {
			runes = runes[:len(runes)-1]
		}
		title = string(runes) + "…"
	}
	bar := strings.Repeat("═", inside+sides-2)
	return "╔" + bar + "╗\n" +
		"║  " + title + strings.Repeat(" ", max(0, inside-columns(title))) + " ║\n" +
		"╚" + bar + "╝\n\n" +
		Plain(prompt) + "\n" + pasteHint + "\n"
}
