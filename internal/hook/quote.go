package hook

import "strings"

const maxWord = 300

// canPaste reports whether a quoted word is short and has no hidden characters.
func canPaste(quoted string) bool {
	return len(quoted) <= maxWord && !strings.Contains(quoted, "\n") && visible(quoted) == quoted
}
