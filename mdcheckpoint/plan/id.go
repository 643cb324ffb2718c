package plan

import (
	"path"
	"strings"
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
// the file, such as 03-06-PLAN.md.
func (p *Plan) ID() ID {
	phase, number := p.Front.Phase, p.Front.Plan
	named, own := fileID(p.File.Name)
	if a, b, ok := cutPair(number); ok {
		return ID{Number(a), Number(b)} // phase and plan in one
	}
	if phase == "" {
		phase = named
	}
	if number == "" {
		number = own
	}
	return ID{Number(phase), Number(number)}
}

// fileID are the phase and plan of a file's name: of 03-06-PLAN.md 03 and 06, of
// another its stem and nothing.
func fileID(name string) (phase, plan string) {
	stem := stemOf(name)
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

// cutPair parts "03-06" and "01.1-02".
func cutPair(text string) (a, b string, ok bool) {
	a, b, ok = strings.Cut(text, "-")
	return a, b, ok && isNumber(a) && isNumber(b)
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789.") == "" && s[0] != '.' && s[len(s)-1] != '.'
}

// Number is a number of a phase or plan with two digits or more, "03" of "3" and
// of "03-dashboard", "01.1" of "1.1"; a text that does not begin with a number is
// given in lower case.
func Number(text string) string {
	text = strings.ToLower(OneLine(text))
	text = strings.TrimSpace(strings.TrimPrefix(text, "phase "))
	end := strings.IndexFunc(text, func(r rune) bool { return r != '.' && (r < '0' || r > '9') })
	if end > 0 && text[end] != '-' && text[end] != ' ' && text[end] != ':' && text[end] != '_' {
		return text
	}
	if end > 0 {
		text = strings.TrimRight(text[:end], ".")
	}
	if !isNumber(text) {
		return text
	}
	whole, rest, fraction := strings.Cut(text, ".")
	whole = strings.TrimLeft(whole, "0")
	for len(whole) < 2 {
		whole = "0" + whole
	}
	if fraction {
		return whole + "." + rest
	}
	return whole
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
	return 0
}

// SummaryName is the name of the file that tells that the plan called name is
// done: 03-06-SUMMARY.md of 03-06-PLAN.md, LOGBOOK.md of ROUTE.md; "" if it has
// none of the known names. Source: GSD, seed.
func SummaryName(name string) string {
	dir, base := path.Split(name)
	for _, pair := range [...][2]string{{"PLAN.md", "SUMMARY.md"}, {"ROUTE.md", "LOGBOOK.md"}} {
		if rest, ok := strings.CutSuffix(base, pair[0]); ok && (rest == "" || strings.HasSuffix(rest, "-")) {
			return dir + rest + pair[1]
		}
	}
	return ""
}
