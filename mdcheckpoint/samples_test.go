package mdcheckpoint

import (
	"os"
	"strings"
	"testing"
)

// samples returns the texts in testdata/blocks.txt, which cover the block constructs of CommonMark,
// and the texts of the tables in this package's tests. In the file, each sample ends with a line
// ====. The sign → stands for a tab, ␍ for a carriage return, ␀ for a NUL, and · for a space at the
// end of a line.
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
