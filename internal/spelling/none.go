package spelling

import (
	"slices"
	"strings"
	"unicode"
)

// nones are words for "none", as Fold returns them. Source: the engine of ccc, and files that people
// and agents wrote.
const nones = "||none|n/a|na|nothing|null|-|–|—|tbd|todo|nil|nada|not blocked|nothing blocking|nothing blocks|not blocked by anything|" +
	"keine|keiner|keines|nichts|aucun|aucune|rien|ninguno|ninguna|nenhum|nenhuma|nessuno|nessuna|geen|нет|无|無|暂无|没有|沒有|なし|特になし|없음|"

// negations begin a text such as "no active blockers", perhaps after one of leads.
var (
	leads     = [...]string{"there are ", "there is ", "there's ", "we have "}
	negations = [...]string{"none", "nothing", "not blocked", "no"}
)

// fillers are words that can follow a negation.
const fillers = " yet so far new came up currently current right now for at in this the time moment round known open active remaining left unresolved outstanding pending " +
	"identified found made recorded completed blocked blocking to report blocker blockers concern concerns issue issues tension tensions decision decisions task tasks learnings "

const marks = " *_`"

// IsNone reports whether a line means "nothing", such as "", "none" or "no active blockers", perhaps
// with a remark.
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

// IsNoneWord reports whether a line is empty or only a word for "none".
func IsNoneWord(text string) bool { return strings.Contains(nones, "|"+Fold(text)+"|") }

func hasRemark(rest string) bool {
	if rest == "" {
		return false
	}
	return strings.ContainsAny(rest[:1], ".,;:(") || strings.HasPrefix(rest, "- ") || strings.HasPrefix(rest, "-- ") || strings.HasPrefix(rest, "–") || strings.HasPrefix(rest, "—")
}

// Fold returns text in lower case, without pictures and without emphasis and punctuation around it.
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

// IsPicture reports whether r is a pictograph.
func IsPicture(r rune) bool { return r >= 0x2190 && unicode.Is(unicode.So, r) }
