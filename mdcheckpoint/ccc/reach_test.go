package ccc

import (
	"strings"
	"testing"
	"testing/fstest"
)

// TestCommitsIn checks that a hash behind the word commit has 7 to 40 digits.
func TestCommitsIn(t *testing.T) {
	for n, want := range map[int]int{6: 0, 7: 1, 40: 1, 41: 0} {
		if got := commitsIn("see commit " + strings.Repeat("1", n)); len(got) != want {
			t.Errorf("%d digits: %+v", n, got)
		}
	}
}

// TestKeyFileAbove checks that a file is found below fifteen directories of a path from the
// root of the disk that the tree does not have, and below none of another path.
func TestKeyFileAbove(t *testing.T) {
	s := &Session{Tree: fstest.MapFS{"a.go": {}}}
	for n, want := range map[int]bool{0: true, 15: true, 16: false} {
		if name := "/" + strings.Repeat("d/", n) + "a.go"; s.HasKeyFile(name) != want {
			t.Errorf("%s is there: %t", name, !want)
		}
	}
	if s.HasKeyFile("d/a.go") {
		t.Error("d/a.go is there")
	}
}

// TestNotBlocked checks that "not blocked" is nothing with what people add to it, and that a
// remark behind it may be a blocker.
func TestNotBlocked(t *testing.T) {
	for text, want := range map[string]bool{"Not blocked": true, "Not blocked now": true, "Not blocked, but the key is missing": false, "Not blocked by the key": false} {
		if IsBlank(text) != want {
			t.Errorf("%q says nothing: %t", text, !want)
		}
	}
}

// TestBeginsPlain checks that a link begins with its text, and that one sign of text is a box.
func TestBeginsPlain(t *testing.T) {
	for text, want := range map[string]bool{"[ab](x)": true, "[x](y)": false, "[é](y)": false, "x": true, "**x**": true, "- x": false} {
		if beginsPlain(text) != want {
			t.Errorf("%q begins plainly: %t", text, !want)
		}
	}
}

// TestNumbersOfTasks checks what is read as the number of a task, or as a count of them.
func TestNumbersOfTasks(t *testing.T) {
	for text, want := range map[string]int{"Task 999999999: a": 999999999, "Task 1000000000: a": -1, "task 3:": 3, "task ": -1, "task": -1, "task: a": -1} {
		if n, _ := cutNumber(text); n != want {
			t.Errorf("%q has the number %d, want %d", text, n, want)
		}
	}
	for text, want := range map[string]bool{"3 of 5": true, "3 of 5.": true, "3 of": false, "3": false, "": false} {
		if _, _, ok := ofNumbers(strings.Fields(text)); ok != want {
			t.Errorf("%q is a count: %t", text, !want)
		}
	}
}

// TestFileNames checks that the name of a file has a letter, of any script.
func TestFileNames(t *testing.T) {
	for word, want := range map[string]string{"`a.go`:": "a.go", "12": "", "é": "é", "無/1": "無/1", "\x7f": ""} {
		if got := fileName(word); got != want {
			t.Errorf("%q names %q, want %q", word, got, want)
		}
	}
}
