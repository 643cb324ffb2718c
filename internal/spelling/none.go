package spelling

import (
	"slices"
	"strings"
	"unicode"
)

// nones are words that mean "none" in several languages, in the form that Fold returns, between
// bars. Source: the engine of ccc ("(none yet)", "(none)") and files that people and agents wrote.
const nones = "||none|n/a|na|nothing|null|-|–|—|tbd|todo|nil|nada|not blocked|nothing blocking|nothing blocks|not blocked by anything|" +
	"keine|keiner|keines|nichts|aucun|aucune|rien|ninguno|ninguna|nenhum|nenhuma|nessuno|nessuna|geen|нет|无|無|暂无|没有|沒有|なし|特になし|없음|"

// negations can begin a sentence such as "no active blockers". The words in leads can stand before
// a negation.
var (
	leads     = [...]string{"there are ", "there is ", "there's ", "we have "}
	negations = [...]string{"none", "nothing", "not blocked", "no"}
)

// fillers are the words that can follow a negation. Each stands between spaces.
const fillers = " yet so far new came up currently current right now for at in this the time moment round known open active remaining left unresolved outstanding pending " +
	"identified found made recorded completed blocked blocking to report blocker blockers concern concerns issue issues tension tensions decision decisions task tasks learnings "

// marks are characters that can stand between the words of a sentence.
const marks = " *_`"

// IsNone reports whether one line of text means that there is nothing. Such a text is empty, a word
// for "none", or a sentence such as "no active blockers". A remark can follow "none" or such a
// sentence, as in "none; continue". It cannot follow another single word, because the remark could
// negate the word: "nothing, except the tests".
func IsNone(text string) bool {
	if IsNoneWord(text) {
		return true
	}
	folded := Fold(text)
	if rest, ok := strings.CutPrefix(folded, "none"); ok && hasRemark(strings.TrimLeft(rest, marks)) {
		return true
	}
	for _, lead := range leads {
		folded = strings.TrimPrefix(folded, lead)
	}
	i := slices.IndexFunc(negations[:], func(n string) bool {
		return folded == n || strings.HasPrefix(folded, n) && strings.ContainsAny(folded[len(n):len(n)+1], marks)
	})
	if i < 0 {
		return false
	}
	rest := folded[len(negations[i]):]
	if rest == "" {
		return negations[i] != "no"
	}
	for n := 0; ; n++ {
		rest = strings.TrimLeft(rest, marks)
		if rest == "" || hasRemark(rest) {
			return n > 0
		}
		end := strings.IndexFunc(rest, func(r rune) bool { return !unicode.IsLetter(r) })
		if end < 0 {
			end = len(rest)
		}
		if !strings.Contains(fillers, " "+rest[:end]+" ") {
			return false
		}
		rest = rest[end:]
	}
}

// IsNoneWord reports whether one line of text is empty or only a word for "none".
func IsNoneWord(text string) bool { return strings.Contains(nones, "|"+Fold(text)+"|") }

func hasRemark(rest string) bool {
	if rest == "" {
		return false
	}
	return strings.ContainsAny(rest[:1], ".,;:(") || strings.HasPrefix(rest, "- ") || strings.HasPrefix(rest, "-- ") || strings.HasPrefix(rest, "–") || strings.HasPrefix(rest, "—")
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
	return strings.Trim(strings.ToLower(text), "*_`.!。()[] ")
}

// IsPicture reports whether r is a pictograph, which people may use for a status.
func IsPicture(r rune) bool { return r >= 0x2190 && unicode.Is(unicode.So, r) }
