package prose

import (
	"strings"
	"unicode"
)

// nothings are what people write where there is nothing, folded, each between bars, also in other
// languages.
// Source: engine ("(none yet)", "(none)"); the rest is what people write.
const nothings = "|" +
	"|none|n/a|nothing|-|–|—|tbd|todo|nil|nada|not blocked|nothing blocking|nothing blocks|not blocked by anything|" +
	"keine|keiner|keines|nichts|aucun|aucune|rien|ninguno|ninguna|nenhum|nessuno|geen|нет|无|無|暂无|没有|沒有|なし|特になし|없음|"

// none matches a word for nothing with what people add to it and a remark after that: "no
// active blockers", "none at this time; continue". A remark after one word may take it back, but
// behind none.
const none pattern = "^(?:none *[*_`]* *(?:[.,;:(–—]|- )|(?:(?:there are|there is|there's|we have) )?(?:none|nothing|not blocked|no)" +
	"(?:(?: (?:yet|so|far|currently|current|right|now|for|at|this|the|time|moment|known|open|active|remaining|left|identified|made|recorded|" +
	"completed|to|report|blockers?|blocking|decisions?|tasks?|learnings))+(?:[.,;:(].*)?)?$)"

// IsNothing reports whether text, one line, says that there is nothing, or is a placeholder
// of the protocol's template such as "[decision]: [rationale]".
func IsNothing(text string) bool {
	folded := Fold(text)
	return strings.Contains(nothings, "|"+folded+"|") || folded != "no" && none.regexp().MatchString(folded) || IsPlaceholder(text)
}

// Fold returns text in lower case without pictures, and without what people put around a word
// for nothing.
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

// IsPicture reports whether r is a picture, as people put them for how something stands.
func IsPicture(r rune) bool { return r >= 0x2190 && unicode.Is(unicode.So, r) }

// placeholder matches words in brackets and what the template has between them.
const placeholder pattern = `^(?:\(unblocked by:|\)|:|—|CIA-XXX|exec:| )*\[[^\]]*\](?:\(unblocked by:|\)|:|—|CIA-XXX|exec:| |\[[^\]]*\])*\.?$`

// IsPlaceholder reports whether text is nothing but placeholders of the protocol's template.
func IsPlaceholder(text string) bool { return placeholder.regexp().MatchString(text) }

// template matches the prompt of the protocol's template, with or without an issue in it.
// Source: checkpoint, step 1.
const template pattern = `(?s)\[task\s+n\s+of\s+m\].*\[file\s+list\].*\[specific\s+next\s+step\]`

// IsTemplate reports whether prompt is that of the protocol's template.
func IsTemplate(prompt string) bool { return template.regexp().MatchString(examined(prompt)) }
