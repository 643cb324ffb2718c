package prose

import (
	"strings"

	"mdck/internal/spelling"
)

// nextActions match the next action of a prompt, the most reliable pattern first.
var nextActions = [...]pattern{
	`(?m)(?:^#+[ \t]*(?:` + nextLabels + `)[ \t:]*$|\b(?:` + nextLabels + `)[*_]*(?:` + colon + `|[ \t](?:should be|will be|would be|is|are)\b))` + firstLine,
	`(?m)(?:^#+[ \t]*(?:` + otherLabels + `)[ \t:]*$|\b(?:` + otherLabels + `)[*_]*(?:` + colon + `))` + firstLine,
	`(?m)(?:^|\. )[-+># 0-9.)]*(?:(?:next|first|firstly|then|now),|first |(?:start|begin) (?:by|with|at) )[ \t]*(.*)`,
}

const (
	nextLabels  = `next actions?|next steps?|next task|next up`
	otherLabels = `next|to[- ]?do|action`
	colon       = `[ \t]*(?:[:：→—–]|->|=>)|[ \t]-[ \t]`
	firstLine   = `[\s*_:]*[-+]*[ \t]*(.*)`
)

func nextAction(prompt string) string {
	for _, action := range nextActions {
		if m := action.regexp().FindStringSubmatch(examined(prompt)); m != nil {
			return strings.TrimSpace(strings.ReplaceAll(m[1], "*", ""))
		}
	}
	return ""
}

// NextAction returns the next action of a prompt on one line, or "".
func NextAction(prompt string) string {
	if text := strings.TrimRight(spelling.OneLine(nextAction(prompt)), "."); !IsNothing(text) {
		return text
	}
	return ""
}
