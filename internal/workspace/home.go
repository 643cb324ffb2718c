package workspace

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mdck/mdcheckpoint/protocol"
)

func (f Finder) home(name string) *protocol.Protocol {
	for _, p := range f.Table.All() {
		if p.Home != "" && p.Home == name {
			return p
		}
	}
	return nil
}

func (f Finder) around(dir string) *protocol.Protocol {
	if strings.HasPrefix(filepath.Base(dir), ".") {
		return nil
	}
	return f.home(filepath.Base(filepath.Dir(dir)))
}

func (t *Target) exists() (bool, error) {
	for _, name := range []string{t.Main, t.State} {
		if name == "" {
			continue
		}
		if _, err := os.Stat(t.File(name)); !errors.Is(err, fs.ErrNotExist) {
			return err == nil, err
		}
	}
	return false, nil
}

func (f Finder) named(p *protocol.Protocol, dir string) (Target, bool) {
	t, ok := p.Detect(disk{}, filepath.ToSlash(filepath.Join(dir, p.HomeFile)))
	return f.Target(t), ok
}
