package jsondoc

import (
	"strings"
	"testing"
)

func evidence(n int) string {
	const item = `    {
      "confidence": "high",
      "locator": "internal/store/store.go:120-148",
      "summary": "The store locks per file, \"not\" per directory; see héros.",
      "truncated": false,
      "links": [["DEC-001"], ["REQ-002"]]
    }`
	return "{\n  \"items\": [\n" + strings.Repeat(item+",\n", n-1) + item + "\n  ]\n}\n"
}

func BenchmarkParse(b *testing.B) {
	for name, text := range map[string]string{"8kB": evidence(36), "1MB": evidence(4300), "1MB-of-zeros": "[" + strings.Repeat("0,", MaxSize/2-2) + "0]"} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Parse("x.json", text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkRefuse(b *testing.B) {
	for name, text := range map[string]string{"brackets": strings.Repeat("[", 100_000), "late": strings.Repeat(" ", MaxSize-1) + "x"} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				if _, err := Parse("x.json", text); err == nil {
					b.Fatal("accepted")
				}
			}
		})
	}
}

func BenchmarkCheck(b *testing.B) {
	unknown := manyKeys(75_000)
	for name, text := range map[string]string{"8kB": evidence(36), "1MB": evidence(4300), "1MB-unknown": unknown} {
		d, err := Parse("x.json", text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				d.Check(stateTable())
			}
		})
	}
}

func BenchmarkSet(b *testing.B) {
	d, err := Parse("x.json", evidence(4300))
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := d.Set(`{"a":[1]}`, "items", "0", "new"); err != nil {
			b.Fatal(err)
		}
	}
}
