package yamldoc

import (
	"errors"
	"runtime"
	"strings"
	"testing"
)

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
