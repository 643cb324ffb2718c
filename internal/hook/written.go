package hook

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
)

type writtenFile struct {
	report.File
	unchecked []error // why a file was not checked
}

func (s *search) written(in Input) (all []writtenFile) {
	seen := map[string]bool{}
	for _, name := range in.Files {
		if !filepath.IsAbs(name) {
			name = filepath.Join(s.cwd, name)
		}
		t, ok := workspace.NewFinder(s.loader).Detect(filepath.Clean(name))
		if !ok || seen[t.File(t.Path)] || s.config(t.Dir(), t.Root).Ignored(t.File(t.Main)) {
			continue
		}
		seen[t.File(t.Path)] = true
		w := s.check(&t)
		if len(w.unchecked) == 0 || !errors.Is(w.unchecked[0], fs.ErrNotExist) {
			all = append(all, w)
		}
	}
	return all
}

func (s *search) check(t *workspace.Target) writtenFile {
	s.finish([]workspace.Target{*t})
	files := tree.Dir(t.Root)
	w := writtenFile{File: report.File{Shown: report.DisplayPath(s.shown(t)), Path: t.Path}}
	fail := func(err error) {
		if err != nil {
			w.unchecked = append(w.unchecked, err)
		}
	}
	if _, err := fs.Stat(files, t.Path); err != nil {
		fail(err)
		return w
	}
	in := workspace.NewSettings(s.config(t.Dir(), t.Root)).Input(files, t)
	in.Saved = true
	in.Visible = nil // it would start git
	var err error
	if rule := t.Row().LedgerRule; rule != "" {
		if in.Last, err = t.Last(); err != nil {
			fail(fmt.Errorf("%s: %w", rule, err))
		}
	}
	w.Diagnostics, err = lint.Run(in)
	fail(err)
	if len(w.Diagnostics) > 0 && in.Past() {
		w.Diagnostics = workspace.InHistory(w.Diagnostics)
	}
	return w
}
