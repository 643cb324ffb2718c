package ccc

import "strings"

// DefaultTeam is the key that issues have before the hyphen. Source: checkpoint
// ("CIA-XXX").
const DefaultTeam = "CIA"

// issueAt is the id of an issue that text begins with: letters and digits, a
// hyphen, digits. It is "" if there is none.
func issueAt(text string) string {
	hyphen := 0
	for hyphen < len(text) && (isLetter(text[hyphen]) || isDigit(text[hyphen])) {
		hyphen++
	}
	if hyphen == 0 || hyphen == len(text) || text[hyphen] != '-' || !isLetter(text[0]) {
		return ""
	}
	end := hyphen + 1
	for end < len(text) && isDigit(text[end]) {
		end++
	}
	if end == hyphen+1 || end < len(text) && isLetter(text[end]) {
		return ""
	}
	return text[:end]
}

// IssueIn finds the first id of an issue of a team in text, such as the name of a
// branch, in any case, and gives it in upper case; "" if there is none. An empty
// team is [DefaultTeam]; "*" is any.
func IssueIn(text, team string) string {
	if team == "" {
		team = DefaultTeam
	}
	for i := range len(text) {
		if i > 0 && (isLetter(text[i-1]) || isDigit(text[i-1])) {
			continue
		}
		id := strings.ToUpper(issueAt(text[i:]))
		if id != "" && (team == "*" || strings.HasPrefix(id, strings.ToUpper(team)+"-")) {
			return id
		}
	}
	return ""
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
