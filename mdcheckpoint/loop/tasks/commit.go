package tasks

import "strings"

// forms are the ways to write the commit # behind a task. That of the protocol is the first; longer
// ones come before those that they end in. Source: workflow for the first, real files for the others.
const forms = "<!-- # -->|<!--#-->|[#]|(#)|<#>|[`#`]|(`#`)|- `#`|`#`|[commit: #]|(commit: #)|(commit: `#`)|commit: #|- #|#"

const digits, letters = "0123456789", "abcdefABCDEF"

// cutCommit cuts the commit off the end of a task. Without one, commit is "".
func cutCommit(body string) (rest, commit, form string) {
	body = strings.TrimSpace(body)
	inner := strings.TrimRight(body, " ->`)]")
	before := strings.TrimRight(inner, digits+letters)
	if commit = inner[len(before):]; len(commit) < 7 || len(commit) > 64 {
		return body, "", ""
	}
	for form = range strings.SplitSeq(forms, "|") {
		open, end, _ := strings.Cut(form, "#")
		name, opened := strings.CutSuffix(before, open)
		rest = strings.TrimSpace(name)
		if opened && inner+end == body && isHash(commit, form) && (rest != name || strings.HasPrefix(form, "<!--")) {
			return
		}
	}
	return body, "", ""
}

// isHash reports whether text, which has only hexadecimal digits, is a commit: not a word, not a day such as
// 20260301 and, in a form without a sign of a commit, not a number such as 1000000.
func isHash(text, form string) bool {
	hasLetter := strings.ContainsAny(text, letters)
	return strings.HasPrefix(form, "<!--") || strings.ContainsAny(text, digits) && (hasLetter || len(text) == 7 && form != "#" && form != "- #")
}
