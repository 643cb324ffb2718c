package bootstrap

import (
	"strings"

	"mdck/internal/spelling"
)

// Texts from files are printed with these functions or in a fence. Otherwise they could be mistaken
// for output of mdck.

// quoted returns the value in quotation marks if it needs them.
func (f Fact) quoted() string {
	if f.IsPath {
		return spelling.QuotePath(f.Value)
	}
	return spelling.QuoteValue(f.Value)
}

// printable escapes characters that could end a line, move the cursor of a terminal or hide other
// text. A tab becomes a space. It makes tags harmless that agents could take for instructions.
func printable(text string) string {
	return spelling.BreakTags(spelling.Escape(strings.ReplaceAll(text, "\t", " "), ""))
}

// clip returns text in at most limit bytes, cut between characters.
func clip(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return spelling.Cut(text, max(limit-len("…"), 0))
}

// clipLine shortens line to at most limit bytes. If the cut is inside a quotation, it adds the
// closing mark.
func clipLine(line string, limit int) string {
	if len(line) <= limit {
		return line
	}
	short := clip(line, limit-1)
	open := false
	for i := 0; i < len(short); i++ {
		switch {
		case open && short[i] == '\\':
			i++
		case short[i] == '"':
			open = !open
		}
	}
	if open {
		before := strings.TrimSuffix(short, "…")
		slashes := len(before) - len(strings.TrimRight(before, `\`))
		short = before[:len(before)-slashes%2] + `…"`
	}
	return short
}
