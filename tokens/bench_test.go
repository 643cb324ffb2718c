package tokens

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// checkpoint has the size and the words of a checkpoint that is full.
var checkpoint = strings.Repeat(`## Round 3: User Intent Signals

- Wants the parser to keep every byte, "lossless" was said three times; don't re-print trees (see mdcheckpoint/document.go:118).
- Firm about the date: 2026-11-30, no later. Prefers small PRs, ~200 lines, reviewed by @kim_l within 24h.
- **Open**: is `+"`--fix`"+` allowed to touch `+"`state.json`"+`? We've asked (issue #42), they'll answer by Friday.

`, 24)

func BenchmarkCount(b *testing.B) {
	texts := []struct{ name, text string }{
		{"checkpoint", checkpoint},
		{"mixed", randomText(rand.New(rand.NewPCG(1, 2)), 1<<16)},
	}
	for _, run := range runs {
		texts = append(texts, struct{ name, text string }{"1MiB of " + run.name, stretch(run.unit, 1<<20)})
	}
	for _, e := range encodings() {
		for _, c := range texts {
			b.Run(e.name+"/"+c.name, func(b *testing.B) {
				b.SetBytes(int64(len(c.text)))
				b.ReportAllocs()
				for b.Loop() {
					e.Count(c.text)
				}
			})
		}
	}
}

func BenchmarkNew(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		newO200k()
	}
}
