package ohrfc

import (
	"path/filepath"
	"strings"
	"testing"

	"mdck/mdcheckpoint/protocol"
)

func TestDetect(t *testing.T) {
	for _, c := range []struct{ file, root, main, path, id string }{
		{"/a/.ohrfc/x/checkpoint.md", "/a", ".ohrfc/x/checkpoint.md", ".ohrfc/x/checkpoint.md", "x"},
		{"/a/.ohrfc/x/state.json", "/a", ".ohrfc/x/checkpoint.md", ".ohrfc/x/state.json", "x"},
		{"/a/.ohrfc/x/evidence.json", "/a", ".ohrfc/x/checkpoint.md", ".ohrfc/x/evidence.json", "x"},
		{"/a/.ohrfc/x/.reviews/summary.json", "/a", ".ohrfc/x/checkpoint.md", ".ohrfc/x/.reviews/summary.json", "x"},
		{"/.ohrfc/x/checkpoint.md", "/", ".ohrfc/x/checkpoint.md", ".ohrfc/x/checkpoint.md", "x"},
		{"/a b/c/.ohrfc/x y é/state.json", "/a b/c", ".ohrfc/x y é/checkpoint.md", ".ohrfc/x y é/state.json", "x y é"},
		{"/.ohrfc/x/.ohrfc/x/checkpoint.md", "/.ohrfc/x", ".ohrfc/x/checkpoint.md", ".ohrfc/x/checkpoint.md", "x"},
		{"/.ohrfc/.ohrfc/checkpoint.md", "", "", "", ""},
		{"C:/.ohrfc/x/checkpoint.md", "C:/", ".ohrfc/x/checkpoint.md", ".ohrfc/x/checkpoint.md", "x"},
		{"C:/a/.ohrfc/x/state.json", "C:/a", ".ohrfc/x/checkpoint.md", ".ohrfc/x/state.json", "x"},
		{"//server/share/.ohrfc/x/state.json", "//server/share", ".ohrfc/x/checkpoint.md", ".ohrfc/x/state.json", "x"},
		{"/a/.ohrfc/x/rfc.md", "", "", "", ""},
		{"/a/.ohrfc/x/tasks.md", "", "", "", ""},
		{"/a/.ohrfc/x/sub/checkpoint.md", "", "", "", ""},
		{"/a/.ohrfc/x/summary.json", "", "", "", ""},
		{"/a/.ohrfc/x/.reviews/gateb/summary.json", "", "", "", ""},
		{"/a/.ohrfc/x/.mdck/backups/checkpoint.md", "", "", "", ""},
		{"/a/.ohrfc/.hidden/checkpoint.md", "", "", "", ""},
		{"/a/.ohrfc/checkpoint.md", "", "", "", ""},
		{"/a/.ohrfc/../checkpoint.md", "", "", "", ""},
		{"/a/.ohrfc/x/../../checkpoint.md", "", "", "", ""},
		{"/a/ohrfc/x/checkpoint.md", "", "", "", ""},
		{"/a/b.ohrfc/x/checkpoint.md", "", "", "", ""},
		{"/a/.ohrfc2/x/checkpoint.md", "", "", "", ""},
		{".ohrfc/x/checkpoint.md", "", "", "", ""},
		{"/checkpoint.md", "", "", "", ""},
		{"/", "", "", "", ""},
		{"", "", "", "", ""},
	} {
		got, ok := detect(nil, c.file)
		if ok != (c.id != "") {
			t.Errorf("%q: known is %v", c.file, ok)
			continue
		}
		wanted := protocol.Target{Root: filepath.FromSlash(c.root), Main: c.main, Path: c.path}
		if ok {
			wanted.Protocol, wanted.State = "ohrfc", strings.TrimSuffix(c.main, "checkpoint.md")+"state.json"
		}
		if got != wanted || ok && workspaceID(got.Main) != c.id {
			t.Errorf("%q: got %+v, want %+v with id %q", c.file, got, wanted, c.id)
		}
		if native := filepath.FromSlash(c.file); ok && got.File(got.Path) != filepath.Clean(native) {
			t.Errorf("%q: its own path is %q", c.file, got.File(got.Path))
		}
	}
}
