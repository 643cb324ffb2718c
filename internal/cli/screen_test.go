package cli

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestFitBlocks states the laws of a frame, for all small ones: no more lines than rows;
// from two rows on the first line of the first block is there, below the head; each block
// is whole but for the first, and that one only where nothing stands behind it; and what
// has no line is counted, unless the only room goes to the first.
func TestFitBlocks(t *testing.T) {
	foot := []string{"odd 1", "odd 2", "odd 3"}
	for rows := 1; rows < 14; rows++ {
		for blocks := 1; blocks < 5; blocks++ {
			for each := 1; each < 5; each++ {
				for feet := range foot {
					checkFrame(t, rows, blocks, each, foot[:feet])
				}
			}
		}
	}
}

func checkFrame(t *testing.T, rows, n, each int, foot []string) {
	t.Helper()
	var blocks [][]string
	for i := range n {
		var b []string
		for j := range each {
			b = append(b, fmt.Sprintf("block %d line %d", i, j))
		}
		blocks = append(blocks, b)
	}
	got := fitBlocks([]string{"head"}, blocks, foot, rows)
	at := fmt.Sprintf("%d rows, %d blocks of %d, %d below: %q", rows, n, each, len(foot), got)
	if len(got) > rows || got[0] != "head" {
		t.Fatalf("not the head and at most the rows: %s", at)
	}
	if rows > 1 && got[1] != blocks[0][0] {
		t.Errorf("the first line of the first block is missing: %s", at)
	}
	seen := 0
	for i, b := range blocks {
		switch lines := strings.Count(strings.Join(got, "\n"), fmt.Sprintf("block %d ", i)); {
		case lines == len(b) || i == 0 && lines > 0:
			seen = i + 1
		case lines > 0:
			t.Errorf("%d lines of block %d: %s", lines, i, at)
		}
	}
	more := slices.Contains(got, fmt.Sprintf("and %d more", n-seen))
	if room := rows - 1 - len(foot); room > 1 && more != (seen < n) {
		t.Errorf("%d of %d blocks are there: %s", seen, n, at)
	}
}

// TestWatchStatusShort holds that a terminal of three rows shows the most urgent
// checkpoint, also where what is odd takes the rest.
func TestWatchStatusShort(t *testing.T) {
	watchedRepository(t, 2)
	overwrite(t, "agent_checkpoints/secondary_001.json", `{"agent_id": `)
	w, _ := watchOf(t, 3, func(int) bool { return false })
	var first string
	w.place.out = writes(func(b []byte) {
		if first == "" {
			first = string(b)
		}
	})
	if err := w.run(t.Context()); err == nil {
		t.Fatal("a file that cannot be read is no error")
	}
	_, frame, _ := strings.Cut(first, home)
	lines := strings.Split(frame, "\n")
	if len(lines) != 3 || !strings.HasPrefix(lines[1], "agents") || !strings.Contains(lines[1], "001") || !strings.HasPrefix(lines[2], "mdck: ") {
		t.Errorf("%q", lines)
	}
}
