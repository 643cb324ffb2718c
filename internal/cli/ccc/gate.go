package ccc

import (
	"context"
	"os"
	"time"

	"mdck/internal/cli/ccc/save"
	"mdck/internal/config"
	"mdck/internal/linear"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/protocol"
)

// limits of a save at the end of a turn
const (
	gateTime = 2 * time.Second
	gateWait = 300 * time.Millisecond
)

// SaveAtGate saves a session once at each gate. It returns the continuation prompt, or "".
func SaveAtGate(table *protocol.Table, dir string, configFor func(dir, top string) *config.Config) string {
	t, err := workspace.Finder{Table: table}.Current(&ccc.Protocol, dir)
	if err != nil {
		return ""
	}
	c := configFor(t.Dir(), t.Root)
	if c.Ignored(t.File(t.Main)) {
		return ""
	}
	ctx, cancel := context.WithTimeout(context.Background(), gateTime)
	defer cancel()
	report, _ := save.AtGate(ctx, save.Options{ // errors concern only the log and the note about the gate
		Target: &t, Command: "hook", Now: time.Now(), Wait: gateWait, Team: c.Team(),
		Key: linear.Key(os.Getenv(save.KeyVariable)), URL: os.Getenv(save.URLVariable), Timeout: gateTime,
	})
	if report == nil || report.Steps[0].Outcome == save.Failed {
		return ""
	}
	session := ccc.Read(tree.Dir(t.Root), t.Main, t.State)
	if session.Progress == nil {
		return ""
	}
	return session.Progress.Prompt.Text
}
