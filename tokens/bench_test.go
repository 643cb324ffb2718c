package tokens

import (
	"math/rand/v2"
	"os"
	"testing"
)

func BenchmarkCount(b *testing.B) {
	checkpoint, err := os.ReadFile("../testdata/bench/checkpoint.md")
	if err != nil {
		b.Fatal(err)
	}
	texts := []struct{ name, text string }{
		{"checkpoint", string(checkpoint)},
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
