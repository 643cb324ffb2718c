package save

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"

	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
)

// What a save at a gate leaves, relative to the project.
const (
	gateFile = ".mdck/gate"     // the gate that was saved at last, and the issue
	logFile  = ".mdck/save.log" // the reports
)

// maxLog is how many bytes the log has at most; the older half of a longer one goes.
const maxLog = 64 << 10

// AtGate saves the session by the automated profile where its state says that a gate
// is awaited, once for each gate, and appends the report to .mdck/save.log. It gives
// nil where there is nothing to do. A save whose first step failed is tried again the
// next time, one whose comment was not written is not. The error is about the log.
func AtGate(ctx context.Context, o Options) (*Report, error) {
	files := tree.Dir(o.Target.Root)
	s := ccc.Read(files, o.Target.Main, o.Target.State)
	gate, _ := s.State.Gate()
	saved, err := fs.ReadFile(files, gateFile)
	if gate == 0 {
		if err == nil {
			err = os.Remove(o.Target.File(gateFile))
		}
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		return nil, err
	}
	issue, _ := ccc.IssueID(s.State, s.Progress, "", o.Team)
	mark := fmt.Sprintf("%d %s\n", gate, issue)
	if string(saved) == mark {
		return nil, nil
	}
	o.Profile = Automated
	report := Run(ctx, o)
	if report.Steps[0].Outcome != Failed {
		err = remember(o.Target, gateFile, mark)
	} else {
		err = nil
	}
	entry := fmt.Sprintf("%s gate %d %s\n%s\n", o.Now.UTC().Format(ccc.TimeLayout), gate, issue, strings.TrimRight(report.Text(), "\n"))
	return report, errors.Join(err, appendLog(o.Target, entry))
}

// appendLog adds an entry to the log of a project, in which .mdck is there.
func appendLog(t *workspace.Target, entry string) error {
	raw, err := fs.ReadFile(tree.Dir(t.Root), logFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", t.Shown(logFile), cause(err))
	}
	text := string(raw) + entry
	if len(text) > maxLog {
		text = text[len(text)-maxLog/2:]
		_, text, _ = strings.Cut(text, "\n")
	}
	if info, err := os.Lstat(t.File(path.Dir(logFile))); err != nil || !info.IsDir() {
		return fmt.Errorf("%s is no directory", t.Shown(path.Dir(logFile)))
	}
	return remember(t, logFile, text)
}
