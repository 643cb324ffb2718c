package prose

import (
	"regexp"
	"strings"
)

// DefaultTeam is the key that issues have before the hyphen. Source: checkpoint
// ("CIA-XXX").
const DefaultTeam = "CIA"

const issue pattern = `(?:^|[^a-z0-9])([a-z][a-z0-9]*-[0-9]+)`

// IssueAt returns the id of an issue that text begins with: letters and digits, a hyphen,
// digits; "" if there is none.
func IssueAt(text string) string {
	m := issue.regexp().FindStringSubmatchIndex(text)
	if m == nil || m[2] != 0 || goesOn(text[m[3]:]) {
		return ""
	}
	return text[:m[3]]
}

// IssueIn returns the first id of an issue of a team in text, such as the name of a branch,
// in any case, in upper case; "" if there is none. An empty team is [DefaultTeam]; "*" is any.
func IssueIn(text, team string) string {
	if team == "" {
		team = DefaultTeam
	}
	for _, m := range issue.regexp().FindAllStringSubmatchIndex(examined(text), -1) {
		id := strings.ToUpper(text[m[2]:m[3]])
		if !goesOn(text[m[3]:]) && (team == "*" || strings.HasPrefix(id, strings.ToUpper(team)+"-")) {
			return id
		}
	}
	return ""
}

// goesOn reports whether what follows digits belongs to their word.
func goesOn(text string) bool { return text != "" && isLetter(text[0]) }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// NamesIssue reports whether text has that id, in any case, as a whole: CIA-412 is not in
// CIA-4120.
func NamesIssue(text, id string) bool {
	whole := regexp.MustCompile(`(?i)(?:^|[^a-z0-9])` + regexp.QuoteMeta(id) + `(?:[^a-z0-9]|$)`)
	return id != "" && whole.MatchString(examined(text))
}
