package planfile_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint/plan/planfile"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Judge": planfile.Judge, "AnswerFiles": planfile.AnswerFiles, "ReadAnswers": planfile.ReadAnswers, "Read": planfile.Read,
		"ReadFolder": planfile.ReadFolder, "Walk": planfile.Walk, "ReadHeads": planfile.ReadHeads, "ReadFrontMatter": planfile.ReadFrontMatter,
		"ParseCount": planfile.ParseCount, "Stem": planfile.Stem, "IsNumber": planfile.IsNumber, "Number": planfile.Number, "Folders": planfile.Folders,
		"IsPlan": planfile.IsPlan, "MayBePlan": planfile.MayBePlan, "WantedCase": planfile.WantedCase, "IsNumbered": planfile.IsNumbered,
		"PartOf": planfile.PartOf, "IsSummary": planfile.IsSummary, "SummaryName": planfile.SummaryName, "IsDone": planfile.IsDone, "IsOverview": planfile.IsOverview, "Summary": planfile.Summary,
		"Order": planfile.Order, "Parse": planfile.Parse, "Render": planfile.Render,
	})
}
