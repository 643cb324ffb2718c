package source_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/source"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Insert": source.Insert, "Replace": source.Replace, "Between": source.Between, "Apply": source.Apply, "ReadFile": source.ReadFile, "ReadRegular": source.ReadRegular,
		"CheckSize": source.CheckSize, "TooLarge": source.TooLarge, "Oversize": source.Oversize, "IsRepository": source.IsRepository, "NewFile": source.NewFile,
		"Characters": source.Characters, "InvalidUTF8": source.InvalidUTF8,
	})
}
