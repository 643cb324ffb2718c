package integration

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

var binary string

func TestMain(m *testing.M) { os.Exit(run(m)) }

var setting = regexp.MustCompile(`^(MDCK|CCC|SDD|LINEAR|GIT)_`)

func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "mdck-integration-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	binary = filepath.Join(dir, "mdck.exe")
	if filepath.Separator == '/' {
		binary = filepath.Join(dir, "mdck")
	}
	build := exec.Command("go", "build", "-o", binary, "./cmd/mdck")
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		panic(string(out))
	}
	for _, v := range os.Environ() { // without variables of git and mdck
		if name, _, _ := strings.Cut(v, "="); setting.MatchString(name) {
			os.Unsetenv(name)
		}
	}
	os.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH"))
	return m.Run()
}

func repository(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func block(t *testing.T, document, title, language, part string) string {
	t.Helper()
	inside := false
	var found []string
	lines := strings.SplitAfter(read(t, filepath.Join(repository(t), "docs", document)), "\n")
	for i := 0; i < len(lines); i++ {
		if fence, ok := strings.CutPrefix(lines[i], "```"); ok {
			start := i + 1
			for i++; !strings.HasPrefix(lines[i], "```"); i++ {
			}
			if inside && strings.TrimSpace(fence) == language {
				found = append(found, strings.Join(lines[start:i], ""))
			}
			continue
		}
		if strings.HasPrefix(lines[i], "#") {
			inside = strings.TrimSpace(strings.TrimLeft(lines[i], "#")) == title
		}
	}
	for _, text := range found {
		if strings.Contains(text, part) {
			return text
		}
	}
	t.Fatalf("docs/%s has no block of %s with %q in section %q", document, language, part, title)
	return ""
}

type finding struct {
	Path, Rule, Severity, Message string
	Line, Column                  int
}

func (f finding) text() string { return f.Message + " [" + f.Rule + "]" }

func mdck(t *testing.T, dir, stdin string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	return program(t, dir, stdin, binary, args...)
}

func program(t *testing.T, dir, stdin, name string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	var out, talk bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = dir, strings.NewReader(stdin), &out, &talk
	err := cmd.Run()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		return out.String(), talk.String(), exit.ExitCode()
	}
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return out.String(), talk.String(), 0
}

func findings(t *testing.T, dir, stdin string, args ...string) []finding {
	t.Helper()
	out, talk, status := mdck(t, dir, stdin, append([]string{"lint", "--json"}, args...)...)
	if status == 2 {
		t.Fatalf("mdck lint --json %q: %s", args, talk)
	}
	var report struct{ Findings []finding }
	if err := json.Unmarshal([]byte(out), &report); err != nil {
		t.Fatal(err)
	}
	return report.Findings
}

func workspaces(t *testing.T, hardNames bool) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "work dir")
	roots := []string{"."}
	if hardNames {
		roots = append(roots, "a b", "c[1]", "é/f", "g (h)")
		if runtime.GOOS != "windows" {
			roots = append(roots, "d:e", "C:/i")
		}
	}
	demo := os.DirFS(filepath.Join(repository(t), "testdata", "demo"))
	for _, root := range roots {
		if err := os.CopyFS(filepath.Join(dir, filepath.FromSlash(root)), demo); err != nil {
			t.Fatal(err)
		}
		atGate(t, filepath.Join(dir, filepath.FromSlash(root)))
		name := filepath.Join(dir, filepath.FromSlash(root), filepath.FromSlash(checkpoint))
		text := read(t, name)
		text = strings.Replace(text, "## DESIGN Exit", "## x:3:4: error: y [any/z]\n\n- é: `a` \\b \"c\" [d]\n\n## DESIGN Exit", 1)
		text = strings.Replace(text, "- strictness", "- Strictness", 1)
		write(t, name, text+"\n## DISCOVER Exit\n\n## It's \"q\" \\ %m %% | <>\n")
		state := filepath.Join(filepath.Dir(name), "state.json")
		write(t, state, strings.Replace(read(t, state), "{", "{\n  \"ké: 1:2: warning: [x]\": [1],", 1))
	}
	return dir
}

const checkpoint = ".ohrfc/rfc-20261104-offline-sync/checkpoint.md"

func atGate(t *testing.T, dir string) {
	t.Helper()
	state := filepath.Join(dir, filepath.Dir(filepath.FromSlash(checkpoint)), "state.json")
	write(t, state, strings.Replace(read(t, state), `"current_phase": "design"`, `"current_phase": "gate_b"`, 1))
}
