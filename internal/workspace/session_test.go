package workspace

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mdck/internal/testtmp"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ohrfc"
)

const rootVariable = "CCC_PROJECT_ROOT"

var variables = []string{rootVariable, "SDD_PROJECT_ROOT", "SDD_PROGRESS_FILE", "SDD_STATE_FILE"}

func TestMain(m *testing.M) {
	for _, name := range variables {
		os.Unsetenv(name)
	}
	testtmp.Use()
	os.Exit(m.Run())
}

func setenv(t *testing.T, dir string, env []string) {
	t.Helper()
	for _, e := range env {
		name, value, ok := strings.Cut(e, "=")
		if !ok || !slices.Contains(variables, name) {
			t.Fatalf("%q sets no variable of a session", e)
		}
		t.Setenv(name, strings.ReplaceAll(value, "DIR", dir))
	}
}

func files(t *testing.T, dir string, target Target) string {
	t.Helper()
	rel, err := filepath.Rel(dir, target.Root)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(rel) + " " + target.Main + " " + target.State
}

const usual = " .ccc-progress.md .ccc-state.json"

func TestSession(t *testing.T) {
	for name, c := range map[string]struct {
		files    []string
		from     string
		env      []string
		want     string // "" for an error
		contains string
	}{
		"nothing there":                 {[]string{"a/"}, "a", nil, "a" + usual, ""},
		"a repository":                  {[]string{".git/HEAD", "a/b/"}, "a/b", nil, "." + usual, ""},
		"a progress file":               {[]string{".ccc-progress.md", "a/b/"}, "a/b", nil, "." + usual, ""},
		"only a state":                  {[]string{".ccc-state.json", "a/b/"}, "a/b", nil, "." + usual, ""},
		"the nearest":                   {[]string{".git/HEAD", ".ccc-progress.md", "a/.ccc-state.json", "a/b/"}, "a/b", nil, "a" + usual, ""},
		"the nearest from outside":      {[]string{".git/HEAD", ".ccc-progress.md", "a/.ccc-state.json", "b/"}, "b", nil, "." + usual, ""},
		"above the repository":          {[]string{".ccc-progress.md", "r/.git/HEAD", "r/a/"}, "r/a", nil, "r" + usual, ""},
		"other case":                    {[]string{".git/HEAD", "a/.CCC-Progress.md", "a/b/"}, "a/b", nil, "." + usual, ""},
		"a copy is no session":          {[]string{".git/HEAD", "a/.ccc-progress-20261121-080000.md"}, "a", nil, "." + usual, ""},
		"a directory of that name":      {[]string{".git/HEAD", "a/.ccc-progress.md/", "a/b/"}, "a/b", nil, "a" + usual, ""},
		"root":                          {[]string{"p/", "q/.ccc-progress.md"}, "q", []string{"CCC_PROJECT_ROOT=DIR/p"}, "p" + usual, ""},
		"relative root":                 {[]string{"p/", "q/"}, "q", []string{"CCC_PROJECT_ROOT=../p"}, "p" + usual, ""},
		"older root":                    {[]string{"p/", "q/"}, "q", []string{"SDD_PROJECT_ROOT=DIR/p"}, "p" + usual, ""},
		"both roots":                    {[]string{"p/", "q/"}, "q", []string{"SDD_PROJECT_ROOT=DIR/q", "CCC_PROJECT_ROOT=DIR/p"}, "p" + usual, ""},
		"empty root, older root":        {[]string{"p/", "q/"}, "q", []string{"SDD_PROJECT_ROOT=DIR/p", "CCC_PROJECT_ROOT="}, "p" + usual, ""},
		"root is missing":               {[]string{"q/"}, "q", []string{"CCC_PROJECT_ROOT=DIR/p"}, "", "CCC_PROJECT_ROOT is"},
		"older root is missing":         {[]string{"q/"}, "q", []string{"SDD_PROJECT_ROOT=DIR/p"}, "", "SDD_PROJECT_ROOT is"},
		"root is a file":                {[]string{"p", "q/"}, "q", []string{"CCC_PROJECT_ROOT=DIR/p"}, "", "expected a directory"},
		"all are empty":                 {[]string{".git/HEAD", "a/"}, "a", []string{"CCC_PROJECT_ROOT=", "SDD_PROJECT_ROOT=", "SDD_PROGRESS_FILE=", "SDD_STATE_FILE="}, "." + usual, ""},
		"other names":                   {[]string{".git/HEAD", "a/"}, "a", []string{"SDD_PROGRESS_FILE=p.md", "SDD_STATE_FILE=s.json"}, ". p.md s.json", ""},
		"other names, nearest":          {[]string{".git/HEAD", "a/p.md", ".ccc-progress.md", "a/b/"}, "a/b", []string{"SDD_PROGRESS_FILE=p.md"}, "a p.md .ccc-state.json", ""},
		"the usual name does not count": {[]string{".git/HEAD", "a/.ccc-progress.md"}, "a", []string{"SDD_PROGRESS_FILE=p.md"}, ". p.md .ccc-state.json", ""},
		"in directories":                {[]string{".git/HEAD", "a/notes/x/p.md", "a/b/"}, "a/b", []string{"SDD_PROGRESS_FILE=notes/x/p.md"}, "a notes/x/p.md .ccc-state.json", ""},
		"not clean":                     {[]string{".git/HEAD", "a/"}, "a", []string{"SDD_PROGRESS_FILE=./x/../p.md"}, ". p.md .ccc-state.json", ""},
		"absolute, outside":             {[]string{"r/.git/HEAD", "q/p.md"}, "r", []string{"SDD_PROGRESS_FILE=DIR/q/p.md"}, "", "SDD_PROGRESS_FILE is"},
		"absolute, outside of root":     {[]string{"r/", "q/p.md"}, "q", []string{"CCC_PROJECT_ROOT=DIR/r", "SDD_STATE_FILE=DIR/q/p.md"}, "", "SDD_STATE_FILE is"},
		"above":                         {[]string{".git/HEAD", "a/"}, "a", []string{"SDD_PROGRESS_FILE=../p.md"}, "", "expected a relative path of a file below"},
		"the project itself":            {[]string{".git/HEAD"}, ".", []string{"SDD_PROGRESS_FILE=./"}, "", "expected a relative path of a file below"},
		"one file for both":             {[]string{".git/HEAD"}, ".", []string{"SDD_PROGRESS_FILE=x", "SDD_STATE_FILE=./x"}, "", "both name"},
		"state of the usual name":       {[]string{".git/HEAD"}, ".", []string{"SDD_STATE_FILE=.ccc-progress.md"}, "", "both name"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := makeFiles(t, c.files...)
			from := filepath.Join(dir, filepath.FromSlash(c.from))
			t.Chdir(from)
			setenv(t, dir, c.env)
			got, err := known().Current(&ccc.Protocol, from)
			switch {
			case c.want == "" && (err == nil || !strings.Contains(err.Error(), c.contains)):
				t.Fatalf("got %v, %v, want an error with %q", got, err, c.contains)
			case c.want == "":
				return
			case err != nil || files(t, dir, got) != c.want:
				t.Fatalf("got %q, %v, want %q", files(t, dir, got), err, c.want)
			}
			checkSession(t, &got)
		})
	}
}

func checkSession(t *testing.T, s *Target) {
	t.Helper()
	if s.Protocol != ccc.Name || s.ID() != "ccc" || s.Dir() != s.Root || s.Path != s.Main || !slices.Equal(s.Files(), []string{s.Main, s.State}) {
		t.Errorf("got %+v with id %q in %q", s, s.ID(), s.Dir())
	}
	for _, name := range s.Files() {
		again, ok := known().Detect(s.File(name))
		if !ok || again.Root != s.Root || again.Main != s.Main || again.State != s.State || again.Path != name {
			t.Errorf("by %q it is %+v, not %+v", name, again, s)
		}
	}
	if at, err := known().At(&ccc.Protocol, s.Root); err != nil || at.Root != s.Root || at.Main != s.Main || at.State != s.State {
		t.Errorf("at its root it is %+v, %v", at, err)
	}
}

func TestSessionWalk(t *testing.T) {
	for name, c := range map[string]struct {
		files []string
		from  string
		env   []string
		want  []string
	}{
		"nested":                  {[]string{".git/HEAD", ".ccc-progress.md", "a/.ccc-progress.md", "a/.ccc-state.json", "b/c/.ccc-state.json"}, ".", nil, []string{".ccc-progress.md", "a/.ccc-progress.md", "b/c/.ccc-progress.md"}},
		"below only":              {[]string{".git/HEAD", ".ccc-progress.md", "a/.ccc-progress.md", "a/b/"}, "a/b", nil, []string{"a/.ccc-progress.md"}},
		"not entered":             {[]string{".git/.ccc-progress.md", ".mdck/.ccc-progress.md", "node_modules/x/.ccc-progress.md", "v/pyvenv.cfg", "v/.ccc-progress.md"}, ".", nil, nil},
		"copies":                  {[]string{".git/HEAD", ".ccc-progress-20261121-080000.md", ".ccc-agents.md", "x.ccc-progress.md", ".ccc-progress.md.bak"}, ".", nil, nil},
		"a directory":             {[]string{".git/HEAD", ".ccc-progress.md/x"}, ".", nil, []string{".ccc-progress.md"}},
		"with workspaces":         {[]string{".git/HEAD", ".ccc-state.json", ".ohrfc/a/state.json"}, ".", nil, []string{".ccc-progress.md", ".ohrfc/a/checkpoint.md"}},
		"other name":              {[]string{".git/HEAD", "n/p.md", ".ccc-progress.md", "n/.ccc-progress.md", "q/p.md"}, ".", []string{"SDD_PROGRESS_FILE=n/p.md"}, []string{"n/p.md"}},
		"other name, several":     {[]string{".git/HEAD", "p.md", "n/p.md", "x-p.md"}, ".", []string{"SDD_PROGRESS_FILE=p.md"}, []string{"n/p.md", "p.md"}},
		"state of another name":   {[]string{".git/HEAD", "n/s.json", "q/s.json"}, ".", []string{"SDD_STATE_FILE=n/s.json"}, []string{".ccc-progress.md"}},
		"outside of this project": {[]string{"r/.git/HEAD", "r/.ccc-progress.md", "q/.git/HEAD"}, "r", []string{"SDD_PROGRESS_FILE=../p.md"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			dir := makeFiles(t, c.files...)
			from := filepath.Join(dir, filepath.FromSlash(c.from))
			t.Chdir(from)
			setenv(t, dir, c.env)
			start := known().Start(from)
			below, err := known().Below(start)
			if err != nil {
				t.Fatal(err)
			}
			want(t, sorted(paths(t, dir, below)), c.want...)
			here, err := known().Here(from)
			if err != nil {
				t.Fatal(err)
			}
			want(t, sorted(paths(t, dir, here)), c.want...)
			near, whole := known().Near(start, 1000)
			if !whole {
				t.Error("not all was searched")
			}
			want(t, sorted(paths(t, dir, near)), c.want...)
			named, err := known().Named(start)
			if err != nil {
				t.Fatal(err)
			}
			want(t, sorted(paths(t, dir, named)), c.want...)
			byID, err := known().ByID(from, ccc.Name)
			if err != nil {
				t.Fatal(err)
			}
			want(t, sorted(paths(t, dir, byID)), slices.DeleteFunc(c.want, func(n string) bool { return strings.HasPrefix(n, ".ohrfc") })...)
		})
	}
}

func sorted(names []string) []string { slices.Sort(names); return names }

func TestElsewhere(t *testing.T) {
	dir := makeFiles(t, "p/.ccc-progress.md", "q/.git/HEAD", "q/.ohrfc/a/state.json", "empty/")
	link(t, filepath.Join(dir, "p"), filepath.Join(dir, "alias"))
	if found, err := known().Elsewhere(); len(found) > 0 || err != nil {
		t.Errorf("no variable names a session: %v, %v", found, err)
	}
	for _, c := range []struct {
		root string
		here []string
	}{
		{"p", []string{"p/.ccc-progress.md", "q/.ohrfc/a/checkpoint.md"}},
		{"empty", []string{"q/.ohrfc/a/checkpoint.md"}},
		{"missing", []string{"q/.ohrfc/a/checkpoint.md"}},
	} {
		t.Setenv(rootVariable, filepath.Join(dir, c.root))
		if found, err := known().Elsewhere(); len(found) > 0 != (c.root == "p") || (err != nil) != (c.root == "missing") {
			t.Errorf("%s: found %v, %v", c.root, found, err)
		}
		got, err := known().Here(filepath.Join(dir, "q"))
		if err != nil {
			t.Fatal(err)
		}
		want(t, sorted(paths(t, dir, got)), c.here...)
	}
	t.Setenv(rootVariable, filepath.Join(dir, "alias"))
	if got, err := known().Here(filepath.Join(dir, "p")); err != nil || len(got) != 1 {
		t.Errorf("by a link to it and from within: %v, %v, want it once", got, err)
	}
	if got, err := known().ByID(filepath.Join(dir, "q"), ccc.Name); err != nil || len(got) != 1 {
		t.Errorf("by id: %v, %v", got, err)
	}
}

func TestSessionLinks(t *testing.T) {
	dir := makeFiles(t, "real/.ccc-progress.md", "p/.git/HEAD", "p/sub/")
	link(t, "../real/.ccc-progress.md", filepath.Join(dir, "p", ".ccc-progress.md"))
	link(t, "real", filepath.Join(dir, "alias"))
	got, err := known().Current(&ccc.Protocol, filepath.Join(dir, "p", "sub"))
	if err != nil || files(t, dir, got) != "p"+usual {
		t.Errorf("a link to a file: %+v, %v", got, err)
	}
	if found, err := known().Below(filepath.Join(dir, "p")); err != nil || len(found) != 1 {
		t.Errorf("a link to a file: %v, %v", found, err)
	}
	if found, err := known().Below(dir); err != nil || len(found) != 1 {
		t.Errorf("a link to a directory, or the repository beside it, is entered: %v, %v", found, err)
	}
	if found, err := known().Below(filepath.Join(dir, "alias")); err != nil || len(found) != 1 {
		t.Errorf("a link that is named is not followed: %v, %v", found, err)
	}
	link(t, "nowhere", filepath.Join(dir, "p", "sub", ".ccc-progress.md"))
	if got, err := known().Current(&ccc.Protocol, filepath.Join(dir, "p", "sub")); err != nil || files(t, dir, got) != "p"+usual {
		t.Errorf("a link to nowhere: %+v, %v", got, err)
	}
}

func TestAsSession(t *testing.T) {
	dir := makeFiles(t, ".ccc-progress.md", "notes/mine.md")
	t.Chdir(dir)
	for _, c := range []struct{ file, root, main, state, path string }{
		{".ccc-progress.md", "", ".ccc-progress.md", ".ccc-state.json", ".ccc-progress.md"},
		{".ccc-state.json", "", ".ccc-progress.md", ".ccc-state.json", ".ccc-state.json"},
		{"notes/mine.md", "notes", "mine.md", ".ccc-state.json", "mine.md"},
		{"notes/mine.json", "notes", ".ccc-progress.md", "mine.json", "mine.json"},
		{"notes/mine", "notes", "mine", ".ccc-state.json", "mine"},
	} {
		got, err := known().As(filepath.FromSlash(c.file), ccc.Name)
		if err != nil || got.Protocol != ccc.Name || got.Root != filepath.Join(dir, c.root) || got.Main != c.main || got.State != c.state || got.Path != c.path {
			t.Errorf("%s: got %+v, %v", c.file, got, err)
		}
	}
	t.Setenv("SDD_PROGRESS_FILE", "p.md")
	if got, err := known().As(".ccc-state.json", ccc.Name); err != nil || got.Main != "p.md" || got.Path != ".ccc-state.json" {
		t.Errorf("the state of a session whose progress file a variable names: %+v, %v", got, err)
	}
	if got, err := known().As(".ccc-progress.md", ohrfc.Name); err != nil || got.Protocol != ohrfc.Name || got.Main != ".ccc-progress.md" {
		t.Errorf("as a checkpoint of an RFC: %+v, %v", got, err)
	}
}
