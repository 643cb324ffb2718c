package loop

import (
	"cmp"
	"strings"
)

// taskID is the number that the name of a task begins with: "2.3" of "2.3" and of
// "Task 2.3: parse". It is "" if there is none.
func taskID(name string) string {
	name = taskName(name)
	return name[:idLen(name)]
}

// taskName is a name of a task without the word "Task" and marks of emphasis before it.
func taskName(name string) string {
	name = strings.TrimLeft(strings.TrimSpace(name), emphasis)
	if word, rest, ok := cutWord(name); ok && strings.EqualFold(word, "task") {
		return rest
	}
	return name
}

// cutWord cuts off the first word of s and the white space behind it.
func cutWord(s string) (word, rest string, ok bool) {
	i := strings.IndexAny(s, " \t")
	if i < 0 {
		return s, "", false
	}
	return s[:i], strings.TrimLeft(s[i:], " \t"), true
}

// idLen is the length of the number that s begins with: digits, and digits behind
// points.
func idLen(s string) int {
	end := 0
	for {
		i := end
		for i < len(s) && '0' <= s[i] && s[i] <= '9' {
			i++
		}
		if i == end {
			return max(0, end-1) // without the point
		}
		if end = i; end == len(s) || s[end] != '.' {
			return end
		}
		end++
	}
}

// bareID is the number of a task without zeros before its parts, which make no
// difference.
func bareID(id string) string {
	parts := strings.Split(id, ".")
	for i := range parts {
		parts[i] = cmp.Or(strings.TrimLeft(parts[i], "0"), "0")
	}
	return strings.Join(parts, ".")
}

// taskKey is the same for all names of one task: its number without zeros before a
// part, with that of its phase where it is named, else its text.
func taskKey(name string) string {
	if phase, id, ok := cutPhase(name); ok {
		return "phase " + bareID(phase) + " " + bareID(id)
	}
	if id := taskID(name); id != "" {
		return bareID(id)
	}
	return taskText(name)
}

// cutPhase takes "Phase 2, Task 1" apart: "2" and "1"; ok is false for a name that has
// not both numbers.
func cutPhase(name string) (phase, task string, ok bool) {
	word, rest, _ := cutWord(strings.TrimLeft(strings.TrimSpace(name), emphasis))
	if !strings.EqualFold(word, "phase") {
		return "", "", false
	}
	n := idLen(rest)
	task = taskID(strings.TrimLeft(rest[n:], emphasis+" \t,;:./>-–—"))
	return rest[:n], task, n > 0 && task != ""
}

// labelOf is the label that the text of a task begins with, of letters and a number:
// "T1" of "T1: parse" and "API-3" of "API-3 - parse". It is "" if there is none.
func labelOf(text string) string {
	letters := len(text) - len(strings.TrimLeft(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"))
	const most = 8
	if letters == 0 || letters > most {
		return ""
	}
	number := strings.TrimLeft(text[letters:], "-_")
	digits := idLen(number)
	end := len(text) - len(number) + digits
	rest := text[end:]
	if digits == 0 || len(text)-len(number)-letters > 1 {
		return ""
	}
	for _, behind := range [...]string{":", ")", ". ", " - ", " — ", " – "} {
		if strings.HasPrefix(rest, behind) {
			return text[:end]
		}
	}
	if rest == "" {
		return text
	}
	return ""
}
