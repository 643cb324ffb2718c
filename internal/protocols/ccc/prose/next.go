package prose

import (
	"strings"

	"mdck/internal/spelling"
)

// nextActions match the next action of a prompt, the most reliable pattern first. They match text
// at these places:
//
//   - after "next action", "next step" and similar labels
//   - after "next", "to do" and "action"
//   - after a sentence's first word, such as "next" or "first"
//
// A label is a heading, or ends in a colon or a similar sign. The action is the first line after
// the label that is not blank.
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

// nextAction returns the next action of a prompt without emphasis, or "".
func nextAction(prompt string) string {
	for _, action := range nextActions {
		if m := action.regexp().FindStringSubmatch(examined(prompt)); m != nil {
			return strings.TrimSpace(strings.ReplaceAll(m[1], "*", ""))
		}
	}
	return ""
}

// NextAction returns the next action of a prompt on one line. It returns "" if there is none, or if
// the prompt still has the template's placeholder.
func NextAction(prompt string) string {
	if text := strings.TrimRight(spelling.OneLine(nextAction(prompt)), "."); !IsNothing(text) {
		return text
	}
	return ""
}
