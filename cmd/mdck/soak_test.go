package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

var soak = flag.Duration("soak", time.Second, "how long the tests of soaking edit")

type soaked struct {
	t     *testing.T
	cmd   *exec.Cmd
	in    io.WriteCloser
	dir   string
	root  string
	count int
	said  atomic.Int64 // on standard output
}

func soaking(t *testing.T, args ...string) *soaked {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("only Linux reports the resources of a process")
	}
	s := &soaked{t: t, cmd: exec.Command("mdck", args...), root: t.TempDir()}
	if err := os.CopyFS(s.root, os.DirFS(filepath.Join("..", "..", "testdata", "demo"))); err != nil {
		t.Fatal(err)
	}
	s.dir = filepath.Join(s.root, ".ohrfc", "rfc-20261104-offline-sync")
	s.cmd.Dir = s.root
	in, err := s.cmd.StdinPipe()
	out, err2 := s.cmd.StdoutPipe()
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	s.in = in
	t.Cleanup(func() { _ = s.cmd.Process.Kill(); _ = s.cmd.Wait() })
	go s.read(out)
	return s
}

func (s *soaked) read(out io.Reader) {
	buffer := bufio.NewReader(out)
	for {
		n, err := buffer.Discard(max(buffer.Buffered(), 1))
		if s.said.Add(int64(n)); err != nil {
			return
		}
	}
}

func (s *soaked) write(name, text string) string {
	s.t.Helper()
	err := os.MkdirAll(filepath.Dir(name), 0o755)
	if text == "" {
		_ = os.Remove(name) // the file may be missing
	} else if err == nil {
		err = os.WriteFile(name, []byte(text), 0o644)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return name
}

func (s *soaked) edit() (path, text string) {
	s.count++
	n := strconv.Itoa(s.count)
	checkpoint := readText(s.t, filepath.Join("..", "..", "testdata", "demo", ".ohrfc", "rfc-20261104-offline-sync", "checkpoint.md"))
	switch s.count % 6 {
	case 0:
		text = []string{"", "budgets: [\n", "budgets: {ohrfc: {lines: 150}}\n", "formats: {f: {files: ['n" + n + ".mdc'], lines: 9}}\n"}[s.count/6%4]
		return s.write(filepath.Join(s.root, ".mdck.yaml"), text), text
	case 1:
		text = strings.Repeat("{}\n", s.count/6%2)
		return s.write(filepath.Join(s.root, "agent_checkpoints", "secondary_"+strconv.Itoa(s.count%7)+".json"), text), text
	case 2:
		text = strings.Repeat("# Session Progress\n", s.count/6%2)
		return s.write(filepath.Join(s.root, "p"+strconv.Itoa(s.count%5), ".ccc-progress.md"), text), text
	case 3:
		text = `{"checkpoint_version": ` + n + `}`
		return s.write(filepath.Join(s.dir, "state.json"), text), text
	}
	text = strings.Replace(checkpoint, "\n", " "+n+"\n", 1) + strings.Repeat("- more\n", s.count%50)
	return s.write(filepath.Join(s.dir, "checkpoint.md"), text), text
}

func readText(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

type holding struct{ resident, threads, files int } // KiB, threads, descriptors

func (s *soaked) resources() holding {
	s.t.Helper()
	dir := filepath.Join("/proc", strconv.Itoa(s.cmd.Process.Pid))
	status := readText(s.t, filepath.Join(dir, "status"))
	entries, err := os.ReadDir(filepath.Join(dir, "fd"))
	if err != nil {
		s.t.Fatal(err)
	}
	number := func(name string) int {
		n, _ := strconv.Atoi(regexp.MustCompile(name + `:\s*(\d+)`).FindStringSubmatch(status)[1])
		return n
	}
	return holding{number("VmRSS"), number("Threads"), len(entries)}
}

// middle returns the median of each resource, but the minimum of descriptors.
func middle(all []holding) holding {
	of := func(get func(holding) int, at int) int {
		all := slices.SortedFunc(slices.Values(all), func(a, b holding) int { return get(a) - get(b) })
		return get(all[at])
	}
	half := len(all) / 2
	return holding{of(func(h holding) int { return h.resident }, half), of(func(h holding) int { return h.threads }, half), of(func(h holding) int { return h.files }, 0)}
}

func (s *soaked) edited(edit func()) {
	const samples, slackMemory, slackThreads, slackFiles = 30, 12 << 10, 4, 4
	for begun := time.Now(); time.Since(begun) < 500*time.Millisecond; { // wait for allocations that happen once
		edit()
	}
	var all []holding
	for begun := time.Now(); len(all) < samples; all = append(all, s.resources()) {
		for until := *soak * time.Duration(len(all)+1) / samples; time.Since(begun) < until; {
			edit()
		}
	}
	first, last := middle(all[:samples/3]), middle(all[samples*2/3:])
	s.t.Logf("%d edits, %d bytes said: %+v, then %+v", s.count, s.said.Load(), first, last)
	if last.resident > first.resident+slackMemory || last.threads > first.threads+slackThreads || last.files > first.files+slackFiles || s.said.Load() == 0 {
		s.t.Errorf("after %d edits it uses %+v, and it used %+v", s.count, last, first)
	}
}

func TestSoakWatch(t *testing.T) {
	t.Parallel()
	s := soaking(t, "status", "--watch", "--interval", "1s")
	s.edited(func() { s.edit(); time.Sleep(20 * time.Millisecond) })
	if err := s.cmd.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Wait(); s.cmd.ProcessState.ExitCode() < 0 {
		t.Errorf("it ended with %v", err)
	}
}

func TestSoakServer(t *testing.T) {
	t.Parallel()
	s := soaking(t, "lsp")
	s.send(`"id":"a","method":"initialize","params":{"capabilities":{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}}}`)
	s.send(`"method":"initialized","params":{}`)
	s.edited(func() {
		path, text := s.edit()
		document := fmt.Sprintf(`"params":{"textDocument":{"uri":%q,"version":%d,"text":%s},"contentChanges":[{"text":"# x\n"},{"text":%[3]s}],"position":{"line":2,"character":3}}`,
			"file://"+path, s.count, inJSON(text))
		s.send(`"method":"workspace/didChangeWatchedFiles","params":{"changes":[]}`)
		for _, method := range []string{"didOpen", "didChange", "didSave"} {
			s.send(`"method":"textDocument/` + method + `",` + document)
		}
		for i, method := range []string{"hover", "formatting"} {
			s.send(fmt.Sprintf(`"id":%d,"method":"textDocument/%s",%s`, -4*s.count-i, method, document))
		}
		if s.count%2 == 0 {
			s.send(`"method":"textDocument/didClose",` + document)
		}
		time.Sleep(10 * time.Millisecond)
	})
	s.send(`"id":"z","method":"shutdown"`)
	s.send(`"method":"exit"`)
	if err := s.cmd.Wait(); err != nil {
		t.Errorf("it ended with %v", err)
	}
}

func (s *soaked) send(members string) {
	s.t.Helper()
	text := `{"jsonrpc":"2.0",` + members + `}`
	if _, err := fmt.Fprintf(s.in, "Content-Length: %d\r\n\r\n%s", len(text), text); err != nil {
		s.t.Fatal(err)
	}
}

func inJSON(text string) string {
	out, _ := json.Marshal(text)
	return string(out)
}
