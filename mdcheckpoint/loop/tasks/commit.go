package tasks

import "strings"

// A form is what stands around the commit behind a task.
type form struct{ open, close string }

// forms begins with the form of the protocol; longer ones come before those that they end in.
// Source: workflow for the first, real files for the others.
var forms = [...]form{
	{"<!-- ", " -->"}, {"<!--", "-->"},
	{"[", "]"}, {"(", ")"}, {"<", ">"}, {"[`", "`]"}, {"(`", "`)"}, {"- `", "`"}, {"`", "`"},
	{"[commit: ", "]"}, {"(commit: ", ")"}, {"(commit: `", "`)"}, {"commit: ", ""}, {"- ", ""}, {"", ""},
}

// cutCommit cuts the commit off the end of a task. Without one, commit is "".
func cutCommit(body string) (rest, commit string, f form) {
	body = strings.TrimRight(body, " \t")
	for i, f := range forms {
		if rest, commit, ok := f.cut(body); ok && (i < 2 || isHash(commit) && rest != strings.TrimSpace(rest)) {
			return strings.TrimRight(rest, " \t"), commit, f
		}
	}
	return body, "", forms[0]
}

func (f form) cut(body string) (rest, commit string, ok bool) {
	inner, closed := strings.CutSuffix(body, f.close)
	before := strings.TrimRight(inner, digits+letters)
	rest, opened := strings.CutSuffix(before, f.open)
	commit = inner[len(before):]
	return rest, commit, opened && closed && len(commit) >= least && len(commit) <= 64
}

const digits, letters, least = "0123456789", "abcdefABCDEF", 7

// isHash reports whether hexadecimal digits are neither a word nor a day such as 20260301.
func isHash(text string) bool {
	return strings.ContainsAny(text, digits) && (strings.ContainsAny(text, letters) || len(text) == least)
}
