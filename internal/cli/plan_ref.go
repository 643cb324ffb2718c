package cli

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/plan"
	"mdck/mdcheckpoint/plan/planfile"
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
// answer: it has the form of a name, whether the plan is there or not, or it is what
// something there is called by. A name that is misspelled is no answer.
func (f *configFlags) isRef(arg string) bool {
	ref, fault := parseRef(arg)
	if info, err := os.Stat(ref.plan); err == nil && !info.IsDir() {
		t, ok, err := f.plainFinder().Unsaved(ref.plan)
		return planfile.MayBePlan(path.Base(ref.plan)) && err == nil && (!ok || t.Protocol == plan.Name)
	} else if err == nil && strings.Contains(filepath.ToSlash(ref.plan), "/") {
		return true // a word may be a directory by chance, a path is meant
	}
	switch {
	case strings.ContainsAny(arg, " \t\n"):
		return false // prose
	case ref.named():
		return true
	case fault != nil || ref.task < 0 || !isID(ref.plan):
		return false
	}
	folders, _ := f.planFolders([]string{ref.plan}, nil) // what is no plan is an answer
	return len(folders) > 0
}

// named reports whether the plan is spelled as plans are: 03-06, 03, a path of a plan or
// one in a folder of plans, and before the number of a task all that begins with that of a
// phase. A number as people write it, 3, may be an option.
func (r gateRef) named() bool {
	name := filepath.ToSlash(r.plan)
	first, _, deep := strings.Cut(strings.TrimPrefix(name, "./"), "/")
	switch {
	case slices.Contains(planfile.Folders(), first), planfile.IsNumbered(path.Base(name)), deep && planfile.MayBePlan(path.Base(name)):
		return true
	case deep || name == "" || name[0] < '0' || name[0] > '9':
		return false
	}
	phase, number, pair := strings.Cut(name, "-")
	if isPart(phase) && (pair && (isPart(number) || strings.HasSuffix(name, ".md")) || !pair && len(phase) > 1 && phase[0] == '0' && phase[1] != '.') {
		return true
	}
	return r.task >= 0 && isPart(phase)
}

// isPart reports whether text is the number of a phase or plan: 03, 14A, 2.1.
func isPart(text string) bool {
	bare := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	return bare != "" && len(text)-len(bare) < 2 && strings.Trim(bare, "0123456789.") == "" && bare[0] != '.' && bare[len(bare)-1] != '.'
}
