package report

import (
	"slices"
	"strings"
	"testing"
)

func checkTable(t testing.TB, rows [][]string, least []int, width int) {
	t.Helper()
	var b strings.Builder
	if err := Table(&b, rows, least, width); err != nil {
		t.Fatal(err)
	}
	widths := tableWidths(rows, least, width)
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if len(rows) == 0 {
		lines = nil
	}
	if len(lines) != len(rows) {
		t.Fatalf("%d lines for %d rows:\n%s", len(lines), len(rows), b.String())
	}
	fixed, sum := 0, -len(columnGap)
	for i, w := range widths {
		sum += w + len(columnGap)*min(w, 1)
		if least[i] == 0 {
			fixed += w
		} else {
			fixed++
		}
	}
	sum = max(sum, 0)
	if room := fixed + len(columnGap)*(len(least)-1); sum > max(width, room) {
		t.Fatalf("widths %v are %d columns, want at most %d", widths, sum, width)
	}
	for i, line := range lines {
		if Width(line) > sum || OneLine(line) != line {
			t.Fatalf("line %q has %d columns, want at most %d", line, Width(line), sum)
		}
		for j, cell := range rows[i] {
			if shown := OneLine(cell); Width(shown) > 0 && Width(shown) <= widths[j] && !strings.Contains(line, strings.TrimRight(shown, " ")) && cut(shown, widths[j]) == shown {
				t.Fatalf("cell %q fits in %d columns and is not in %q", shown, widths[j], line)
			}
		}
	}
}

func TestTable(t *testing.T) {
	rows := [][]string{{"ohrfc", "rfc-1", "go on"}, {"ccc", "検検検検検検", "wait for a person to decide"}}
	for width, want := range map[int]string{
		100: "ohrfc  rfc-1         go on\nccc    検検検検検検  wait for a person to decide\n",
		40:  "ohrfc  rfc-1         go on\nccc    検検検検検検  wait for a person …\n",
		30:  "ohrfc  rfc-1       go on\nccc    検検検検…   wait for a…\n",
		20:  "ohrfc  rfc-1   g…\nccc    検検…   w…\n",
	} {
		var b strings.Builder
		if err := Table(&b, rows, []int{0, 10, 11}, width); err != nil || width > 20 && b.String() != want {
			t.Errorf("in %d columns (%v):\n%swant\n%s", width, err, b.String(), want)
		}
		checkTable(t, rows, []int{0, 10, 11}, width)
	}
	checkTable(t, nil, []int{0, 10, 11}, 100)
}

func FuzzTable(f *testing.F) {
	f.Add("a\nbb", "x\x1b[2J", "検\u0301", 20)
	f.Add("", "", "", 1)
	f.Add(strings.Repeat("long ", 50), "b", strings.Repeat("\u0301", 40), 100)
	f.Fuzz(func(t *testing.T, a, b, c string, width int) {
		rows := [][]string{{a, b, c}, {"x", c, a}, {"", "", ""}}
		for _, least := range [][]int{{0, 0, 0}, {0, 24, 18}, {5, 1, 1}} {
			checkTable(t, rows, least, width%200)
			checkTable(t, slices.Clone(rows[:1]), least, width%200)
		}
	})
}
