package jsondoc

import (
	"strings"
	"testing"
)

func TestGrowth(t *testing.T) {
	const few, many, steps = 4 * MaxProblems, 16 * MaxProblems, 16
	wrong := Field{Fields: []Field{{Name: "a", Each: &Field{Kind: Bool}, Elem: &Field{Kind: Bool}}}}
	for name, text := range map[string]func(n int) string{
		"elements": func(n int) string { return `{"a": [1` + strings.Repeat(",1", n) + "]}" },
		"lists":    func(n int) string { return `{"a": [1` + strings.Repeat(",[]", n) + "]}" },
		"texts":    func(n int) string { return `{"a": [1` + strings.Repeat(`,"x"`, n) + "]}" },
	} {
		t.Run(name, func(t *testing.T) {
			read := func(n int) float64 {
				text := text(n)
				return testing.AllocsPerRun(1, func() { _, _ = Parse("", text) })
			}
			if one, four := read(few), read(many); four > one+steps {
				t.Errorf("%d values are read with %.0f allocations, %d with %.0f", few, one, many, four)
			}
			check := func(n int) float64 {
				d, err := Parse("", text(n))
				if err != nil {
					t.Fatal(err)
				}
				return testing.AllocsPerRun(1, func() { d.Check(wrong) })
			}
			if one, four := check(few), check(many); four > one+steps {
				t.Errorf("%d values are checked with %.0f allocations, %d with %.0f", few, one, many, four)
			}
		})
	}
}
