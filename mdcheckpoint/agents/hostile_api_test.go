package agents_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/agents"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Backups": agents.Backups, "Parse": agents.Parse, "Edit": agents.Edit, "ReadFolder": agents.ReadFolder, "ReadEpic": agents.ReadEpic,
		"FindName": agents.FindName, "UnreadLines": agents.UnreadLines, "Letters": agents.Letters, "NewLock": agents.NewLock,
		"ParseLock": agents.ParseLock, "ParseMessages": agents.ParseMessages, "KindOf": agents.KindOf, "Inbox": agents.Inbox, "ParseID": agents.ParseID,
		"IsFeature": agents.IsFeature, "Restart": agents.Restart, "ParseStatus": agents.ParseStatus, "LastCrash": agents.LastCrash,
	})
}
