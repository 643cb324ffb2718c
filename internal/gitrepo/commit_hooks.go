package gitrepo

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"mdck/internal/tree"
)

// A hookRun is a hook that "git commit" started.
type hookRun struct {
	name  string
	ended bool
	code  int // its status, if it has ended
}

// traceSize is how many bytes of a trace are read. Each git that a hook runs adds to it.
const traceSize = 32 << 20

// hooksIn returns the hooks that git ran by a trace in its own format, version 2, as the status
// of git does not depend on them, and messages may be missing. A trace may be missing or
// damaged; the hooks before the damage count.
func hooksIn(trace string) []hookRun {
	f, err := tree.Dir(filepath.Dir(trace)).Open(filepath.Base(trace))
	if err != nil {
		return nil
	}
	defer f.Close()
	var runs []hookRun
	children := map[int]int{} // index in runs by number of child
	for input := bufio.NewReader(io.LimitReader(f, traceSize)); ; {
		line, err := input.ReadBytes('\n')
		if err != nil {
			return runs
		}
		var e traceEvent
		if json.Unmarshal(line, &e) != nil || strings.Contains(e.SID, "/") {
			continue // of a git that a hook runs
		}
		i, known := children[e.Child]
		switch {
		case e.Event == "child_start" && e.Class == "hook":
			children[e.Child] = len(runs)
			runs = append(runs, hookRun{name: e.Hook})
		case e.Event == "child_exit" && known:
			runs[i].ended, runs[i].code = true, e.Code
		}
	}
}

type traceEvent struct {
	Event string `json:"event"`
	SID   string `json:"sid"` // of the process, after those of its ancestors and a slash
	Child int    `json:"child_id"`
	Class string `json:"child_class"`
	Hook  string `json:"hook_name"`
	Code  int    `json:"code"`
}

// culprit returns the hook that did not end, or else the last that failed; the zero hookRun if
// there is none.
func (done outcome) culprit() hookRun {
	var bad hookRun
	for _, h := range done.hooks {
		if !h.ended {
			return h
		}
		if h.code != 0 {
			bad = h
		}
	}
	return bad
}

// note returns what failed although the commit was made; "" if nothing did.
func (done outcome) note() string {
	h := done.culprit()
	switch {
	case done.ctxErr != nil && done.err != nil:
		return "git was stopped after the commit: " + overdue(h, done.ctxErr)
	case h.ended && h.code != 0:
		return fmt.Sprintf("the hook %s failed after the commit (status %d)", h.name, h.code)
	case done.err != nil:
		return "git failed after the commit: " + lastLines(done.output.String())
	}
	return ""
}
