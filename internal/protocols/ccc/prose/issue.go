package prose

import "strings"

// DefaultTeam is the default prefix of issue ids. Source: the checkpoint protocol ("CIA-XXX").
const DefaultTeam = "CIA"

const issue pattern = `(?:^|[^a-z0-9])([a-z][a-z0-9]*-[0-9]+)`

// IssueAt returns the issue id at the start of text, or "".
func IssueAt(text string) string {
	m := issue.regexp().FindStringSubmatchIndex(text)
	if m == nil || m[2] != 0 || beginsWithLetter(text[m[3]:]) {
		return ""
	}
	return text[:m[3]]
}

// IssueIn returns the first issue id of a team in text, in upper case, or "". An empty team means
// [DefaultTeam]; "*" means any.
func IssueIn(text, team string) string {
	if team == "" {
		team = DefaultTeam
	}
	for _, m := range issue.regexp().FindAllStringSubmatchIndex(examined(text), -1) {
		id := strings.ToUpper(text[m[2]:m[3]])
		if !beginsWithLetter(text[m[3]:]) && (team == "*" || strings.HasPrefix(id, strings.ToUpper(team)+"-")) {
			return id
		}
	}
	return ""
}

func beginsWithLetter(text string) bool { return text != "" && isLetter(text[0]) }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// NamesIssue reports whether text contains id as a whole word, in any case.
func NamesIssue(text, id string) bool {
	text, id = strings.ToLower(examined(text)), strings.ToLower(id)
	for at := 0; id != ""; at++ {
		i := strings.Index(text[at:], id)
		if i < 0 {
			return false
		}
		at += i
		if rest := text[at+len(id):]; !isPart(text[max(at-1, 0):at]) && !isPart(rest[:min(len(rest), 1)]) {
			return true
		}
	}
	return false
}

func isPart(b string) bool { return b != "" && (isLetter(b[0]) || '0' <= b[0] && b[0] <= '9') }
