package spelling_test

import (
	"testing"

	"mdck/internal/protocoltest"
	"mdck/internal/spelling"
)

func TestNoPanics(t *testing.T) {
	protocoltest.NoPanics(t, map[string]any{
		"Hidden": spelling.Hidden, "IsEmoji": spelling.IsEmoji, "IsOrdinaryJoiner": spelling.IsOrdinaryJoiner, "IsJoiner": spelling.IsJoiner,
		"Escape": spelling.Escape, "QuoteValue": spelling.QuoteValue, "QuotePath": spelling.QuotePath, "QuoteText": spelling.QuoteText,
		"Cause": spelling.Cause, "OrUnknown": spelling.OrUnknown, "Lines": spelling.Lines, "Count": spelling.Count, "CutFold": spelling.CutFold, "CountAs": spelling.CountAs,
		"SlashPath": spelling.SlashPath, "Slug": spelling.Slug, "FoldTitle": spelling.FoldTitle, "PlainTitle": spelling.PlainTitle,
		"TrimColons": spelling.TrimColons, "WithoutPictures": spelling.WithoutPictures, "ShowPlaceholders": spelling.ShowPlaceholders,
		"FirstLine": spelling.FirstLine, "HasWord": spelling.HasWord, "FirstOf": spelling.FirstOf, "JoinFirst": spelling.JoinFirst, "Shorten": spelling.Shorten, "Clean": spelling.Clean, "IsControl": spelling.IsControl, "Number": spelling.Number, "JoinLines": spelling.JoinLines, "BulletText": spelling.BulletText, "TrimBlank": spelling.TrimBlank,
		"NameFault": spelling.NameFault, "IsNone": spelling.IsNone, "IsNoneWord": spelling.IsNoneWord, "Fold": spelling.Fold, "IsPicture": spelling.IsPicture, "Value": spelling.Value,
		"Path": spelling.Path, "Quoted": spelling.Quoted, "Fence": spelling.Fence, "List": spelling.List, "Cut": spelling.Cut, "ShellWord": spelling.ShellWord, "ShellPath": spelling.ShellPath, "FormatTime": spelling.FormatTime,
		"ReadTime": spelling.ReadTime, "Earlier": spelling.Earlier, "OneLine": spelling.OneLine, "Bare": spelling.Bare, "LineFeeds": spelling.LineFeeds, "CleanLine": spelling.CleanLine, "IsBlank": spelling.IsBlank,
		"BreakTags": spelling.BreakTags, "BreakTagBytes": spelling.BreakTagBytes, "Decided": spelling.Decided, "Tags": spelling.Tags,
	})
}
