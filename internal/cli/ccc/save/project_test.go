package save

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"mdck/internal/linear/curltest"
	"mdck/internal/testtmp"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/protocols"
)

func TestMain(m *testing.M) {
	for _, e := range os.Environ() {
		name, _, _ := strings.Cut(e, "=")
		if strings.HasPrefix(name, "GIT_") || strings.HasPrefix(name, "SDD_") || strings.HasPrefix(name, "CCC_") {
			os.Unsetenv(name)
		}
	}
	os.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	os.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		os.Setenv("GIT_"+who+"_NAME", "Test")
		os.Setenv("GIT_"+who+"_EMAIL", "test@example.org")
	}
	testtmp.Use()
	testscript.Main(m, map[string]func(){"curl": curltest.Main})
}

var now = time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC)

type project struct {
	*testing.T
	dir string
}

func newProject(t *testing.T, files map[string]string) project {
	t.Helper()
	p := project{t, t.TempDir()}
	for name, text := range files {
		p.write(name, text)
	}
	return p
}

func (p project) path(name string) string { return filepath.Join(p.dir, filepath.FromSlash(name)) }

func (p project) write(name, text string) {
	p.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(p.path(name)), 0o755), os.WriteFile(p.path(name), []byte(text), 0o644)); err != nil {
		p.Fatal(err)
	}
}

func (p project) read(name string) string {
	p.Helper()
	text, err := os.ReadFile(p.path(name))
	if err != nil {
		p.Fatal(err)
	}
	return string(text)
}

func (p project) git(args ...string) string {
	p.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = p.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		p.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// commit commits a.go in a new repository and modifies it.
func (p project) commit() {
	p.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		p.Skip("git is not installed")
	}
	p.write("a.go", "package a\n")
	p.git("init", "-q", "-b", "topic")
	p.git("add", "a.go")
	p.git("commit", "-q", "-m", "first")
	p.write("a.go", "package a // 2\n")
}

func (p project) options() Options {
	return Options{Target: p.target(), Command: "ccc save", Now: now}
}

func (p project) target() *workspace.Target {
	p.Helper()
	t, err := workspace.Finder{Table: protocols.Default()}.Current(&ccc.Protocol, p.dir)
	if err != nil {
		p.Fatal(err)
	}
	return &t
}

func outcomes(r *Report) string {
	var all []string
	for _, s := range r.Steps {
		all = append(all, string(s.Outcome))
	}
	return strings.Join(all, " ")
}

const state = `{"linearIssue": "CIA-12", "phase": "execution", "taskIndex": 1, "totalTasks": 7}`

func exists(name string) bool {
	_, err := os.Stat(name)
	return !errors.Is(err, fs.ErrNotExist)
}
