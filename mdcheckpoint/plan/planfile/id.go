package planfile

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"mdck/internal/spelling"
)

// An ID identifies a plan. Both parts have the format of [Number], so that plan 1 and plan "01"
// have the same id.
type ID struct{ Phase, Plan string }

// String returns the id as plans write it, such as "03-06".
func (id ID) String() string {
	return strings.Trim(id.Phase+"-"+id.Plan, "-")
}

// Compare orders ids by phase, then by plan, as numbers. Texts that are not numbers come last, in
// byte order.
func (id ID) Compare(other ID) int {
	return cmp.Or(compareNumbers(id.Phase, other.Phase), compareNumbers(id.Plan, other.Plan))
}

func compareNumbers(a, b string) int { return strings.Compare(sortKey(a), sortKey(b)) }

func sortKey(number string) string {
	if !IsNumber(number) {
		return "~" + number
	}
	number, letter := cutLetter(number)
	key := ""
	for part := range strings.SplitSeq(number, ".") {
		part = strings.TrimLeft(part, "0")
		key += fmt.Sprintf("%05d%s", len(part), part)
	}
	return key + " " + letter
}

// ID returns the id of p. It comes from the front matter, or else from the name of the file
// (03-06-PLAN.md) or of the directory (03-dashboard).
func (p *Plan) ID() ID {
	phase, number := p.Front.Phase, p.Front.Plan
	if a, b, ok := cutPair(number); ok {
		return ID{Number(a), Number(b)} // the key plan has both numbers
	}
	named, own := cutID(p.File.Name)
	phase = Number(cmp.Or(phase, named, dirPhase(p.File.Name)))
	number = strings.ToLower(cmp.Or(number, own))
	if isQuick(number) {
		return ID{phase, number}
	}
	return ID{phase, Number(number)}
}

// IsNamed reports whether text in depends_on of another plan refers to p. Examples are the id of p
// ("01-02"), and the id with the name of its phase ("01-analytics-02"). The name of the file and
// the id of a quick task are also valid.
func (p *Plan) IsNamed(text string) bool {
	own, stem := p.ID(), Stem(text)
	id, known := refID(text, "")
	switch {
	case known && id.Phase != "" && id == own:
		return true
	case stem == Stem(p.File.Name) && !IsNumber(stem):
		return true
	}
	return isQuick(own.Plan) && strings.EqualFold(text, own.Plan)
}

// Needs returns the ids of the plans that p depends on. It ignores entries that are not ids.
func (p *Plan) Needs() []ID {
	var ids []ID
	for _, ref := range p.Front.Depends {
		if id, known := refID(ref.Text, p.ID().Phase); known {
			ids = append(ids, id)
		}
	}
	return ids
}

// dirPhase returns the phase in the name of the directory, such as 06 for phases/06-b/PLAN.md. It
// returns "" for quick tasks, which have no phase.
func dirPhase(name string) string {
	dir := path.Dir(strings.ReplaceAll(name, `\`, "/"))
	if phase := Number(path.Base(dir)); IsNumber(phase) && path.Base(path.Dir(dir)) != "quick" {
		return phase
	}
	return ""
}

// cutID splits the name of a plan into phase and plan: 03-06-PLAN.md into 03 and 06, and
// "03-dashboard-06" into 03-dashboard and 06. For other names, phase is "".
func cutID(name string) (phase, plan string) {
	stem := bareStem(name)
	if a, b, ok := cutPair(stem); ok {
		return a, b
	}
	if i := strings.LastIndexByte(stem, '-'); i > 0 && IsNumber(stem[i+1:]) {
		return stem[:i], stem[i+1:]
	}
	return "", stem
}

// refID returns the id that text refers to. If text has no phase, the id has the phase given by the
// parameter. known is false if text is not an id.
func refID(text, phase string) (id ID, known bool) {
	a, b := cutID(text)
	_, whole := refPhase(text)
	switch {
	case whole || !IsNumber(b):
		return ID{Plan: bareStem(text)}, false
	case a == "":
		return ID{phase, Number(b)}, true
	}
	return ID{Number(a), Number(b)}, IsNumber(Number(a))
}

// refPhase returns the phase if text refers to a whole phase. Examples are "Phase 9", "phase-09"
// and "09-setup". A number alone refers to a plan.
func refPhase(text string) (phase string, ok bool) {
	stem, bare := Stem(text), bareStem(text)
	if stem != bare && strings.HasPrefix(stem, "phase") && IsNumber(bare) {
		return Number(bare), true
	}
	number, name, _ := strings.Cut(bare, "-")
	if isQuick(bare) || !IsNumber(number) || name == "" {
		return "", false
	}
	last := name[strings.LastIndexByte(name, '-')+1:]
	return Number(number), !isDigit(name[0]) && !IsNumber(last)
}

// suffixes lists the endings that may follow the id in a file name, in lower case.
const suffixes wordList = "|.md|-plan|-summary|-route|-logbook|"

// Stem returns the file name of a plan without directories and suffixes, in lower case.
func Stem(name string) string {
	stem := strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	for s := range suffixes.all() {
		stem = strings.TrimSuffix(stem, s)
	}
	return stem
}

// bareStem returns [Stem] without "phase" or "plan" at the beginning, such as 04-01 for
// phase-04-01.
func bareStem(name string) string {
	stem := Stem(name)
	return cutWord(cutWord(stem, "phase"), "plan")
}

func cutWord(text, word string) string {
	rest := strings.TrimLeft(strings.TrimPrefix(text, word), " -_")
	if rest == "" || !isDigit(rest[0]) {
		return text
	}
	return rest
}

// cutPair splits a pair of numbers such as "03-06", "01.1-02" or "14a-01". ok is false for other
// texts.
func cutPair(text string) (a, b string, ok bool) {
	a, b, ok = strings.Cut(text, "-")
	return a, b, ok && IsNumber(a) && IsNumber(b)
}

// IsNumber reports whether s is the number of a phase or plan, such as 03, 14A or 2.1. Such a
// number has digits, periods, and at most one letter at the end.
func IsNumber(s string) bool {
	s, _ = cutLetter(s)
	return s != "" && strings.Trim(s, "0123456789.") == "" && s[0] != '.' && s[len(s)-1] != '.'
}

func cutLetter(s string) (number, letter string) {
	n := len(s) - 1
	if n < 1 || !isLetter(s[n]) || !isDigit(s[n-1]) {
		return s, ""
	}
	return s[:n], strings.ToLower(s[n:])
}

// Number formats the number of a phase or plan with at least two digits: "03" for "3",
// "03-dashboard" and "phase-3", "01.1" for "1.1", "14a" for "14A". It returns other texts in lower
// case.
func Number(text string) string {
	text = cutWord(strings.ToLower(spelling.OneLine(text)), "phase")
	end := skip(text, 0, "0123456789.")
	if end < len(text) && IsNumber(text[:end+1]) {
		end++ // include the letter
	}
	number, letter := cutLetter(strings.TrimRight(text[:end], "."))
	if !IsNumber(number) || end < len(text) && !strings.Contains("- :_", text[end:end+1]) {
		return text
	}
	whole, fraction, _ := strings.Cut(number, ".")
	whole = strings.TrimLeft(whole, "0")
	for len(whole) < 2 {
		whole = "0" + whole
	}
	return strings.TrimSuffix(whole+"."+fraction, ".") + letter
}

// isQuick reports whether text is the id of a quick task, such as "261005-wza" with its date of six
// digits. Source: GSD.
func isQuick(text string) bool {
	const day, all = 6, 10
	return len(text) == all && text[day] == '-' && strings.Trim(text[:day], "0123456789") == "" &&
		strings.Trim(text[day+1:], "0123456789abcdefghijklmnopqrstuvwxyz") == ""
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
