package ccc

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestKeyFileAbove(t *testing.T) {
	s := &Session{Tree: fstest.MapFS{"a.go": {}}}
	for n, want := range map[int]bool{0: true, 15: true, 16: false} {
		if name := "/" + strings.Repeat("d/", n) + "a.go"; s.hasKeyFile(name) != want {
			t.Errorf("%s is there: %t", name, !want)
		}
	}
	if s.hasKeyFile("d/a.go") {
		t.Error("the relative path d/a.go is found")
	}
}

func TestTaskNumbers(t *testing.T) {
	for text, want := range map[string]int{"Task 999999999: a": 999999999, "Task 1000000000: a": -1, "task 3:": 3, "task ": -1, "task": -1, "task: a": -1} {
		if n, _ := cutNumber(text); n != want {
			t.Errorf("%q has the number %d, want %d", text, n, want)
		}
	}
}
