package prose

import (
	"strings"
	"unicode"
)

// nothings are words for none in several languages, folded, each between bars. Source: engine
// ("(none yet)", "(none)"); the rest is what people write.
const nothings = "|" +
	"|none|n/a|nothing|-|–|—|tbd|todo|nil|nada|not blocked|nothing blocking|nothing blocks|not blocked by anything|" +
	"keine|keiner|keines|nichts|aucun|aucune|rien|ninguno|ninguna|nenhum|nessuno|geen|нет|无|無|暂无|没有|沒有|なし|特になし|없음|"

// none matches a word for none with the words that people add: "no active blockers", "none at
// this time; continue". A remark may follow. If it follows a single word it may negate that word,
// except after "none".
const none pattern = "^(?:none *[*_`]* *(?:[.,;:(–—]|- )|(?:(?:there are|there is|there's|we have) )?(?:none|nothing|not blocked|no)" +
	"(?:(?: (?:yet|so|far|currently|current|right|now|for|at|this|the|time|moment|known|open|active|remaining|left|identified|made|recorded|" +
	"completed|to|report|blockers?|blocking|decisions?|tasks?|learnings))+(?:[.,;:(].*)?)?$)"

// IsNothing reports whether text, one line, is a word for none, or a placeholder of the
// protocol's template such as "[decision]: [rationale]".
func IsNothing(text string) bool {
	folded := Fold(text)
	return strings.Contains(nothings, "|"+folded+"|") || folded != "no" && none.regexp().MatchString(folded) || IsPlaceholder(text)
}

// Fold returns text in lower case without pictures and without surrounding emphasis, punctuation
// and brackets.
func Fold(text string) string {
	if strings.ContainsFunc(text, IsPicture) {
		text = strings.Map(func(r rune) rune {
			if IsPicture(r) || r == '\ufe0f' {
				return -1
			}
			return r
		}, text)
	}
	return strings.Trim(strings.ToLower(text), "*_`.!。() ")
}

// IsPicture reports whether r is a pictograph, such as people use for a status.
func IsPicture(r rune) bool { return r >= 0x2190 && unicode.Is(unicode.So, r) }

// placeholder matches words in brackets, and the text between them in the template.
const placeholder pattern = `^(?:\(unblocked by:|\)|:|—|CIA-XXX|exec:| )*\[[^\]]*\](?:\(unblocked by:|\)|:|—|CIA-XXX|exec:| |\[[^\]]*\])*\.?$`

// IsPlaceholder reports whether text consists only of placeholders of the protocol's template.
func IsPlaceholder(text string) bool { return placeholder.regexp().MatchString(text) }

// template matches the prompt of the protocol's template, with or without an issue in it. Source:
// checkpoint, step 1.
const template pattern = `(?s)\[task\s+n\s+of\s+m\].*\[file\s+list\].*\[specific\s+next\s+step\]`

// IsTemplate reports whether prompt is the unfilled prompt of the protocol's template.
func IsTemplate(prompt string) bool { return template.regexp().MatchString(examined(prompt)) }
