package mdcheckpoint

import (
	"os"
	"strings"
	"testing"
)

// samples returns the texts of the tables and of testdata/blocks.txt, where → stands for a tab, ␍
// for a carriage return, ␀ for a NUL, and · for a final space.
func samples(t testing.TB) []string {
	t.Helper()
	all, err := os.ReadFile("testdata/blocks.txt")
	if err != nil {
		t.Fatal(err)
	}
	marks := strings.NewReplacer("→", "\t", "␍", "\r", "␀", "\x00", "·", " ")
	texts := strings.Split(marks.Replace(strings.TrimSuffix(string(all), "====\n")), "====\n")
	return append(texts, tableTexts()...)
}
