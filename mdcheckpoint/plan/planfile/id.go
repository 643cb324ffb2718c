package planfile

import (
	"cmp"
	"path"
	"strings"

	"mdck/mdcheckpoint/spelling"
)

// An ID names a plan. Both parts are as [Number] makes them, so that plan 1 and
// plan "01" are one.
type ID struct{ Phase, Plan string }

// String is the id as plans name each other: "03-06".
func (id ID) String() string {
	switch {
	case id.Phase == "":
		return id.Plan
	case id.Plan == "":
		return id.Phase
	}
	return id.Phase + "-" + id.Plan
}

// ID is the id of p: what the front matter says or, where it does not, the name of
// the file, such as 03-06-PLAN.md, or that of its directory, such as 03-dashboard.
func (p *Plan) ID() ID {
	phase, number := p.Front.Phase, p.Front.Plan
	named, own := fileID(p.File.Name)
	if a, b, ok := cutPair(number); ok {
		return ID{Number(a), Number(b)} // phase and plan in one
	}
	if phase == "" {
		phase = cmp.Or(named, dirPhase(p.File.Name))
	}
	if number == "" {
		number = own
	}
	if isQuick(strings.ToLower(number)) {
		return ID{Number(phase), strings.ToLower(number)}
	}
	return ID{Number(phase), Number(number)}
}

// IsNamed reports whether text names p as another plan may in its depends_on: by its id
// with the name of its phase, "01-analytics-01" or "phase-5-02", or by the name of its
// file; a quick task by its own id, too.
func (p *Plan) IsNamed(text string) bool {
	id, known := refID(text, "")
	return known && id.Phase != "" && id == p.ID() || stemOf(text) == stemOf(p.File.Name) && !isNumber(stemOf(text)) ||
		isQuick(p.ID().Plan) && strings.EqualFold(text, p.ID().Plan)
}

// dirPhase is the phase that a plan's directory names with its number, 06 of
// phases/06-b/PLAN.md; "" if it has none. Quick tasks are of no phase.
func dirPhase(name string) string {
	dir := path.Dir(strings.ReplaceAll(name, `\`, "/"))
	if phase := Number(path.Base(dir)); isNumber(phase) && path.Base(path.Dir(dir)) != "quick" {
		return phase
	}
	return ""
}

// fileID are the phase and plan of a file's name: of 03-06-PLAN.md 03 and 06, of
// another its stem and nothing.
func fileID(name string) (phase, plan string) {
	stem := bareStem(name)
	if a, b, ok := cutPair(stem); ok {
		return a, b
	}
	if i := strings.LastIndexByte(stem, '-'); i > 0 && isNumber(stem[i+1:]) {
		return stem[:i], stem[i+1:]
	}
	return "", stem
}

// suffixes are what names of files have behind the id of a plan, in lower case.
var suffixes = [...]string{".md", "-plan", "-summary", "-route", "-logbook"}

// stemOf is the name of a plan's file without directories and what every plan's
// name ends in, in lower case.
func stemOf(name string) string {
	stem := strings.ToLower(path.Base(strings.ReplaceAll(name, `\`, "/")))
	for _, s := range suffixes {
		stem = strings.TrimSuffix(stem, s)
	}
	return stem
}

// bareStem is stemOf without the word that says what it is: 04-01 of phase-04-01.
func bareStem(name string) string {
	stem := stemOf(name)
	for _, word := range [...]string{"phase", "plan"} {
		rest := strings.TrimLeft(strings.TrimPrefix(stem, word), " -_")
		if len(rest) < len(stem) && rest != "" && isDigit(rest[0]) {
			return rest
		}
	}
	return stem
}

// cutPair parts "03-06", "01.1-02" and "14a-01".
func cutPair(text string) (a, b string, ok bool) {
	a, b, ok = strings.Cut(text, "-")
	return a, b, ok && isNumber(a) && isNumber(b)
}

// IsNumber reports whether s is the number of a phase or plan: 03, 14A, 2.1.
func IsNumber(s string) bool { return isNumber(s) }

// isNumber reports whether s is digits and periods, with one letter behind them at most:
// phases that came later are 14A or 14.1.
func isNumber(s string) bool {
	s, _ = cutLetter(s)
	return s != "" && strings.Trim(s, "0123456789.") == "" && s[0] != '.' && s[len(s)-1] != '.'
}

// cutLetter parts the letter of "14a" from the number before it.
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
	text = strings.ToLower(spelling.OneLine(text))
	if rest := strings.TrimLeft(strings.TrimPrefix(text, "phase"), " -_"); rest != "" && isDigit(rest[0]) {
		text = rest
	}
	end := strings.IndexFunc(text, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	if end > 0 && isNumber(text[:end+1]) && (end+1 == len(text) || strings.IndexByte("- :_", text[end+1]) >= 0) {
		text, end = text[:end+1], -1 // with the letter
	}
	if end > 0 && strings.IndexByte("- :_", text[end]) < 0 {
		return text
	}
	if end > 0 {
		text = strings.TrimRight(text[:end], ".")
	}
	if !isNumber(text) {
		return text
	}
	text, letter := cutLetter(text)
	whole, rest, fraction := strings.Cut(text, ".")
	whole = strings.TrimLeft(whole, "0")
	for len(whole) < 2 {
		whole = "0" + whole
	}
	if fraction {
		whole += "." + rest
	}
	return whole + letter
}

// isQuick reports whether text is the id of a quick task, its day and three characters
// that tell it from others of that day: "261005-wza". Source: GSD.
func isQuick(text string) bool {
	const day, all = 6, 10
	return len(text) == all && text[day] == '-' && strings.Trim(text[:day], "0123456789") == "" &&
		strings.Trim(text[day+1:], "0123456789abcdefghijklmnopqrstuvwxyz") == ""
}

// Compare orders ids by number of phase and plan; what is no number comes last, in
// the order of its bytes.
func (id ID) Compare(other ID) int {
	if c := compareNumbers(id.Phase, other.Phase); c != 0 {
		return c
	}
	return compareNumbers(id.Plan, other.Plan)
}

func compareNumbers(a, b string) int {
	if isNumber(a) != isNumber(b) {
		if isNumber(a) {
			return -1
		}
		return 1
	}
	if !isNumber(a) {
		return strings.Compare(a, b)
	}
	a, first := cutLetter(a)
	b, second := cutLetter(b)
	for a != "" || b != "" {
		var x, y string
		x, a, _ = strings.Cut(a, ".")
		y, b, _ = strings.Cut(b, ".")
		x, y = strings.TrimLeft(x, "0"), strings.TrimLeft(y, "0")
		if len(x) != len(y) {
			return len(x) - len(y)
		}
		if c := strings.Compare(x, y); c != 0 {
			return c
		}
	}
	return strings.Compare(first, second)
}

// summaryNames are the ends of the names of plans and of their
// summaries. Source: GSD, seed.
var summaryNames = [...][2]string{{"PLAN.md", "SUMMARY.md"}, {"ROUTE.md", "LOGBOOK.md"}}

// IsSummary reports whether name is that of the summary of a plan.
func IsSummary(name string) bool {
	dir, base := path.Split(name)
	for _, pair := range summaryNames {
		if rest, ok := strings.CutSuffix(base, pair[1]); ok {
			return IsPlan(dir + rest + pair[0])
		}
	}
	return false
}

// SummaryName is the name of the file that tells that the plan called name is
// done: 03-06-SUMMARY.md of 03-06-PLAN.md, LOGBOOK.md of ROUTE.md; "" if it has
// none of the known names. Source: GSD, seed.
func SummaryName(name string) string {
	dir, base := path.Split(name)
	for _, pair := range summaryNames {
		if rest, ok := strings.CutSuffix(base, pair[0]); ok && (rest == "" || strings.HasSuffix(rest, "-")) {
			return dir + rest + pair[1]
		}
	}
	return ""
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
