package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"mdck/internal/testtmp"
	"mdck/internal/tree"
)

// TestMain hides the configuration of the machine and the variables of a hook.
func TestMain(m *testing.M) {
	if os.Getenv("MDCK_TEST_HOOK") != "" {
		os.Exit(m.Run())
	}
	for _, v := range os.Environ() {
		if key, _, _ := strings.Cut(v, "="); strings.HasPrefix(key, "GIT_") {
			os.Unsetenv(key)
		}
	}
	for key, value := range map[string]string{
		"GIT_CONFIG_GLOBAL":   os.DevNull,
		"GIT_CONFIG_SYSTEM":   os.DevNull,
		"GIT_CONFIG_NOSYSTEM": "1",
		"GIT_AUTHOR_NAME":     "A", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_AUTHOR_DATE": "2020-01-02T03:04:05Z",
		"GIT_COMMITTER_NAME": "C", "GIT_COMMITTER_EMAIL": "c@example.org", "GIT_COMMITTER_DATE": "2020-01-02T03:04:05Z",
	} {
		os.Setenv(key, value)
	}
	testtmp.Use()
	dir, err := os.MkdirTemp("", "works")
	if err != nil {
		panic(err)
	}
	works = dir
	status := m.Run()
	os.RemoveAll(dir)
	os.Exit(status)
}

var works string

type work struct {
	t   *testing.T
	dir string
}

func newWork(t *testing.T) work {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	return empty.copy(t)
}

// pattern is a work tree to copy, because running git is slower.
type pattern struct {
	name string
	make func(t *testing.T) work
	once sync.Once
}

var empty = pattern{name: "empty", make: func(t *testing.T) work {
	w := work{t, t.TempDir()}
	w.git("init", "--quiet", "--template=", "-b", "main")
	w.git("config", "core.autocrlf", "false")
	w.git("config", "maintenance.auto", "false")
	w.write(".git/info/exclude", "")
	return w
}}

func (p *pattern) copy(t *testing.T) work {
	t.Helper()
	from := filepath.Join(works, p.name)
	p.once.Do(func() { copyTree(t, from, p.make(t).dir) })
	w := work{t, tree.RealPath(t.TempDir())}
	copyTree(t, w.dir, from)
	return w
}

func copyTree(t *testing.T, to, from string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

func (w work) git(args ...string) string {
	w.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = w.dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		w.t.Fatalf("git %q: %v\n%s", args, err, stderr.String())
	}
	return string(out)
}

func (w work) path(name string) string { return filepath.Join(w.dir, filepath.FromSlash(name)) }

func (w work) write(name, text string) {
	w.t.Helper()
	if err := os.MkdirAll(filepath.Dir(w.path(name)), 0o755); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(w.path(name), []byte(text), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

func (w work) commit(files map[string]string) {
	w.t.Helper()
	for name, text := range files {
		w.write(name, text)
	}
	w.git("add", "--all")
	w.git("commit", "--quiet", "--allow-empty", "--message", "x")
}

func (w work) open() *Repo {
	w.t.Helper()
	return open(w.t, w.dir)
}

func open(t *testing.T, dir string) *Repo {
	t.Helper()
	r, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func (w work) index(dirs ...string) fs.FS {
	w.t.Helper()
	return must[fs.FS](w.t)(w.open().Index(dirs...))
}

func must[T any](t *testing.T) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// unusual returns files with names or contents that have broken programs.
func unusual() map[string]string {
	files := map[string]string{
		"plain.md":             "# a\n",
		"with space/a b.md":    "space\n",
		"é/ü 漢字 😀.md":          "unicode é\n",
		"-dash/--all":          "dash\n",
		"crlf.md":              "a\r\nb\r\n",
		"bom.md":               "\ufeffx",
		"empty":                "",
		"binary":               "\x00\xff\xfe\x00\n\r\x1a",
		"big":                  strings.Repeat("0123456789abcde\n", 1<<16),
		"looks like a header":  "4b825dc642cb6eb9a060e54bf8d69288fbee4904 blob 3\nabc missing\n",
		".hidden/deep/er/f.md": "hidden\n",
		"a-b":                  "sorts before a/c in the index\n",
		"a/c":                  "but a sorts before a-b\n",
		"[x]y{1}":              "magic\n",
		"it's":                 "quote\n",
	}
	if runtime.GOOS != "windows" {
		maps.Copy(files, map[string]string{
			"new\nline\t/tab\t.md": "newline\n",
			`quote"d`:              "quoted\n",
			":(top)magic":          "magic\n",
			"*":                    "star\n",
		})
	}
	return files
}

func contents(t *testing.T, fsys fs.FS) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if info, err := fs.Stat(fsys, name); err != nil || info.IsDir() {
			return err // link to a directory
		}
		text, err := fs.ReadFile(fsys, name)
		found[name] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func same(t *testing.T, got, want map[string]string) {
	t.Helper()
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if text, ok := got[name]; !ok || text != want[name] {
			t.Errorf("%q contains %.80q (exists: %v), want %.80q", name, text, ok, want[name])
		}
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if _, ok := want[name]; !ok {
			t.Errorf("%q should not be there", name)
		}
	}
}

func sameList(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestOpen(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"sub/dir/a": "1"})
	for _, dir := range []string{".", "sub", "sub/dir"} {
		if got := open(t, w.path(dir)).Root(); got != w.dir {
			t.Errorf("root of %q is %q, want %q", dir, got, w.dir)
		}
	}
	t.Chdir(w.path("sub"))
	if got := open(t, "dir").Root(); got != w.dir {
		t.Errorf("root of a relative path is %q, want %q", got, w.dir)
	}
}

func TestOpenOutsideOfAWorkTree(t *testing.T) {
	w := newWork(t)
	bare := work{t, t.TempDir()}
	bare.git("init", "--quiet", "--bare")
	t.Setenv("GIT_CEILING_DIRECTORIES", os.TempDir())
	for name, dir := range map[string]string{"no repository": t.TempDir(), "bare": bare.dir, "git's own": w.path(".git")} {
		if _, err := Open(t.Context(), dir); !errors.Is(err, ErrNotRepo) {
			t.Errorf("%s gives %v, want %v", name, err, ErrNotRepo)
		}
	}
	if _, err := Open(t.Context(), w.path("missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing directory gives %v", err)
	}
}

func TestOpenWithoutGit(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if _, err := Open(t.Context(), "."); !errors.Is(err, ErrNoGit) {
		t.Errorf("got %v, want %v", err, ErrNoGit)
	}
}

func TestOpenStartsNoGitWithoutRepository(t *testing.T) {
	bin := t.TempDir()
	for _, name := range []string{"git", "git.exe"} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("no program"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("PATH", bin)
	if _, err := Open(t.Context(), t.TempDir()); !errors.Is(err, ErrNotRepo) {
		t.Errorf("%v, want %v without a start of git", err, ErrNotRepo)
	}
}

func TestOpenOfAnothersRepository(t *testing.T) {
	w := newWork(t)
	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
	_, err := Open(t.Context(), w.dir)
	if err == nil || errors.Is(err, ErrNotRepo) {
		t.Fatalf("got %v, want git's refusal", err)
	}
	for _, want := range []string{w.dir, "git config --global --add safe.directory"} {
		if !strings.Contains(filepath.FromSlash(err.Error()), want) {
			t.Errorf("%q does not name %q", err, want)
		}
	}
	if strings.ContainsAny(err.Error(), "\n\t") {
		t.Errorf("%q is not one line", err)
	}
}

func TestUntrusted(t *testing.T) {
	for stderr, want := range map[string]string{
		"fatal: detected dubious ownership in repository at '/r'\nTo add an exception for this directory, call:\n\n\tgit config --global --add safe.directory /r\n": "git rev-parse: fatal: detected dubious ownership in repository at '/r'; To add an exception for this directory, call:; git config --global --add safe.directory /r (status)",
		"fatal: bad\nhint: more\n":      "git rev-parse: fatal: bad; hint: more (status)",
		"":                              "git rev-parse: status",
		"  \n\nfatal: blank before\r\n": "git rev-parse: fatal: blank before (status)",
	} {
		err := &commandError{"rev-parse", stderr, errors.New("status")}
		if got := err.Error(); got != want {
			t.Errorf("%q gives\n%s, want\n%s", stderr, got, want)
		}
	}
}

func TestRel(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"sub/a b.md": "1"})
	r := w.open()
	outside := tree.RealPath(t.TempDir())
	for path, want := range map[string]string{
		".": "sub", "..": ".", "a b.md": "sub/a b.md", "../x": "x", "not/yet": "sub/not/yet", "..more": "sub/..more",
		w.dir: ".", w.path("sub/a b.md"): "sub/a b.md",
		"../..": "", "../../" + filepath.Base(w.dir) + "more": "", outside: "", filepath.Join(outside, "sub"): "",
	} {
		t.Chdir(w.path("sub"))
		if got, ok := r.Rel(path); got != want || ok != (want != "") {
			t.Errorf("%q is %q, %v, want %q", path, got, ok, want)
		}
	}
}

func TestRelThroughLinks(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"sub/a": "1"})
	outside := tree.RealPath(t.TempDir())
	alias := filepath.Join(outside, "alias")
	link(t, w.dir, alias)
	link(t, "sub", w.path("in"))
	link(t, outside, w.path("out"))
	r := w.open()
	for path, want := range map[string]string{
		alias: ".", filepath.Join(alias, "sub", "a"): "sub/a", filepath.Join(alias, "new"): "new",
		w.path("in"): "in", w.path("in/a"): "sub/a", w.path("in/new/x"): "sub/new/x",
		w.path("out"): "out", w.path("out/x"): "", w.path("out/alias/sub"): "sub",
	} {
		if got, ok := r.Rel(path); got != want || ok != (want != "") {
			t.Errorf("%q is %q, %v, want %q", path, got, ok, want)
		}
	}
}

func link(t *testing.T, target, name string) {
	t.Helper()
	if err := os.Symlink(filepath.FromSlash(target), name); err != nil {
		if runtime.GOOS == "windows" {
			t.Skipf("no symbolic links here: %v", err)
		}
		t.Fatal(err)
	}
}

func TestBranch(t *testing.T) {
	w := newWork(t)
	r := w.open()
	check := func(want string) {
		t.Helper()
		if got := must[string](t)(r.Branch()); got != want {
			t.Errorf("branch is %q, want %q", got, want)
		}
	}
	check("main")
	w.commit(nil)
	w.git("checkout", "--quiet", "-b", "topic/ü")
	w.git("tag", "topic/ü") // now ambiguous
	check("topic/ü")
	w.git("checkout", "--quiet", "--detach")
	check("")
}

func TestCloseEndsTheProcess(t *testing.T) {
	w := newWork(t)
	w.commit(unusual())
	before := runtime.NumGoroutine()
	r := must[*Repo](t)(Open(context.Background(), w.dir))
	fsys := must[fs.FS](t)(r.Index())
	contents(t, fsys)
	cmd := r.objects.batch.cmd
	for range 2 {
		r.Close()
	}
	if cmd.ProcessState == nil || !cmd.ProcessState.Success() {
		t.Errorf("process ended as %v", cmd.ProcessState)
	}
	for range 2000 { // goroutines may end late
		if runtime.NumGoroutine() <= before {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	if after := runtime.NumGoroutine(); after > before {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
	if _, err := fs.ReadFile(fsys, "plain.md"); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("reading after Close gives %v", err)
	}
}

func TestContextEndsTheProcess(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a": "1", "b": "2"})
	ctx, cancel := context.WithCancel(t.Context())
	r := must[*Repo](t)(Open(ctx, w.dir))
	fsys := must[fs.FS](t)(r.Index())
	must[[]byte](t)(fs.ReadFile(fsys, "a"))
	cancel()
	for range 3 { // the first read may succeed
		_, err := fs.ReadFile(fsys, "b")
		if err != nil && !errors.Is(err, context.Canceled) {
			t.Errorf("reading after the context ended gives %v", err)
		}
	}
	if _, err := r.Branch(); !errors.Is(err, context.Canceled) {
		t.Errorf("asking after the context ended gives %v", err)
	}
	r.Close()
}

func questions(t *testing.T, r *Repo) {
	t.Helper()
	contents(t, must[fs.FS](t)(r.Index()))
	contents(t, must[fs.FS](t)(r.Rev("HEAD")))
	must[[]string](t)(r.Staged())
	must[map[string]bool](t)(r.Ignored("a", "b"))
	must[bool](t)(r.Tracked("a"))
	must[bool](t)(r.CommitExists("abcdef"))
	must[string](t)(r.Branch())
	must[[]string](t)(r.Staged())
}

func TestNothingIsWrittenAndNoProgramRun(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a": "1", ".gitignore": "b\n", "b": "2", ".gitattributes": "* diff=d filter=f\n"})
	w.write("a", "changed")
	w.write("c", "staged")
	w.git("add", "c")
	marker := filepath.Join(t.TempDir(), "marker")
	run := fmt.Sprintf("echo x >>'%s'; cat", filepath.ToSlash(marker))
	for _, key := range []string{
		"core.pager", "core.fsmonitor", "core.editor", "diff.external", "diff.d.command", "diff.d.textconv",
		"filter.f.smudge", "filter.f.clean", "pager.ls-files", "credential.helper", "core.askPass", "core.alternateRefsCommand",
	} {
		w.git("config", key, run)
	}
	for _, hook := range []string{"post-index-change", "fsmonitor-watchman", "pre-commit", "reference-transaction"} {
		w.write(".git/hooks/"+hook, "#!/bin/sh\n"+run+"\n")
		if err := os.Chmod(w.path(".git/hooks/"+hook), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	os.Remove(marker) // maybe from the setup
	t.Setenv("GIT_PAGER", run)
	t.Setenv("GIT_EXTERNAL_DIFF", run)
	before := contents(t, os.DirFS(w.path(".git")))
	questions(t, w.open())
	same(t, contents(t, os.DirFS(w.path(".git"))), before)
	if text, err := os.ReadFile(marker); err == nil {
		t.Errorf("programs of the user were run: %q", text)
	}
}

func TestVariablesThatChangeWhatGitPrints(t *testing.T) {
	w := newWork(t)
	w.commit(map[string]string{"a": "1", "A*": "2"})
	w.write("new", "3")
	w.git("add", "new")
	for _, key := range []string{"core.quotePath", "diff.noprefix", "diff.relative", "status.relativePaths"} {
		w.git("config", key, "true")
	}
	for _, key := range []string{"GIT_ICASE_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_TRACE", "GIT_TRACE_SETUP"} {
		t.Setenv(key, "1")
	}
	r := w.open()
	questions(t, r)
	same(t, contents(t, must[fs.FS](t)(r.Index("A*"))), map[string]string{"A*": "2"})
	sameList(t, must[[]string](t)(r.Staged()), "new")
}
