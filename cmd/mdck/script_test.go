package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"mdck/internal/linear/curltest"
	"mdck/internal/testtmp"
)

var update = flag.Bool("update", false, "write what mdck prints into the scripts")

func TestMain(m *testing.M) {
	if len(os.Args) == 0 { // never true; makes the linker include mdck, so that go test runs again when mdck changes
		main()
	}
	testtmp.Use()
	testscript.Main(isolated{m}, map[string]func(){"curl": curltest.Main})
}

type isolated struct{ *testing.M }

// Run catches signals that the parent process ignores, because the programs of tests would ignore
// them, too.
func (s isolated) Run() int {
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		if setting.MatchString(name) && name != "MDCK_FAULTS" && name != "MDCK_HOSTILE" && name != "MDCK_LONG" {
			os.Unsetenv(name)
		}
	}
	os.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	os.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	os.Setenv("TZ", "UTC")
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if signal.Ignored(sig) {
			signal.Notify(make(chan os.Signal, 1), sig)
		}
	}
	if err := build(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	flag.Parse()
	if n := flag.Lookup("test.parallel").Value; n.String() == strconv.Itoa(runtime.GOMAXPROCS(0)) {
		n.Set(strconv.Itoa(3 * runtime.GOMAXPROCS(0))) // most tests wait for processes
	}
	return s.M.Run()
}

// build builds mdck, because the test binary takes more processor time.
func build() error {
	bin, _, _ := strings.Cut(os.Getenv("PATH"), string(filepath.ListSeparator))
	args := []string{"build", "-buildvcs=false", "-ldflags=-s -w", "-o", bin + string(filepath.Separator)}
	cgo := "CGO_ENABLED=0"
	if info, ok := debug.ReadBuildInfo(); ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"}) {
		args, cgo = append(args, "-race"), "CGO_ENABLED=1"
	}
	cmd := exec.Command("go", append(args, ".")...)
	cmd.Env = append(os.Environ(), cgo)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("building mdck: %w\n%s", err, out)
	}
	return nil
}

var setting = regexp.MustCompile(`^(MDCK|CCC|SDD|LINEAR|GIT|CLAUDE|CODEX|GEMINI)_|^(CI|GITHUB_ACTIONS|NO_COLOR)$`)

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		UpdateScripts:       *update,
		Setup:               setup,
		Condition:           condition,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "demo": demo, "unix2dos": unix2dos, "replace": replace,
			"bytes": writeBytes, "grow": grow, "interrupted": interrupted,
			"atmost": atMost, "planted": planted, "longline": longLine,
			"linear": linear, "silent": silent, "terminal": terminal,
		},
	})
}

func setup(env *testscript.Env) error {
	env.Values[linearValue{}] = newLinearServer()
	env.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	env.Setenv("GIT_CONFIG_SYSTEM", os.DevNull)
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		env.Setenv("GIT_"+who+"_NAME", "Script")
		env.Setenv("GIT_"+who+"_EMAIL", "script@example.org")
		env.Setenv("GIT_"+who+"_DATE", "2026-11-21T08:00:00Z")
	}
	env.Setenv("GORACE", os.Getenv("GORACE"))
	env.Setenv("NOW", "2026-11-21T08:00:00Z")
	env.Setenv("NL", "\n")
	env.Setenv("ESC", "\x1b")
	env.Setenv("LATIN", "x\xe9")
	env.Setenv("W", ".ohrfc/rfc-20261104-offline-sync")
	return nil
}

func condition(cond string) (bool, error) {
	if cond == "root" { // root may write everything
		return os.Geteuid() == 0, nil
	}
	name, ok := strings.CutPrefix(cond, "exec:")
	if !ok {
		return false, fmt.Errorf("unknown condition %q", cond)
	}
	_, err := exec.LookPath(name)
	return err == nil, nil
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS PROGRAM ARG...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("status %d, want %d", got, want)
	}
}

// terminal STATUS COMMANDS runs shell commands with the terminal of ttyin.
func terminal(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: terminal STATUS COMMANDS")
	}
	exits(ts, false, []string{args[0], "sh", "-c", args[1] + "; status=$?; sleep 0.2; exit $status"})
}

func silent(ts *testscript.TestScript, neg bool, args []string) {
	for line := range strings.Lines(ts.ReadFile("stderr")) {
		if !strings.HasPrefix(line, "mdck: waiting for the lock ") {
			ts.Fatalf("stderr: %s", line)
		}
	}
}

func demo(ts *testscript.TestScript, neg bool, args []string) {
	dir := "."
	if len(args) > 0 {
		dir = args[0]
	}
	from, err := filepath.Abs(filepath.Join(repository, "testdata", "demo"))
	ts.Check(err)
	ts.Check(os.CopyFS(ts.MkAbs(dir), os.DirFS(from)))
}

// repository is absolute, because scripts run elsewhere.
var repository = func() string {
	dir, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		return "."
	}
	return dir
}()

func unix2dos(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range args {
		text := ts.ReadFile(name)
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(strings.ReplaceAll(text, "\n", "\r\n")), 0o644))
	}
}

// replace FILE OLD NEW replaces OLD, which must occur once.
func replace(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: replace FILE OLD NEW")
	}
	text := ts.ReadFile(args[0])
	old, err := strconv.Unquote(`"` + strings.ReplaceAll(args[1], `"`, `\"`) + `"`)
	ts.Check(err)
	with, err := strconv.Unquote(`"` + strings.ReplaceAll(args[2], `"`, `\"`) + `"`)
	ts.Check(err)
	if strings.Count(text, old) != 1 {
		ts.Fatalf("%q occurs %d times in %s, want once", old, strings.Count(text, old), args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(text, old, with, 1)), 0o644))
}

// bytes FILE STRING... writes Go strings without quotes.
func writeBytes(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: bytes FILE STRING...")
	}
	text := ""
	for _, arg := range args[1:] {
		part, err := strconv.Unquote(`"` + strings.ReplaceAll(arg, `"`, `\"`) + `"`)
		ts.Check(err)
		text += part
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

func grow(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 3 {
		ts.Fatalf("usage: grow FILE N TEXT")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	text, err := os.ReadFile(ts.MkAbs(args[0]))
	if !errors.Is(err, os.ErrNotExist) {
		ts.Check(err)
	}
	for i := range n {
		text = fmt.Appendf(text, "%s %d\n", args[2], i+1)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), text, 0o644))
}

// interrupted DIR NAME=FILE... creates what an interrupted write leaves.
func interrupted(ts *testscript.TestScript, neg bool, args []string) {
	type file struct {
		Name string `json:"name"`
		Old  []byte `json:"old"`
		New  []byte `json:"new"`
		Mode int    `json:"mode"`
	}
	var files []file
	for _, arg := range args[1:] {
		name, with, _ := strings.Cut(arg, "=")
		f := file{Name: name, New: []byte(ts.ReadFile(with)), Mode: 0o644}
		if _, err := os.Stat(ts.MkAbs(args[0] + "/" + name)); err == nil {
			f.Old = append([]byte{}, ts.ReadFile(args[0]+"/"+name)...)
		}
		files = append(files, f)
	}
	body, err := json.Marshal(map[string]any{"files": files, "ledger": nil, "ledger_size": 0})
	ts.Check(err)
	ts.Check(os.MkdirAll(ts.MkAbs(args[0]+"/.mdck"), 0o755))
	text := "mdck txn 2 " + hash(string(body)) + "\n" + string(body)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]+"/.mdck/txn"), []byte(text), 0o644))
}

func hash(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }

// planted FILE DIR NAME SEQ makes FILE backup SEQ of NAME.
func planted(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: planted FILE DIR NAME SEQ")
	}
	text := ts.ReadFile(args[0])
	name := fmt.Sprintf("%s/.mdck/backups/%s.%s.%s", args[1], args[2], args[3], hash(text)[:8])
	ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o644))
}

func atMost(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: atmost N FILE")
	}
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	if got := len(ts.ReadFile(args[1])); got > n {
		ts.Fatalf("%s has %d bytes; expected at most %d", args[1], got, n)
	}
}

func longLine(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: longline FILE N TEXT")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Repeat(args[2], n)+"\n"), 0o644))
}
