package planfile

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"mdck/internal/spelling"
)

// An ID identifies a plan. Both parts are as [Number] formats them, so that plan 1 equals plan
// "01".
type ID struct{ Phase, Plan string }

// String returns the id in the form in which plans name each other: "03-06".
func (id ID) String() string {
	return strings.Trim(id.Phase+"-"+id.Plan, "-")
}

// Compare orders ids by number of phase and plan; what is not a number comes last, in
// the order of its bytes.
func (id ID) Compare(other ID) int {
	return cmp.Or(compareNumbers(id.Phase, other.Phase), compareNumbers(id.Plan, other.Plan))
}

func compareNumbers(a, b string) int { return strings.Compare(sortKey(a), sortKey(b)) }

// sortKey is what numbers are ordered by: longer parts come later.
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

// ID returns the id of p: from the front matter or else from the file name, such as 03-06-PLAN.md,
// or the directory, such as 03-dashboard.
func (p *Plan) ID() ID {
	phase, number := p.Front.Phase, p.Front.Plan
	if a, b, ok := cutPair(number); ok {
		return ID{Number(a), Number(b)} // phase and plan in one
	}
	named, own := cutID(p.File.Name)
	phase = Number(cmp.Or(phase, named, dirPhase(p.File.Name)))
	number = strings.ToLower(cmp.Or(number, own))
	if isQuick(number) {
		return ID{phase, number}
	}
	return ID{phase, Number(number)}
}

// IsNamed reports whether text names p as another plan may in its depends_on: by its id
// with the name of its phase, "01-analytics-01" or "phase-5-02", or by the name of its
// file; a quick task by its own id, too.
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

// Needs returns the ids of the plans that p depends on, without entries that are not ids.
func (p *Plan) Needs() []ID {
	var ids []ID
	for _, ref := range p.Front.Depends {
		if id, known := refID(ref.Text, p.ID().Phase); known {
			ids = append(ids, id)
		}
	}
	return ids
}

// dirPhase returns the phase in a directory name: 06 for phases/06-b/PLAN.md. Quick tasks have
// none.
func dirPhase(name string) string {
	dir := path.Dir(strings.ReplaceAll(name, `\`, "/"))
	if phase := Number(path.Base(dir)); IsNumber(phase) && path.Base(path.Dir(dir)) != "quick" {
		return phase
	}
	return ""
}

// cutID parts the name of a plan: 03-06-PLAN.md is 03 and 06, "03-dashboard-06" is
// 03-dashboard and 06, another is its stem without a phase.
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

// refID is the id that a text names, within a phase if it names none; known is false if it is not
// an id.
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

// refPhase is the phase that a text names as a whole: "Phase 9", "phase-09", "09-setup".
// A number alone is that of a plan.
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

// suffixes are what names of files have after the id of a plan, in lower case.
const suffixes wordList = "|.md|-plan|-summary|-route|-logbook|"

// Stem returns the name of a plan's file without directories and suffixes, in lower case.
func Stem(name string) string {
	stem := strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	for s := range suffixes.all() {
		stem = strings.TrimSuffix(stem, s)
	}
	return stem
}

// bareStem returns Stem without a leading "phase" or "plan": 04-01 for phase-04-01.
func bareStem(name string) string {
	stem := Stem(name)
	return cutWord(cutWord(stem, "phase"), "plan")
}

// cutWord cuts off a word before a number.
func cutWord(text, word string) string {
	rest := strings.TrimLeft(strings.TrimPrefix(text, word), " -_")
	if rest == "" || !isDigit(rest[0]) {
		return text
	}
	return rest
}

// cutPair splits "03-06", "01.1-02" and "14a-01".
func cutPair(text string) (a, b string, ok bool) {
	a, b, ok = strings.Cut(text, "-")
	return a, b, ok && IsNumber(a) && IsNumber(b)
}

// IsNumber reports whether s is the number of a phase or plan, digits and periods with one
// letter after them at most: 03, 14A, 2.1.
func IsNumber(s string) bool {
	s, _ = cutLetter(s)
	return s != "" && strings.Trim(s, "0123456789.") == "" && s[0] != '.' && s[len(s)-1] != '.'
}

// cutLetter splits the letter of "14a" from its number.
func cutLetter(s string) (number, letter string) {
	n := len(s) - 1
	if n < 1 || !isLetter(s[n]) || !isDigit(s[n-1]) {
		return s, ""
	}
	return s[:n], strings.ToLower(s[n:])
}

// Number is a number of a phase or plan with two digits or more, "03" of "3", of
// "03-dashboard" and of "phase-3", "01.1" of "1.1", "14a" of "14A"; a text that does not
// begin with a number is given in lower case.
func Number(text string) string {
	text = cutWord(strings.ToLower(spelling.OneLine(text)), "phase")
	end := skip(text, 0, "0123456789.")
	if end < len(text) && IsNumber(text[:end+1]) {
		end++ // the letter
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

// isQuick reports whether text is the id of a quick task, its day and three characters
// that tell it from others of that day: "261005-wza". Source: GSD.
func isQuick(text string) bool {
	const day, all = 6, 10
	return len(text) == all && text[day] == '-' && strings.Trim(text[:day], "0123456789") == "" &&
		strings.Trim(text[day+1:], "0123456789abcdefghijklmnopqrstuvwxyz") == ""
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
