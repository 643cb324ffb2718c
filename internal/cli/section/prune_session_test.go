package section

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mdck/internal/cli/app"
	"mdck/internal/cli/clitest"
	"mdck/mdcheckpoint/ccc"
)

// TestMoveCopies checks that a copy is archived before it is removed.
func TestMoveCopies(t *testing.T) {
	dir := t.TempDir()
	name := ".ccc-progress-20261121-080000.md"
	file := filepath.Join(dir, name)
	write := func(text string) {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	target, err := clitest.Known().At(&ccc.Protocol, dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"newer", "newer", "newest"} {
		write(text)
		var out, talk strings.Builder
		if err := (&pruneCommand{}).Writer(app.Streams{Out: &out, Err: &talk}, "prune", target, nil).Write(archiveCopies([]string{name})); err != nil {
			t.Fatal(err)
		}
		if app.Exists(file) || !strings.Contains(out.String(), "archived as") {
			t.Errorf("%q: %q", text, out.String())
		}
	}
	kept, err := target.Archive()
	if err != nil || len(kept) != 2 || kept[0].Name != name || kept[1].Name != name {
		t.Errorf("the archive has %v, %v", kept, err)
	}
	err = (&pruneCommand{}).Writer(app.Streams{}, "prune", target, nil).Write(archiveCopies([]string{name}))
	if _, refused := errors.AsType[app.Refusal](err); !refused {
		t.Errorf("for a missing copy: %v", err)
	}
}
