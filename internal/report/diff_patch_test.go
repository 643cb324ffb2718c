package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

type patchHunk struct {
	oldStart, oldCount, newStart, newCount int
	lines                                  []patchLine
}

func readPatch(t testing.TB, patch string) []patchHunk {
	t.Helper()
	lines := strings.SplitAfter(patch, "\n")
	if len(lines) < 3 || !strings.HasPrefix(lines[0], "--- ") || !strings.HasPrefix(lines[1], "+++ ") || lines[len(lines)-1] != "" {
		t.Fatalf("want two lines with names and whole lines after them, found %q", patch)
	}
	var hunks []patchHunk
	for _, line := range lines[2 : len(lines)-1] {
		switch {
		case strings.HasPrefix(line, "@@ "):
			hunks = append(hunks, readRanges(t, line))
		case len(hunks) == 0:
			t.Fatalf("line %q is in no hunk", line)
		case strings.HasPrefix(line, `\ `):
			last := hunks[len(hunks)-1].lines
			last[len(last)-1].text = strings.TrimSuffix(last[len(last)-1].text, "\n")
		default:
			h := &hunks[len(hunks)-1]
			h.lines = append(h.lines, patchLine{line[0], line[1:]})
		}
	}
	return hunks
}

func readRanges(t testing.TB, line string) patchHunk {
	t.Helper()
	var before, after string
	if _, err := fmt.Sscanf(line, "@@ -%s +%s @@\n", &before, &after); err != nil {
		t.Fatalf("%q: %v", line, err)
	}
	numbers := func(text string) (start, n int) {
		first, count, found := strings.Cut(text, ",")
		start, err := strconv.Atoi(first)
		n = 1
		if found && err == nil {
			n, err = strconv.Atoi(count)
		}
		if err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		return start, n
	}
	var h patchHunk
	h.oldStart, h.oldCount = numbers(before)
	h.newStart, h.newCount = numbers(after)
	return h
}

// A patchLine is a line of a hunk, or with the op ' ' of a text.
type patchLine struct {
	op   byte
	text string
}

func applyPatch(t testing.TB, before string, hunks []patchHunk) string {
	t.Helper()
	var old []patchLine
	for line := range strings.Lines(before) {
		old = append(old, patchLine{' ', line})
	}
	var out []patchLine
	next := 0
	for _, h := range hunks {
		first := h.oldStart - 1
		if h.oldCount == 0 {
			first = h.oldStart
		}
		if first < next || first > len(old) {
			t.Fatalf("hunk at line %d, want one between %d and %d", first+1, next+1, len(old)+1)
		}
		out = append(out, old[next:first]...)
		next = first
		if start := len(out) + min(h.newCount, 1); h.newStart != start {
			t.Fatalf("the hunk has line %d for its result, want %d", h.newStart, start)
		}
		oldCount, newCount := 0, 0
		for _, l := range h.lines {
			if l.op != '+' {
				oldCount++
				if next == len(old) || old[next].text != l.text {
					t.Fatalf("line %q is not at line %d of the text", l.text, next+1)
				}
				next++
			}
			if l.op != '-' {
				newCount++
				out = append(out, l)
			}
		}
		if oldCount != h.oldCount || newCount != h.newCount {
			t.Fatalf("the hunk header has -%d +%d, the hunk -%d +%d", h.oldCount, h.newCount, oldCount, newCount)
		}
	}
	var b strings.Builder
	for _, l := range append(out, old[next:]...) {
		b.WriteString(l.text)
	}
	return b.String()
}

func checkHunks(t testing.TB, before string, hunks []patchHunk) {
	t.Helper()
	lines, end := len(slices.Collect(strings.Lines(before))), -1
	for _, h := range hunks {
		lead, trail, run := 0, 0, 0
		for i, l := range h.lines {
			if l.op != ' ' {
				run = 0
				continue
			}
			if run++; i < run {
				lead = run
			}
			trail = run
			if run > 2*contextLines {
				t.Fatalf("%d equal lines in a row within a hunk", run)
			}
		}
		if run == 0 {
			trail = 0
		}
		if lead > contextLines || trail > contextLines || lead == len(h.lines) {
			t.Fatalf("hunk with %d lines of context before and %d after", lead, trail)
		}
		first := h.oldStart - min(h.oldCount, 1)
		if first <= end {
			t.Fatalf("hunk at line %d touches the one that ends at %d", first+1, end)
		}
		if lead < contextLines && first != 0 || trail < contextLines && first+h.oldCount != lines {
			t.Fatalf("hunk at line %d of %d with %d lines of context before and %d after", first+1, lines, lead, trail)
		}
		end = first + h.oldCount
	}
}

func checkDiff(t testing.TB, before, after string) {
	t.Helper()
	patch := diff(t, "x", before, after, true)
	if before == after {
		if patch != "" {
			t.Fatalf("equal texts print %q", patch)
		}
		return
	}
	hunks := readPatch(t, patch)
	if got := applyPatch(t, before, hunks); got != after {
		t.Fatalf("the diff of %q gives %q, want %q:\n%s", before, got, after, patch)
	}
	checkHunks(t, before, hunks)
	if again := diff(t, "x", before, after, true); again != patch {
		t.Fatalf("the same texts gave %q, then %q", patch, again)
	}
}

func FuzzDiff(f *testing.F) {
	f.Add("", "a\n")
	f.Add("a\n", "")
	f.Add("a\nb\n", "a\nb")
	f.Add("a\r\nb", "a\r\nc\r\n")
	f.Add("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "x\n2\n3\n4\n5\n6\n7\n8\ny\n")
	f.Add("1\n2\n3\n4\n5\n6\n7\n8\n", "x\n2\n3\n4\n5\n6\n7\ny\n")
	f.Add("\\ No newline at end of file\n", "--- a\n+++ b\n@@ -1 +1 @@")
	f.Add("\xff\n\x00\n", "\xfe\n\x00")
	f.Fuzz(func(t *testing.T, before, after string) { checkDiff(t, before, after) })
}
