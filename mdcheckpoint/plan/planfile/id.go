package planfile

import (
	"cmp"
	"fmt"
	"path"
	"strings"

	"mdck/internal/spelling"
)

// An ID identifies a plan. Its parts are in the format of [Number].
type ID struct{ Phase, Plan string }

// String returns an id such as "03-06".
func (id ID) String() string {
	return strings.Trim(id.Phase+"-"+id.Plan, "-")
}

// IsPlain reports whether the id needs no quotes on a command line.
func (id ID) IsPlain() bool {
	return strings.Trim(id.String(), "0123456789.-abcdefghijklmnopqrstuvwxyz_") == ""
}

// Compare orders ids by phase, then by plan, as numbers.
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

// ID returns the id in the front matter, or else in the file name and the directory.
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

// IsNamed reports whether text in depends_on refers to p, such as "01-02" or "01-analytics-02".
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

// Needs returns the ids of the plans that p depends on.
func (p *Plan) Needs() (ids []ID) {
	for _, ref := range p.Front.Depends {
		if id, known := refID(ref.Text, p.ID().Phase); known {
			ids = append(ids, id)
		}
	}
	return ids
}

// dirPhase returns the phase of the directory, such as 06 for phases/06-b/PLAN.md, or "".
func dirPhase(name string) string {
	dir := path.Dir(strings.ReplaceAll(name, `\`, "/"))
	if phase := Number(path.Base(dir)); IsNumber(phase) && path.Base(path.Dir(dir)) != "quick" {
		return phase
	}
	return ""
}

// cutID splits the name of a plan: "03-06-PLAN.md" into 03 and 06. phase may be "".
func cutID(name string) (phase, plan string) {
	stem := bareStem(name)
	if a, b, ok := cutNumbers(stem); ok {
		return a, b
	}
	if i := strings.LastIndexByte(stem, '-'); i > 0 && IsNumber(stem[i+1:]) {
		return stem[:i], stem[i+1:]
	}
	return "", stem
}

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

// refPhase returns the phase if text refers to a whole phase, such as "Phase 9" or "09-setup".
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

// suffixes lists what may follow the id in a file name.
const suffixes wordList = "|.md|-plan|-summary|-route|-logbook|"

// Stem returns the file name of a plan in lower case, without directories and suffixes: "03-06".
func Stem(name string) string {
	stem := strings.ToLower(usualName(path.Base(strings.ReplaceAll(name, `\`, "/"))))
	for s := range suffixes.all() {
		stem = strings.TrimSuffix(stem, s)
	}
	return stem
}

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

func cutPair(text string) (a, b string, ok bool) {
	a, b, ok = strings.Cut(text, "-")
	return a, b, ok && IsNumber(a) && IsNumber(b)
}

// IsNumber reports whether s is the number of a phase or plan, such as 03, 14A or 2.1.
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

// Number formats a number with two digits or more: "03" for "3", "03-dashboard" and "phase-3". It
// returns other texts in lower case.
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

// isQuick reports whether text is the id of a quick task, such as "261005-wza". Source: GSD.
func isQuick(text string) bool {
	const day, all = 6, 10
	return len(text) == all && text[day] == '-' && strings.Trim(text[:day], "0123456789") == "" &&
		strings.Trim(text[day+1:], "0123456789abcdefghijklmnopqrstuvwxyz") == ""
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
