package main

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
)

const initAllocs = 120

func TestInitCost(t *testing.T) {
	run := exec.Command("mdck", "version")
	run.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, _ := run.CombinedOutput()
	total, seen := 0, false
	for line := range strings.Lines(string(out)) {
		// Example: init mdck/lint @0.55 ms, 0.002 ms clock, 1024 bytes, 3 allocs
		fields := strings.Fields(line)
		if len(fields) < 3 || fields[0] != "init" || fields[1] == "mdck/cmd/mdck" {
			continue
		}
		seen = true
		if !strings.HasPrefix(fields[1], "mdck/") {
			continue
		}
		n, err := strconv.Atoi(fields[len(fields)-2])
		if err != nil {
			t.Fatalf("unexpected line %q", line)
		}
		total += n
	}
	if !seen {
		t.Fatalf("no trace of inits in %q", out)
	}
	if total > initAllocs {
		t.Errorf("packages of the module allocate %d times before main, want at most %d", total, initAllocs)
	}
}
