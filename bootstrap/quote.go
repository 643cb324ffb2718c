package bootstrap

import (
	"strings"

	"mdck/internal/spelling"
)

// Text from a file is printed only through these functions or in a fence, so that it cannot be
// mistaken for output of mdck itself.

// quoted returns the value of the fact, quoted if necessary.
func (f Fact) quoted() string {
	if f.IsPath {
		return spelling.QuotePath(f.Value)
	}
	return spelling.QuoteValue(f.Value)
}

// printable escapes characters in text that could end a line, move a terminal's cursor or hide
// other text. A tab becomes a space. Tags that agents read as instructions are changed, so that
// they have no effect.
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

// clipLine returns line in at most limit bytes. If it cuts a quotation, it closes the quotation.
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
