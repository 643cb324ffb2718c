package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestFormatKilled(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	config := "formats:\n  note:\n    files: ['*.md']\n    sections: [{title: Log}]\n"
	for name, text := range map[string]string{".mdck.yaml": config, "a.md": "## Log\n", "b.md": "## Log\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	mdck(t, dir, "init", "ccc")
	r := rand.New(rand.NewPCG(10, 10))
	journals := 0
	for i := range 20 {
		before := textOf(t, filepath.Join(dir, "a.md"))
		bullet := fmt.Sprintf("- %d\n", i)
		killedSoon(t, r, dir, fmt.Sprintf("append a.md --section log -b %d", i))
		if _, err := os.Stat(filepath.Join(dir, ".mdck", "txn")); err == nil {
			journals++
		}
		other := [][]string{{"append", "b.md", "--section", "log", "-b", fmt.Sprint(i)}, {"ccc", "done", fmt.Sprint("task ", i)}}
		mdck(t, dir, other[i%2]...)
		if _, err := os.Stat(filepath.Join(dir, ".mdck", "txn")); err == nil {
			t.Fatal("the journal is left")
		}
		after := textOf(t, filepath.Join(dir, "a.md"))
		if after != before && (!strings.HasPrefix(after, before) || !strings.HasSuffix(after, bullet)) {
			t.Fatalf("after %q the file has %q", before, after)
		}
	}
	t.Logf("%d of 20 left a journal", journals)
	if got := strings.Count(textOf(t, filepath.Join(dir, "b.md")), "- "); got != 10 {
		t.Errorf("the other file has %d bullets, want 10", got)
	}
}

func killedSoon(t *testing.T, r *rand.Rand, dir, line string) {
	t.Helper()
	cmd := mdckLine(dir, line, "")
	must(t, cmd.Start())
	time.Sleep(time.Duration(1+r.IntN(12)) * time.Millisecond)
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
}
