package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mdck/internal/cli/app"
)

func TestVerifyOrder(t *testing.T) {
	dir := t.TempDir()
	const many = 40
	var want []string
	for i := range many {
		id := fmt.Sprintf("rfc-%02d", i)
		rfc := filepath.Join(dir, ".ohrfc", id)
		text := "# Checkpoint: " + id + "\n\n## Meta\n\n- checkpoint_version: 1\n- last_phase: discover\n- strictness: Standard\n- artifact_state: rfc.md(00000000)\n"
		if err := os.MkdirAll(rfc, 0o755); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{"checkpoint.md": text, "rfc.md": strings.Repeat("x\n", 1+(many-i)*200)} { // the first ones take longest
			if err := os.WriteFile(filepath.Join(rfc, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want = append(want, filepath.ToSlash(filepath.Join(rfc, "checkpoint.md")))
	}
	var out, talk strings.Builder
	if got := Main([]string{"verify", dir}, app.Streams{Out: &out, Err: &talk}); got != app.Findings || talk.Len() > 0 {
		t.Fatalf("status %d, %s", got, talk.String())
	}
	var got []string
	for line := range strings.Lines(out.String()) {
		i := strings.Index(line, ".md:")
		got = append(got, line[:i+len(".md")])
	}
	if each := slices.Compact(slices.Clone(got)); !slices.Equal(each, want) {
		t.Errorf("got %q", each)
	}
	out.Reset()
	Main([]string{"verify", "--json", dir}, app.Streams{Out: &out, Err: &talk})
	var all []struct{ Path string }
	if err := json.Unmarshal([]byte(out.String()), &all); err != nil {
		t.Fatal(err)
	}
	paths := make([]string, len(all))
	for i, v := range all {
		paths[i] = v.Path
	}
	if !slices.Equal(paths, got) {
		t.Errorf("as JSON %q, as text %q", paths, got)
	}
}
