package yamldoc

import (
	"errors"
	"runtime"
	"strings"
	"testing"
)

// TestDeepLists checks that Parse rejects deeply nested lists on one line before the parser builds
// a tree. The memory for that tree would grow with the square of the depth.
func TestDeepLists(t *testing.T) {
	text := strings.Repeat("- ", 10_000) + "x\n"
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Parse("a", text)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; !errors.Is(err, ErrTooDeep) || took > 1000*uint64(len(text)) {
		t.Errorf("%d bytes were allocated for %d (%v)", took, len(text), err)
	}
}
