package ohrfc

import (
	"runtime"
	"strings"
	"testing"
)

// TestWritesReadOnce checks how often a write parses a large text, by allocated bytes.
func TestWritesReadOnce(t *testing.T) {
	head := "# Checkpoint: rfc-1\n\n## Meta\n- checkpoint_version: 7\n\n## DISCOVER Exit\n### Scan Insights\n"
	for name, unit := range map[string]string{"bullets": "- a\n", "headings": "# a\n", "quotes": "> a\n", "nesting": "- a\n  - b\n    > c\n"} {
		text := head + strings.Repeat(unit, 2000)
		w := workspace(t, CheckpointFile, text, StateFile, stateText(7, 0, "null", before), EvidenceFile, `{"items": [{}]}`)
		once := allocatedBy(func() { parse(t, text) })
		for write, e := range map[string]struct {
			times float64 // expected number of parses
			do    func() (*Change, error)
		}{
			"stamp": {1, func() (*Change, error) { return w.stamp(true, now) }},
			"bump":  {1, func() (*Change, error) { return w.bump(now) }},
			"append": {2, func() (*Change, error) {
				return w.appendTo(Append{Group: Group(DesignKey), Fillings: fillings(DesignKey, "x")}.asked(), now)
			}},
		} {
			var err error
			got := allocatedBy(func() { _, err = e.do() })
			if most := uint64(float64(once) * e.times * 4 / 3); err != nil || got > most {
				t.Errorf("%s of %s: %d bytes are allocated, and %d to read the text once: want at most %d (error %v)", write, name, got, once, most, err)
			}
		}
	}
}

// allocatedBy returns the bytes that do allocates: the minimum of two runs, because other
// goroutines allocate too.
func allocatedBy(do func()) uint64 {
	least := ^uint64(0)
	for range 2 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		do()
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}
