package nearest

import (
	"slices"
	"testing"
)

func TestDistance(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"lint", "lint", 0}, {"", "abc", 3}, {"lnit", "lint", 1}, {"resovled", "resolved", 1},
		{"kitten", "sitting", 3}, {"é", "e", 1}, {"ab", "ba", 1}, {"abc", "cab", 2},
	} {
		if got := Distance(c.a, c.b); got != c.want {
			t.Errorf("distance of %q and %q is %d, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestOf(t *testing.T) {
	known := []string{"append", "prune", "stamp", "lint"}
	for name, want := range map[string][]string{
		"apend": {"append"}, "stanp": {"stamp"}, "lnt": {"lint"}, "zzzzzz": nil, "prune": {"prune"}, "x": nil,
	} {
		if got := Of(name, known); !slices.Equal(got, want) {
			t.Errorf("near to %q are %v, want %v", name, got, want)
		}
	}
}

func FuzzDistance(f *testing.F) {
	f.Add("resovled", "resolved")
	f.Add("é", "")
	f.Fuzz(func(t *testing.T, a, b string) {
		if len(a)+len(b) > 200 {
			return
		}
		d := Distance(a, b)
		if Distance(a, a) != 0 || d != Distance(b, a) || d > max(len([]rune(a)), len([]rune(b))) {
			t.Fatalf("distance of %q and %q is %d", a, b, d)
		}
	})
}
