package protocol_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/protocol"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Backups": func(name string) []string { return protocol.Backups(nil, name) }, "AsRequest": protocol.AsRequest, "ArchivePrefix": protocol.ArchivePrefix, "IsArchiveOf": protocol.IsArchiveOf,
		"ArchiveTitle": protocol.ArchiveTitle, "DueBy": protocol.DueBy, "NewInput": protocol.NewInput, "Cut": protocol.Cut, "Root": protocol.Root,
		"Above": protocol.Above, "Repository": protocol.Repository, "NewTable": protocol.NewTable, "BadRequest": protocol.BadRequest,
		"Refusal": protocol.Refusal, "Pattern": protocol.Pattern, "MayBeFile": protocol.MayBeFile, "CheckText": protocol.CheckText, "IsConflict": protocol.IsConflict,
	})
}
