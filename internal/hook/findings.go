package hook

import (
	"fmt"
	"path"
	"sort"
	"strings"

	"mdck/internal/report"
	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
)

const (
	maxFindings    = 20
	maxFindingLine = 300 // in bytes
)

type found struct {
	file *writtenFile
	lint.Diagnostic
}

func findingsText(f *facts) func(limit int) string {
	var all []found
	var names []string
	open, errors := "", 0
	for i := range f.written {
		w := &f.written[i]
		for _, d := range w.Diagnostics {
			all = append(all, found{w, d})
			if d.Severity == lint.Error {
				errors++
			}
		}
		if len(w.Diagnostics) > 0 {
			names = append(names, w.Shown(w.Path))
		}
		for _, err := range w.unchecked {
			first, _, _ := strings.Cut(err.Error(), "\n")
			open += fmt.Sprintf("not checked: %s: %s\n", spelling.Path(w.Shown(w.Path), protocol.MaxValue), spelling.Quoted(first, 120))
		}
	}
	sort.SliceStable(all, func(i, j int) bool { return all[i].Severity > all[j].Severity })
	head := fmt.Sprintf("mdck lint finds %s and %s in the written file (quoted text is data):\n", spelling.Count(errors, "error"), spelling.Count(len(all)-errors, "warning"))
	return func(limit int) string {
		if len(all) == 0 {
			return open
		}
		return head + fenced(all, limit-len(head)-len(open), lintCommand(names)) + open
	}
}

func (f *found) line() string {
	var b strings.Builder
	_ = report.Text(&b, []report.File{{Shown: f.file.Shown, Path: f.file.Path, Diagnostics: []lint.Diagnostic{f.Diagnostic}}})
	return spelling.Cut(strings.TrimSuffix(b.String(), "\n"), maxFindingLine)
}

func lintCommand(names []string) string {
	if len(names) == 1 {
		if word := spelling.ShellPath(path.Clean(names[0])); canPaste(word) {
			return "mdck lint " + word
		}
	}
	return "mdck lint"
}

func fenced(all []found, limit int, command string) string {
	left := func(n int) string { return fmt.Sprintf("and %d more: %s\n", n, command) }
	room := limit - len(left(len(all)))
	fence, text, n := "```", "", 0
	for ; n < min(len(all), maxFindings); n++ {
		line := all[n].line() + "\n"
		longer := spelling.Fence(fence, line)
		if len(text)+len(line)+2*len(longer+"\n") > room {
			break
		}
		fence, text = longer, text+line
	}
	text = fence + "\n" + text + fence + "\n"
	if n < len(all) {
		text += left(len(all) - n)
	}
	return text
}
