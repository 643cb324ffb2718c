package cli

import (
	"fmt"
	"io"
	"time"
)

// quietFor is how long nothing is said of work that goes on.
const quietFor = time.Second

// A pulse says on a terminal how far work has come that takes long.
type pulse struct {
	w     io.Writer // nil if it is no terminal
	began time.Time
	told  bool
}

func newPulse(w io.Writer) *pulse {
	if !isTerminal(w) {
		w = nil
	}
	return &pulse{w, time.Now(), false}
}

// at says that the nth of all is at hand, from time to time.
func (p *pulse) at(n, all int) {
	if p.w == nil || n%50 != 0 || time.Since(p.began) < quietFor {
		return
	}
	p.told = true
	fmt.Fprintf(p.w, "\rmdck: %d of %d revisions", n, all)
}

// end takes away what was said.
func (p *pulse) end() {
	if p.told {
		fmt.Fprintf(p.w, "\r%-40s\r", "")
	}
}
