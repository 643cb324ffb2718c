package ccc

import (
	"strings"
	"testing"
	"testing/fstest"

	"mdck/bootstrap"
)

func TestRestartLabel(t *testing.T) {
	issue := strings.Repeat("11 ", 40)
	for n, want := range map[int]string{100: issue[:100], 101: `"` + issue[:100] + `…"`} {
		tree := fstest.MapFS{StateFile: {Data: []byte(`{"linearIssue": "` + issue[:n] + `"}`)}}
		if got := Restart(bootstrap.Input{Tree: tree, Path: ProgressFile}).Label; got != want {
			t.Errorf("%d bytes: got %s", n, got)
		}
	}
}
