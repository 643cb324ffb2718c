package store_test

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/store"
)

func TestFind(t *testing.T) {
	dir := t.TempDir()
	if found, err := store.Find(dir, store.Options{}); err != nil || len(found) > 0 {
		t.Errorf("in an empty directory: %v, %v", found, err)
	}
	if _, err := store.Find(filepath.Join(dir, "gone"), store.Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("in none: %v", err)
	}
	for _, name := range places {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755))
		must(t, os.WriteFile(filepath.Join(dir, name), []byte("{}\n"), 0o644))
	}
	found, err := store.Find(dir, store.Options{})
	must(t, err)
	var names []string
	for _, c := range found {
		if c.ID() == "" || c.Protocol() == nil {
			t.Errorf("%+v has no id or no protocol", c)
		}
		names = append(names, c.Target.Protocol)
	}
	if got := slices.Compact(slices.Sorted(slices.Values(names))); !slices.Equal(got, []string{"agents", "ccc", "loop", "ohrfc", "plan"}) {
		t.Errorf("found %q", got)
	}
}

func TestAnything(t *testing.T) {
	odd := []string{"", "/", "pending", "gate-b", "discover/scan", "x/y", "=", "scan=", "a\x00b", "\xff", "{}", "a\nb", "- x", "# x", strings.Repeat("long ", 500)}
	for _, name := range places {
		for _, old := range []string{"", "{}\n", "# a\n\n## Pending\n\n- b\n", "\xff\x00", "[[[["} {
			c := open(t, name, old)
			for i, section := range odd {
				before := disk(t, c)
				made, err := c.Append(section, odd[(i+3)%len(odd)])
				if err != nil && (made != nil || !maps.Equal(texts(before), texts(disk(t, c)))) {
					t.Errorf("%s: %q: %v, and the files are %q", name, section, err, disk(t, c))
				}
			}
			if _, err := c.Append("pending"); err == nil {
				t.Errorf("%s: no bullet was appended", name)
			}
			_, lintErr := c.Lint()
			s, err := c.Restart()
			if s == nil && err == nil {
				t.Errorf("%s: no sequence and no error, %v", name, lintErr)
			}
			if edit := c.Protocol().Stamp; edit != nil {
				_, _ = c.Change(edit) // must not panic
			}
			if s != nil && s.Pack(0, nil)+s.Text(nil) == "" {
				t.Errorf("%s: the sequence is empty", name)
			}
		}
	}
}

func texts(files map[string]string) map[string]string {
	kept := maps.Clone(files)
	maps.DeleteFunc(kept, func(name, _ string) bool { return strings.Contains(name, ".mdck/") })
	return kept
}

func TestMissing(t *testing.T) {
	for _, name := range []string{".ccc-progress.md", ".ohrfc/rfc-1/checkpoint.md", "conductor/tracks/t/metadata.json"} {
		c, err := store.Open(filepath.Join(t.TempDir(), filepath.FromSlash(name)), store.Options{})
		must(t, err)
		if found, err := c.Lint(); err == nil && len(found) == 0 {
			t.Errorf("%s: passes", name)
		}
	}
}

func TestAppendOver(t *testing.T) {
	const text = "# Hand-off\n\n## Next action\n\n- y\n"
	c := open(t, "HANDOFF.md", text)
	_, err := c.Append("decisions", strings.Repeat("word ", 3000))
	if err == nil || !strings.HasPrefix(err.Error(), "HANDOFF.md: the file would have ") || !strings.HasSuffix(err.Error(), " over the budget of 2500") {
		t.Errorf("%v", err)
	}
	if got := disk(t, c); !strings.Contains(got["HANDOFF.md"], text) {
		t.Errorf("the files are %q", got)
	}
}

func TestUnopened(t *testing.T) {
	edit := func(*protocol.Reader) (*protocol.Change, error) { return &protocol.Change{}, nil }
	opened := open(t, "HANDOFF.md", "# Hand-off\n\n## Goal\n\nx\n\n## Next action\n\n- y\n")
	for _, c := range []*store.Checkpoint{nil, {}} {
		_, lint := c.Lint()
		_, restart := c.Restart()
		_, appended := c.Append("pending", "x")
		_, changed := c.Change(edit)
		_, seen := c.Preview(edit)
		_, backups := c.Backups("HANDOFF.md")
		_, text := c.Text(store.Backup{})
		_, nothing := opened.Change(nil)
		for i, err := range []error{lint, restart, appended, changed, seen, backups, text, nothing} {
			if err == nil {
				t.Errorf("%d: no error", i)
			}
		}
		if c.ID() != "" || c.Protocol() != nil || len(c.Read().Faults) != 1 {
			t.Errorf("%q, %v, %v", c.ID(), c.Protocol(), c.Read())
		}
	}
}
