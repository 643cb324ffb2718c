package lock

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

func TestGone(t *testing.T) {
	self := Self()
	ended := exec.Command(os.Args[0], "-test.run=^$")
	if err := ended.Run(); err != nil {
		t.Fatal(err)
	}
	dead := self
	dead.PID = ended.Process.Pid
	elsewhere, contained := dead, dead
	elsewhere.Host += "x"
	contained.Space += "x"
	for id, want := range map[Owner]bool{self: false, dead: true, elsewhere: false, contained: false, {}: false, {PID: dead.PID}: false} {
		if id.Gone() != want {
			t.Errorf("%v has ended: %t", id, !want)
		}
	}
}

func TestParse(t *testing.T) {
	for _, id := range []Owner{Self(), {PID: 1, Host: "a \"b\"\nc"}, {PID: 7, Space: "x 'y'"}} {
		if got, ok := ParseID(id.ID()); !ok || got != id || strings.Contains(id.ID(), "\n") {
			t.Errorf("%v reads as %v, %t", id, got, ok)
		}
	}
	for _, text := range []string{"", "7", `7 "a"`, `x "a" "b"`, `-1 "a" "b"`, `0 "a" "b"`, `7 "a" "b" c`, `7 a b`} {
		if id, ok := ParseID(text); ok {
			t.Errorf("%q reads as %v", text, id)
		}
	}
}
