package ccc_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/ccc"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"StatusOf":      ccc.StatusOf,
		"Unsent":        ccc.Unsent,
		"Lines":         ccc.Lines,
		"CommentBody":   ccc.CommentBody,
		"CommitMessage": ccc.CommitMessage,
		"IssueID":       ccc.IssueID,
		"NewFacts":      ccc.NewFacts,
		"Compose":       ccc.Compose,
		"InputFields":   ccc.InputFields,
		"ParseInput":    ccc.ParseInput,
		"ParseProgress": ccc.ParseProgress,
		"Restart":       ccc.Restart,
		"Read":          ccc.Read,
		"Plain":         ccc.Plain,
		"ReadTime":      ccc.ReadTime,
	})
}
