package tasks

import "strings"

// forms are the ways to write the commit # behind a task. That of the protocol is the first; longer
// ones come before those that they end in. Source: workflow for the first, real files for the others.
var forms = [...]string{
	"<!-- # -->", "<!--#-->", "[#]", "(#)", "<#>", "[`#`]", "(`#`)", "- `#`", "`#`", "[commit: #]", "(commit: #)", "(commit: `#`)", "commit: #", "- #", "#",
}

const digits, letters = "0123456789", "abcdefABCDEF"

// cutCommit cuts the commit off the end of a task. Without one, commit is "".
func cutCommit(body string) (rest, commit, form string) {
	body = strings.TrimRight(body, " \t")
	for i, form := range forms {
		open, end, _ := strings.Cut(form, "#")
		inner, closed := strings.CutSuffix(body, end)
		before := strings.TrimRight(inner, digits+letters)
		commit := inner[len(before):]
		before, opened := strings.CutSuffix(before, open)
		rest := strings.TrimRight(before, " \t")
		isComment := i < 2
		if closed && opened && len(commit) >= 7 && len(commit) <= 64 && (isComment || isHash(commit) && rest != before) {
			return rest, commit, form
		}
	}
	return body, "", ""
}

// isHash reports whether hexadecimal digits are neither a word nor a day such as 20260301.
func isHash(text string) bool {
	return strings.ContainsAny(text, digits) && (len(text) == 7 || strings.ContainsAny(text, letters))
}

// withCommit returns the line of a task with a commit, in the form of the last task that has one if
// it can be read again.
func (p *Plan) withCommit(line, commit string) string {
	form := forms[0]
	for _, t := range p.Lines {
		if t.Commit != "" && isHash(commit) {
			form = t.form
		}
	}
	return line + " " + strings.Replace(form, "#", commit, 1)
}
