package planfile

import "strings"

// marker is the beginning of an item: "1. ", "1.2 ", "a) ", "- [ ] ", "Step 2: ", with the emphasis
// behind it.
func marker(line string) string {
	rest := line
	for {
		next := strings.TrimLeft(rest, "-–—*+>#•◦▸→ \t")
		next = afterNumber(next)
		for _, box := range []string{"[ ]", "[x]", "[X]", "☐", "□"} {
			next = strings.TrimPrefix(next, box)
		}
		const step = "step "
		if len(next) > len(step) && strings.EqualFold(next[:len(step)], step) {
			if bare := strings.TrimLeft(next[len(step):], "0123456789"); len(bare) < len(next)-len(step) {
				next = strings.TrimLeft(bare, ":.-–— ")
			}
		}
		if next == rest {
			return line[:len(line)-len(rest)]
		}
		rest = next
	}
}

// afterNumber cuts the number of an item off: "1. ", "2) ", "1.2 ", "a) ".
func afterNumber(line string) string {
	const letter = "a) "
	if len(line) > len(letter) && isLetter(line[0]) && line[1:len(letter)] == letter[1:] {
		return line[len(letter):]
	}
	digits := strings.TrimLeft(line, "0123456789")
	if len(digits) == len(line) || digits == "" || digits[0] != '.' && digits[0] != ')' {
		return line
	}
	if below := strings.TrimLeft(digits[1:], "0123456789."); len(below) < len(digits)-1 && strings.HasPrefix(below, " ") {
		return below
	}
	return digits[1:]
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
