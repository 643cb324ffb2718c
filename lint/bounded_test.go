package lint_test

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/lint"
	"mdck/mdcheckpoint/source"
)

// A meter is a tree that counts what is read of it.
type meter struct {
	fstest.MapFS
	read *int
}

func (m meter) ReadFile(name string) ([]byte, error) {
	text, err := m.MapFS.ReadFile(name)
	*m.read += len(text)
	return text, err
}

func (m meter) Open(name string) (fs.File, error) {
	f, err := m.MapFS.Open(name)
	return meteredFile{f, m.read}, err
}

type meteredFile struct {
	fs.File
	read *int
}

func (f meteredFile) ReadDir(n int) ([]fs.DirEntry, error) { return f.File.(fs.ReadDirFile).ReadDir(n) }

func (f meteredFile) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	*f.read += n
	return n, err
}

// TestReadsAreBounded checks that of a file that is too large no more is read than shows
// it, by the rules of every protocol, and that it is said how large it is.
func TestReadsAreBounded(t *testing.T) {
	const times = 8
	large := &fstest.MapFile{Data: []byte(strings.Repeat(" \n", times*source.MaxSize/2))}
	for name, c := range map[string]struct {
		protocol, main string
		files          []string // that belong to it, all of them too large
	}{
		"agents":   {"agents", "agent_checkpoints", []string{"agent_checkpoints/secondary_a.json", "agent_comms/primary_to_secondary_a.md"}},
		"metadata": {"loop", "conductor/tracks/t/metadata.json", []string{"conductor/tracks/t/metadata.json", "conductor/tracks/t/plan.md"}},
		"ohrfc":    {"ohrfc", "w/checkpoint.md", []string{"w/checkpoint.md", "w/state.json", "w/evidence.json"}},
		"ccc":      {"ccc", ".ccc-progress.md", []string{".ccc-progress.md", ".ccc-preferences.yaml"}},
	} {
		t.Run(name, func(t *testing.T) {
			read := 0
			tree := meter{fstest.MapFS{}, &read}
			for _, file := range c.files {
				tree.MapFS[file] = large
			}
			found, _ := lint.Run(lint.Input{Checker: checker(c.protocol), Tree: tree, Main: c.main, Path: c.main})
			if most := (len(c.files) + 1) * (source.MaxSize + 1); read > most {
				t.Errorf("%d bytes are read, want at most %d", read, most)
			}
			for _, d := range found {
				if d.Rule.ID == "any/too-large" && strings.HasPrefix(d.Message, "the file has 8388608 bytes") {
					return
				}
			}
			t.Errorf("want the size of the file, found %v", found)
		})
	}
}
