package patience

import (
	"testing"
	"time"
)

// TestWait holds that a short wait is silent and a long one says once what for.
func TestWait(t *testing.T) {
	var told []string
	w := Wait{For: func() string { return "the bus" }, Tell: func(what string) { told = append(told, what) }}
	defer w.End()
	w.Sleep(time.Millisecond)
	if len(told) > 0 {
		t.Errorf("told at once: %q", told)
	}
	w.begun = w.begun.Add(-quiet)
	for range 3 {
		w.Sleep(time.Millisecond)
	}
	if len(told) != 1 || told[0] != "waiting for the bus" {
		t.Errorf("told %q", told)
	}
}

// TestNobody holds that a wait which nobody is told of passes.
func TestNobody(t *testing.T) {
	var w Wait
	w.End()
	w.Deaf = true
	w.Sleep(0)
	w.begun = w.begun.Add(-quiet)
	w.For = func() string { return "" }
	w.Sleep(0)
	w.End()
}
