package workspace

import (
	"path"
	"path/filepath"
	"strings"
	"testing"

	"mdck/internal/config"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/protocols"
)

// toys returns a Finder with two more protocols: toy with files NAME.toy.md, and box with
// directories in .boxes.
func toys() Finder {
	toy := &protocol.Protocol{Name: "toy", Checker: &lint.Checker{Name: "toy", Read: func(lint.Input) *lint.Checkpoint { return &lint.Checkpoint{} }, Rules: func() []lint.Rule {
		return []lint.Rule{{ID: "toy/play", Summary: "A toy.", Severity: lint.Error}}
	}}}
	toy.Globs = []string{"**/*.toy.md"}
	toy.Detect = func(_ protocol.Disk, file string) (t protocol.Target, ok bool) {
		dir, base := path.Split(file)
		if !strings.HasSuffix(base, ".toy.md") {
			return t, false
		}
		return protocol.Target{Protocol: "toy", Root: protocol.Root(path.Dir(path.Clean(dir))), Folder: path.Base(dir), Main: path.Base(dir) + "/" + base, Path: path.Base(dir) + "/" + base}, true
	}
	toy.As = func(t protocol.Target) protocol.Target { t.Folder = "."; return t }
	toy.Markdown = true
	box := &protocol.Protocol{Name: "box", Checker: &lint.Checker{Name: "box", Rules: func() []lint.Rule { return nil }}}
	box.Home, box.HomeFile, box.Skipped = ".boxes", "box.json", []string{"boxes/old"}
	box.Globs = []string{"**/.boxes/*/box.json"}
	box.Detect = func(_ protocol.Disk, file string) (t protocol.Target, ok bool) {
		dir, base := path.Split(file)
		if base != "box.json" || path.Base(path.Dir(path.Clean(dir))) != ".boxes" {
			return t, false
		}
		return protocol.Target{Protocol: "box", Root: protocol.Root(path.Clean(dir)), Main: base, Path: base}, true
	}
	return NewFinder(&config.Loader{Table: protocols.Default(toy, box)})
}

func TestTable(t *testing.T) {
	f := toys()
	dir := makeFiles(t, ".git/HEAD", ".ohrfc/x/checkpoint.md", "a/one.toy.md", "a/two.toy.md", "b/three.toy.md", "plain.md",
		".boxes/red/box.json", ".boxes/empty/", ".boxes/.hidden/box.json", "boxes/old/four.toy.md")
	all := []string{".boxes/red/box.json", ".ohrfc/x/checkpoint.md", "a/one.toy.md", "a/two.toy.md", "b/three.toy.md"}
	found, err := f.Here(filepath.Join(dir, "b"))
	if err != nil {
		t.Fatal(err)
	}
	want(t, paths(t, dir, found), all...)
	near, whole := f.Near(dir, 100)
	if !whole {
		t.Error("not all was searched")
	}
	want(t, sorted(paths(t, dir, near)), all...)
	var grouped []string
	for _, one := range ByFolder(found) {
		grouped = append(grouped, one.Main)
	}
	want(t, grouped, "box.json", ".ohrfc/x/checkpoint.md", "a", "b")

	for i, name := range all {
		got, ok := f.Detect(filepath.Join(dir, filepath.FromSlash(name)))
		if !ok || got.Target != found[i].Target {
			t.Errorf("%s: got %+v, want %+v", name, got, found[i])
		}
		if _, ok := known().Detect(filepath.Join(dir, filepath.FromSlash(name))); ok != strings.HasPrefix(name, ".ohrfc") {
			t.Errorf("%s without the table: known is %v", name, ok)
		}
	}
	red := found[0]
	if start := f.Start(filepath.Join(dir, ".boxes", "red", "sub")); red.ID() != "red" || start != red.Dir() {
		t.Errorf("box %q in %s, from within it starts at %s", red.ID(), red.Dir(), start)
	}
	want(t, found[2].Files(), "a/one.toy.md")
	if found[2].Parse("{") != nil || red.Parse("{") == nil {
		t.Error("the text of a toy is Markdown, that of a box JSON")
	}

	s := Settings{Config: &config.Config{}}
	if in := s.Input(nil, &found[2]); in.Checker == nil || in.Checker.Name != "toy" {
		t.Errorf("the input of lint is of %+v", in.Checker)
	}

	loader := &config.Loader{Table: f.Table, Flags: []config.Flag{{Key: "severities.toy/play", Value: "off", Name: "--set"}}}
	if c, err := loader.For(dir, dir); err != nil || !c.Off()["toy/play"] {
		t.Errorf("a rule of a toy is not off: %v", err)
	}

	as, err := f.As(filepath.Join(dir, "plain.md"), "toy")
	if err != nil || as.Protocol != "toy" || as.Root != dir || as.Main != "plain.md" || as.Folder != "." {
		t.Errorf("as a toy: %+v, %v", as, err)
	}
	if _, err := known().As(filepath.Join(dir, "plain.md"), "toy"); err == nil {
		t.Error("a protocol that the table does not have")
	}
	if _, err := f.As("plain.md", "nope"); err == nil || !strings.HasSuffix(err.Error(), ", toy, box") {
		t.Errorf("an unknown protocol: %v", err)
	}
}
