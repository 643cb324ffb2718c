package protocol

import (
	"testing"

	"mdck/mdcheckpoint/claim"
)

func TestAddFile(t *testing.T) {
	var c Change
	c.AddFile(File{Name: "a.md", Before: "old", After: "new", Exists: true})
	c.AddFile(File{Name: "b.md", Before: "old", Exists: true, Gone: true})
	for i, want := range []claim.Entry{{Path: "a.md", Content: claim.ContentHash("new")}, {Path: "b.md", Content: claim.ContentHash("")}} {
		if c.Files[i].Name != want.Path || c.Ledger[i] != want {
			t.Errorf("%d: got %+v", i, c.Ledger[i])
		}
	}
}
