package tokens

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func TestNew(t *testing.T) {
	if names := Encodings(); names[0] != Default || len(names) != 2 {
		t.Errorf("encodings are %q, want two, the default first", names)
	}
	for _, name := range Encodings() {
		c, err := New(name)
		if err != nil || c.Name() != name {
			t.Errorf("New(%q) = %v, %v", name, c, err)
		}
	}
}

func TestNewUnknown(t *testing.T) {
	for _, name := range []string{"", "o200k", "O200K_BASE", "cl100k", "CL100-base", "cl100k_base ", "p50k_base"} {
		c, err := New(name)
		unknown, ok := errors.AsType[*UnknownError](err)
		if c != nil || !ok || unknown.Name != name {
			t.Errorf("New(%q) = %v, %v", name, c, err)
		}
	}
	_, err := New("cl100")
	const want = `expected encoding "o200k_base" or "cl100k_base", found "cl100"`
	if err.Error() != want {
		t.Errorf("got  %s\nwant %s", err, want)
	}
}

func TestTokens(t *testing.T) {
	for _, c := range []struct {
		e    *Encoding
		text string
		want []uint32
	}{
		{newCL100k(), "hello world", []uint32{15339, 1917}},
		{newO200k(), "hello world", []uint32{24912, 2375}},
		{newCL100k(), "\n \n", []uint32{27907}},
		{newO200k(), "\n \n", []uint32{47812}},
		{newO200k(), "", nil},
	} {
		if got := c.e.tokens(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q is %v, want %v", c.e.Name(), c.text, got, c.want)
		}
	}
}

func TestCountRemembers(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, e := range encodings() {
		texts := []string{"a", "a\x00", "a\x00\x00", "\x00", "\x00\x00\x00", strings.Repeat("x", 15), strings.Repeat("x", 16)}
		for range 400 {
			texts = append(texts, randomText(r, 1<<10), fmt.Sprintf(" %dth a%x", r.IntN(1e6), r.Uint64()))
		}
		for _, text := range append(texts, texts...) {
			if got, want := e.Count(text), len(e.tokens(text)); got != want {
				t.Fatalf("%s: Count(%q) = %d, want the %d tokens of the text", e.name, text, got, want)
			}
		}
		if e.counted.Load() < cacheFrom {
			t.Errorf("%s: nothing was remembered: %d bytes counted", e.name, e.counted.Load())
		}
	}
}
