package tasks

import "strings"

// forms lists the ways to write a commit after a task, with # for the commit. Each form comes before
// those that it ends with. Source: workflow for the first, real files for the others.
const forms = "<!-- # -->|<!--#-->|[#]|(#)|<#>|[`#`]|(`#`)|- `#`|`#`|[commit: #]|(commit: #)|(commit: `#`)|commit: #|- #|#"

const digits, letters = "0123456789", "abcdefABCDEF"

// cutCommit cuts the commit off the end of a task: "parse (abc1234)" becomes "parse", "abc1234" and
// "(#)". Without a commit, commit and form are "".
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

// isHash reports whether text, which has only hexadecimal digits, is a commit. It is not if it is a
// word such as "defaced", a day such as 20260301 or, in a bare form, a number such as 1000000. In an
// HTML comment, any text is a commit.
func isHash(text, form string) bool {
	hasLetter := strings.ContainsAny(text, letters)
	return strings.HasPrefix(form, "<!--") || strings.ContainsAny(text, digits) && (hasLetter || len(text) == 7 && form != "#" && form != "- #")
}
