package history

import (
	"strings"
	"testing"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/source"
)

func words(text string) int { return len(strings.Fields(text)) }

func TestMeasure(t *testing.T) {
	for name, c := range map[string]struct {
		checkpoint bool
		text       string
		lines      int
		version    int
		reason     string
	}{
		"empty":         {false, "", 0, 0, ""},
		"no final feed": {false, "a\nb", 2, 0, ""},
		"crlf and bom":  {false, "\ufeff# t\r\n## a\r\nx\r\n", 3, 0, ""},
		"checkpoint":    {true, "# Checkpoint: x\n\n## Meta\n\n- checkpoint_version: 7\n", 5, 7, ""},
		"another file":  {false, "# Checkpoint: x\n\n## Meta\n\n- checkpoint_version: 7\n", 5, 0, ""},
		"no version":    {true, "# Checkpoint: x\n", 1, 0, ""},
		"too deep":      {true, strings.Repeat("> ", 70) + "x\n", 1, 0, ""},
		"not UTF-8":     {false, "caf\xe9\n", 0, 0, NotUTF8},
		"large":         {false, strings.Repeat("x", source.MaxSize+1), 0, 0, Large},
	} {
		t.Run(name, func(t *testing.T) {
			var content func(string) (string, int)
			if c.checkpoint {
				content = ohrfc.Protocol.Content
			}
			got := Measure(c.text, words, content)
			version := 0
			if got.Version != nil {
				version = *got.Version
			}
			if got.Reason != c.reason || version != c.version || got.Sum != claim.Hash([]byte(c.text)) {
				t.Errorf("measured %+v, version %d", got, version)
			}
			if (got.Lines == nil) != (c.reason != "") || (got.Tokens == nil) != (c.reason != "") {
				t.Fatalf("measured %+v", got)
			}
			if got.Lines != nil && (*got.Lines != c.lines || *got.Tokens != words(c.text)) {
				t.Errorf("%d lines and %d tokens, want %d and %d", *got.Lines, *got.Tokens, c.lines, words(c.text))
			}
		})
	}
}
