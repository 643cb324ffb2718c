package cli

import (
	"fmt"
	"os"
	"path"
	"strconv"
	"strings"

	"mdck/internal/workspace"
	"mdck/mdcheckpoint/plan"
)

// A gateRef is what names a gate on a command line.
type gateRef struct {
	plan string // a path or an id; "" is any
	task int    // -1 is not said
}

// parseRef parts PLAN:TASK. A task that is no number is an error, for what was meant is
// one checkpoint, and no other.
func parseRef(text string) (gateRef, error) {
	i := strings.LastIndexByte(text, ':')
	if i <= 0 {
		return gateRef{text, -1}, nil
	}
	if n, err := strconv.ParseUint(text[i+1:], 10, 31); err == nil {
		return gateRef{text[:i], int(n)}, nil
	}
	if !isID(text) {
		return gateRef{text, -1}, nil // a path
	}
	return gateRef{text[:i], -1}, hinted(fmt.Errorf("task %q in %q, want its number", text[i+1:], text), "mdck plan gates "+quote(text[:i])+" lists what can be named")
}

// isRef reports whether an argument that stands alone names a gate, and is not an
// answer: PLAN:TASK of a plan that is there, the path of one, or its whole id.
func (f *configFlags) isRef(arg string) bool {
	ref, fault := parseRef(arg)
	if info, err := os.Stat(ref.plan); err == nil {
		t, ok, err := workspace.Unsaved(ref.plan)
		return !info.IsDir() && plan.MayBePlan(path.Base(ref.plan)) && err == nil && (!ok || t.Protocol == workspace.Plan)
	}
	if fault != nil && strings.ContainsAny(arg, " \t\n") {
		return false // prose with a colon
	}
	if !isID(ref.plan) || ref.task < 0 && (strings.Trim(ref.plan, "0123456789.-") != "" || !strings.Contains(ref.plan, "-")) {
		return false
	}
	folders, _ := f.planFolders([]string{ref.plan}, nil) // what is no plan is an answer
	return len(folders) > 0
}
