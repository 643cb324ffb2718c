// Growth times mdck on hostile workspaces of 128 KiB to 1 MiB. It prints processor time and peak
// memory at the full size, and the maximum growth of the time when the size doubles. The time is
// the minimum of a few runs, because other measures vary with the load of the machine.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// commands are the measured commands; each gets its own copy of the files.
var commands = [][]string{{"lint"}, {"lint", "--json"}, {"lint", "--fix"}, {"verify"}, {"bootstrap"}, {"bootstrap", "--pack"}, {"stamp"}, {"prune"}}

const (
	noise = 60 * time.Millisecond // ratios of times shorter than this are meaningless
	most  = 100e6                 // maximum memory of a run in bytes
)

func main() {
	mdck := flag.String("mdck", "mdck", "the program")
	dir := flag.String("dir", "", "folder for the files")
	tries := flag.Int("tries", 2, "runs of each, of which the best counts")
	only := flag.String("only", "", "time the texts whose names contain this")
	all := flag.Bool("all", false, "print every row, not only those that are slow or grow fast")
	flag.Parse()
	fmt.Print("| command | text | CPU s at 1 MiB | most at a doubling | peak MB |\n|---|---|---|---|---|\n")
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
			if *all || r.last.time > time.Second || r.ratio > 2.5 || r.last.peak > most {
				fmt.Printf("| mdck %s | %s | %.2f | %.1f | %d |\n", strings.Join(command, " "), h.name, r.last.time.Seconds(), r.ratio, r.last.peak/1e6)
			}
		}
		fmt.Fprintf(os.Stderr, "growth: %s\n", h.name)
	}
}

type cost struct {
	time time.Duration // processor time
	peak int64         // maximum resident memory in bytes
}

type result struct {
	last  cost // cost at the full size
	ratio float64
}

func grow(mdck, dir string, command []string, h text, tries int) (result, error) {
	var r result
	for size := 128 << 10; size <= 1<<20; size *= 2 {
		best := cost{1 << 62, 1 << 62}
		for range tries {
			c, err := run(mdck, dir, command, h, size-1024)
			if err != nil {
				return r, err
			}
			best = cost{min(best.time, c.time), min(best.peak, c.peak)}
		}
		if r.last.time >= noise {
			r.ratio = max(r.ratio, float64(best.time)/float64(r.last.time))
		}
		r.last = best
	}
	return r, nil
}

// run returns the cost of a run over its own copy of the files.
func run(mdck, dir string, command []string, h text, size int) (cost, error) {
	if err := os.RemoveAll(dir); err != nil {
		return cost{}, err
	}
	workspace := filepath.Join(dir, ".ohrfc", "x")
	if err := os.MkdirAll(filepath.Join(workspace, ".reviews"), 0o777); err != nil {
		return cost{}, err
	}
	files := map[string]string{"checkpoint.md": head, "state.json": state, "evidence.json": `{"schema_version": "v1", "items": []}`, "rfc.md": "# x\n"}
	files[h.file] = h.text(size)
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(workspace, name), []byte(text), 0o666); err != nil {
			return cost{}, err
		}
	}
	cmd := exec.Command(mdck, append(command[:len(command):len(command)], ".ohrfc/x")...)
	cmd.Dir = dir
	err := cmd.Run()
	if cmd.ProcessState == nil || !cmd.ProcessState.Exited() {
		return cost{}, fmt.Errorf("mdck %s, %s: %w", strings.Join(command, " "), h.name, err)
	}
	used := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return cost{cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), used.Maxrss << 10}, nil
}
