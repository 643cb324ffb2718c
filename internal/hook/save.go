package hook

import (
	"context"
	"time"

	"mdck/internal/cli/save"
	"mdck/internal/linear"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
)

// How long a save at the end of a turn may take as a whole, and wait for a lock.
const (
	saveTime = 2 * time.Second
	saveWait = 300 * time.Millisecond
)

// saved saves the session that the event comes from if it awaits a gate, once for
// each gate, and gives its continuation prompt; "" if nothing was saved. How it went
// stands in .mdck/save.log.
func (s *scout) saved() string {
	t, err := workspace.Current(workspace.CCC, s.cwd)
	if err != nil {
		return ""
	}
	c := s.config(t.Dir(), t.Root)
	if c.Ignored(t.File(t.Main)) {
		return ""
	}
	ctx, cancel := context.WithTimeout(context.Background(), saveTime)
	defer cancel()
	report, _ := save.AtGate(ctx, save.Options{ // without a log there is nobody to tell
		Target: &t, Holder: "mdck hook", Now: time.Now(), Wait: saveWait, Team: c.Team(),
		Key: linear.Key(s.getenv(save.KeyVariable)), URL: s.getenv(save.URLVariable), Timeout: saveTime,
	})
	if report == nil || report.Steps[0].Outcome == save.Failed {
		return ""
	}
	session := ccc.Read(modest{tree.Dir(t.Root)}, t.Main, t.State)
	if session.Progress == nil {
		return ""
	}
	return session.Progress.Prompt.Text
}
