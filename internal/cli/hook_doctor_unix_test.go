//go:build unix

package cli

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestVersionTime checks that another program is waited for as long as was said in
// all, whether it is slow itself or leaves a child that keeps the pipe.
func TestVersionTime(t *testing.T) {
	const most = 1200 * time.Millisecond
	for name, script := range map[string]string{
		"slow":  "exec sleep 60\n",
		"child": "sleep 60 & echo mdck 1; wait\n",
	} {
		path := filepath.Join(t.TempDir(), "mdck")
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o755); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		got := versionOf(path, most)
		if took := time.Since(start); got != "" || took > 30*time.Second {
			t.Errorf("%s: version is %q after %v, want none after %v", name, got, took, most)
		}
	}
}
