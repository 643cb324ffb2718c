package tokens

import (
	"math/rand/v2"
	"strings"
	"testing"

	"mdck/internal/testtmp"
)

var runs = []struct{ name, unit string }{
	{"letter", "a"},
	{"upper", "A"},
	{"letters", "abcdefghij"},
	{"random letters", scramble("etaoinshrdlucmfwypvbgkjqxz", 1<<13)},
	{"random han", scramble("的一是不了人我在有他这为之大来以个中上们", 1<<13)},
	{"cased", "AʰBc"},
	{"space", " "},
	{"blank", " \t\u00a0"},
	{"newline", "\n"},
	{"blank line", " \n"},
	{"digit", "7"},
	{"han", "中"},
	{"emoji", "😀"},
	{"mark", "\u0301"},
	{"dash", "-"},
	{"random punctuation", scramble("!\"#$%&()*+,-./:;<=>?@[]^_`{|}~", 1<<13)},
	{"slash", "!\n/"},
	{"apostrophe", "'"},
	{"invalid", "\xff"},
	{"zero", "\x00"},
}

func scramble(alphabet string, n int) string {
	r, from := rand.New(rand.NewPCG(9, 10)), []rune(alphabet)
	var out strings.Builder
	for range n {
		out.WriteRune(from[r.IntN(len(from))])
	}
	return out.String()
}

func stretch(unit string, size int) string { return strings.Repeat(unit, max(1, size/len(unit))) }

func TestGrowth(t *testing.T) {
	size := 1 << 13
	if testtmp.Long() {
		size = 1 << 15
	}
	for _, run := range runs {
		for _, e := range encodings() {
			half, whole := steps(e, stretch(run.unit, size)), steps(e, stretch(run.unit, 2*size))
			if float64(whole) > 2.5*float64(half) {
				t.Errorf("%s: %s: %d steps for %d bytes, %d for twice as many", e.name, run.name, half, size, whole)
			}
			text := stretch(run.unit, 2*size)
			if allocs := testing.AllocsPerRun(1, func() { e.Count(text) }); allocs > 100 {
				t.Errorf("%s: %s: %v allocations, want at most 100", e.name, run.name, allocs)
			}
		}
	}
}

func steps(e *Encoding, text string) int {
	m := merger{vocab: &e.vocab}
	e.add(text, &m)
	return m.long.queue.steps
}

func TestCountDoesNotAllocate(t *testing.T) {
	text := "## Heading\n\n- a bullet that can't be overlooked: Donaudampfschifffahrtsgesellschaftskapitänsmütze\n"
	for _, e := range encodings() {
		if allocs := testing.AllocsPerRun(10, func() { e.Count(text) }); allocs != 0 {
			t.Errorf("%s: %v allocations, want none", e.name, allocs)
		}
	}
}
