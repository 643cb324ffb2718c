package bootstrap

import (
	"strings"

	"mdck/internal/spelling"
)

// Texts from files are quoted: a reader could take them for output of mdck.

func (f Fact) quoted() string {
	if f.IsPath {
		return spelling.QuotePath(f.Value)
	}
	return spelling.QuoteValue(f.Value)
}

// printable escapes characters and tags that could mislead a terminal or an agent.
func printable(text string) string {
	return spelling.BreakTags(spelling.Escape(strings.ReplaceAll(text, "\t", " "), ""))
}

func clip(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return spelling.Cut(text, max(limit-len("…"), 0))
}

// clipLine shortens line to at most limit bytes and closes a cut quotation.
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
