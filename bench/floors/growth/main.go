// Growth times mdck on hostile workspaces of 128 KiB to 1 MiB and prints a table:
// the processor time at the full size, and the most that it grew at a doubling.
// Processor time is the least of a few runs, since little else is steady on a
// machine that does other work.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// commands are what is timed; each gets its own copy of the files.
var commands = [][]string{{"lint"}, {"lint", "--json"}, {"lint", "--fix"}, {"verify"}, {"bootstrap"}, {"bootstrap", "--pack"}, {"stamp"}, {"prune"}}

// noise is the time below which a ratio says nothing.
const noise = 60 * time.Millisecond

func main() {
	mdck := flag.String("mdck", "mdck", "the program")
	dir := flag.String("dir", "", "folder for the files")
	tries := flag.Int("tries", 2, "runs of each, of which the best counts")
	only := flag.String("only", "", "time the texts whose names contain this")
	all := flag.Bool("all", false, "print every row, not only those that are slow or grow fast")
	flag.Parse()
	fmt.Print("| command | text | CPU s at 1 MiB | most at a doubling |\n|---|---|---|---|\n")
	for _, h := range hostile {
		if !strings.Contains(h.name, *only) {
			continue
		}
		for _, command := range commands {
			r, err := grow(*mdck, *dir, command, h, *tries)
			if err != nil {
				fmt.Fprintln(os.Stderr, "growth:", err)
				os.Exit(1)
			}
			if *all || r.last > time.Second || r.ratio > 2.5 {
				fmt.Printf("| mdck %s | %s | %.2f | %.1f |\n", strings.Join(command, " "), h.name, r.last.Seconds(), r.ratio)
			}
		}
		fmt.Fprintf(os.Stderr, "growth: %s\n", h.name)
	}
}

type result struct {
	last  time.Duration // at the full size
	ratio float64
}

func grow(mdck, dir string, command []string, h text, tries int) (result, error) {
	var r result
	var before time.Duration
	for size := 128 << 10; size <= 1<<20; size *= 2 {
		best := time.Duration(1 << 62)
		for range tries {
			cost, err := run(mdck, dir, command, h, size-1024)
			if err != nil {
				return r, err
			}
			best = min(best, cost)
		}
		if before >= noise {
			r.ratio = max(r.ratio, float64(best)/float64(before))
		}
		before, r.last = best, best
	}
	return r, nil
}

// run is the processor time of one run over files of its own.
func run(mdck, dir string, command []string, h text, size int) (time.Duration, error) {
	if err := os.RemoveAll(dir); err != nil {
		return 0, err
	}
	workspace := filepath.Join(dir, ".ohrfc", "x")
	if err := os.MkdirAll(filepath.Join(workspace, ".reviews"), 0o777); err != nil {
		return 0, err
	}
	files := map[string]string{"checkpoint.md": head, "state.json": state, "evidence.json": `{"schema_version": "v1", "items": []}`, "rfc.md": "# x\n"}
	files[h.file] = h.text(size)
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(workspace, name), []byte(text), 0o666); err != nil {
			return 0, err
		}
	}
	cmd := exec.Command(mdck, append(command[:len(command):len(command)], ".ohrfc/x")...)
	cmd.Dir = dir
	err := cmd.Run()
	if cmd.ProcessState == nil || !cmd.ProcessState.Exited() {
		return 0, fmt.Errorf("mdck %s, %s: %w", strings.Join(command, " "), h.name, err)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}
