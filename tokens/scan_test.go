package tokens

import (
	"flag"
	"strings"
	"testing"
	"unicode"
)

var every = flag.Bool("every", false, "TestSplitCharacters tries every code point, not only some of each category")

// contexts has texts in which a character replaces #.
var contexts = []string{
	"#", "a#", "A#", "#a", "#A", " #", "# ", "a#b", "A#B", "a#B", " #b", "##", "#\n", "\n#", "  #", "!#", "#!", "!#/",
	"'#", "'#e", "'r#", "'l#", "a'#", "a'r#", "#'s", "1#2", "12#4", "#\u0301A", "\u0301#", "# \n #", "AB#CD", "中#A",
}

func TestClasses(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		got := classOf(r)
		cased := unicode.In(r, unicode.Lu, unicode.Lt, unicode.Lm, unicode.Lo, unicode.M)
		lower := unicode.In(r, unicode.Ll, unicode.Lm, unicode.Lo, unicode.M)
		letter, number, space := unicode.In(r, unicode.L), unicode.In(r, unicode.N), unicode.IsSpace(r)
		for class, want := range map[charClass]bool{
			classUpper: cased, classLower: lower, classLetter: letter, classNumber: number, classSpace: space,
			classNewline: r == '\r' || r == '\n', classOther: !letter && !number && !space,
		} {
			if got&class != 0 != want {
				t.Fatalf("%U has classes %07b, want %07b in them: %v", r, got, class, want)
			}
		}
	}
}

func TestSplitCharacters(t *testing.T) {
	characters := edges()
	if *every {
		characters = characters[:0]
		for r := rune(0); r <= unicode.MaxRune; r++ {
			characters = append(characters, r)
		}
	}
	for _, o := range oracles() {
		for _, r := range characters {
			for _, context := range contexts {
				o.checkSplit(t, strings.ReplaceAll(context, "#", string(r)))
			}
		}
	}
}

func edges() []rune {
	var found []rune
	before, runs := "", map[string]int{}
	for r := rune(0); r <= unicode.MaxRune; r++ {
		now := category(r)
		if now != before {
			runs[now]++
		}
		if now != before && runs[now] <= 40 || r < 0x80 || unicode.ToLower(r) < 0x80 || unicode.ToUpper(r) < 0x80 {
			found = append(found, r)
		}
		before = now
	}
	return found
}

func category(r rune) string {
	for _, c := range []struct {
		name  string
		table *unicode.RangeTable
	}{
		{"space", unicode.White_Space}, {"Lu", unicode.Lu}, {"Ll", unicode.Ll}, {"Lt", unicode.Lt}, {"Lm", unicode.Lm},
		{"Lo", unicode.Lo}, {"M", unicode.M}, {"N", unicode.N},
	} {
		if unicode.Is(c.table, r) {
			return c.name
		}
	}
	return "other"
}
