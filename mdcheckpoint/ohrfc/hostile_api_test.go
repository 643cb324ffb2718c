package ohrfc_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/ohrfc"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Possible": ohrfc.Possible, "IsTemplateComment": ohrfc.IsTemplateComment, "ParseCheckpoint": ohrfc.ParseCheckpoint,
		"ContentHash": ohrfc.ContentHash, "Advancing": ohrfc.Advancing, "New": ohrfc.New, "ReadPhase": ohrfc.ReadPhase, "Strictness": ohrfc.Strictness,
		"FormatArtifact": ohrfc.FormatArtifact, "Group": ohrfc.Group, "BulletRange": ohrfc.BulletRange, "Restart": ohrfc.Restart,
		"TensionLabel": ohrfc.TensionLabel, "ReadEvent": ohrfc.ReadEvent, "TransitionName": ohrfc.TransitionName, "References": ohrfc.References,
		"RestartDue": ohrfc.RestartDue, "Read": ohrfc.Read, "ParseState": ohrfc.ParseState,
	})
}
