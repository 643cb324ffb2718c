//go:build integration

package integration

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/textproto"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

type server struct {
	t   *testing.T
	in  io.Writer
	out *bufio.Reader
	id  int
}

func builtEfm(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "efm-langserver")
	build := exec.Command("go", "build", "-modfile=.ci/tools/go.mod", "-o", program, "github.com/mattn/efm-langserver")
	build.Dir = repository(t)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return program
}

func efm(t *testing.T, program, dir string) *server {
	t.Helper()
	config := written(t, "config.yaml", block(t, "editors.md", "efm-langserver", "yaml", "lint-formats"))
	cmd := exec.Command(program, "-c", config, "-q")
	cmd.Dir = dir
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(30*time.Second, func() { cmd.Process.Kill() })
	t.Cleanup(func() {
		timer.Stop()
		in.Close()
		cmd.Process.Kill()
		cmd.Wait()
	})
	s := &server{t: t, in: in, out: bufio.NewReader(out)}
	s.call("initialize", map[string]any{
		"rootUri": uri(dir), "capabilities": map[string]any{}, "initializationOptions": map[string]any{"documentFormatting": true},
	}, nil)
	return s
}

func uri(file string) string { return (&url.URL{Scheme: "file", Path: file}).String() }

func (s *server) send(message map[string]any) {
	s.t.Helper()
	message["jsonrpc"] = "2.0"
	body, err := json.Marshal(message)
	if err != nil {
		s.t.Fatal(err)
	}
	if _, err := fmt.Fprintf(s.in, "Content-Length: %d\r\n\r\n%s", len(body), body); err != nil {
		s.t.Fatal(err)
	}
}

func (s *server) receive(wanted func(id int, method string) bool, v any) {
	s.t.Helper()
	for {
		header, err := textproto.NewReader(s.out).ReadMIMEHeader()
		if err != nil {
			s.t.Fatalf("the server has ended: %v", err)
		}
		size, err := strconv.Atoi(header.Get("Content-Length"))
		if err != nil {
			s.t.Fatal(err)
		}
		body := make([]byte, size)
		if _, err := io.ReadFull(s.out, body); err != nil {
			s.t.Fatal(err)
		}
		var message struct {
			ID     int
			Method string
			Result json.RawMessage
			Params json.RawMessage
			Error  any
		}
		if err := json.Unmarshal(body, &message); err != nil {
			s.t.Fatal(err)
		}
		if message.Error != nil {
			s.t.Fatalf("the server reports %v", message.Error)
		}
		if !wanted(message.ID, message.Method) {
			continue
		}
		content := message.Result
		if message.Method != "" {
			content = message.Params
		}
		if v == nil {
			return
		}
		if err := json.Unmarshal(content, v); err != nil {
			s.t.Fatal(err)
		}
		return
	}
}

func (s *server) call(method string, params, v any) {
	s.t.Helper()
	s.id++
	id := s.id
	s.send(map[string]any{"id": id, "method": method, "params": params})
	s.receive(func(got int, method string) bool { return got == id && method == "" }, v)
}

func (s *server) open(file, text string) []lspDiagnostic {
	s.t.Helper()
	s.send(map[string]any{"method": "textDocument/didOpen", "params": map[string]any{
		"textDocument": map[string]any{"uri": uri(file), "languageId": "markdown", "version": 1, "text": text},
	}})
	var published struct{ Diagnostics []lspDiagnostic }
	s.receive(func(_ int, method string) bool { return method == "textDocument/publishDiagnostics" }, &published)
	return published.Diagnostics
}

type lspPosition struct{ Line, Character int }

type lspRange struct{ Start, End lspPosition }

type lspDiagnostic struct {
	Range    lspRange
	Severity int
	Message  string
	Source   string
}

type lspEdit struct {
	Range   lspRange
	NewText string
}

func applied(t *testing.T, text string, edits []lspEdit) string {
	t.Helper()
	lines := strings.SplitAfter(text, "\n")
	for i := len(edits) - 1; i >= 0; i-- {
		e := edits[i]
		if e.Range.Start.Character != 0 || e.Range.End.Character != 0 {
			t.Fatalf("edit %#v is not of whole lines", e)
		}
		lines = append(lines[:e.Range.Start.Line:e.Range.Start.Line], append([]string{e.NewText}, lines[e.Range.End.Line:]...)...)
	}
	return strings.Join(lines, "")
}

func TestEfm(t *testing.T) {
	program := builtEfm(t)
	for _, name := range []string{"work dir", "work"} {
		t.Run(name, func(t *testing.T) {
			spaced, _ := opened(t, "lines")
			dir := filepath.Join(t.TempDir(), name)
			if err := os.Rename(spaced, dir); err != nil {
				t.Fatal(err)
			}
			inEfm(t, efm(t, program, dir), dir)
		})
	}
}

func inEfm(t *testing.T, s *server, dir string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(checkpoint))
	typed := strings.Replace(read(t, file), "- last_phase", "- Last_phase", 1)
	want := ofFile(findings(t, dir, typed, "--stdin-filename", file), file)
	var got []diagnostic
	for _, d := range s.open(file, typed) {
		got = append(got, diagnostic{Line: d.Range.Start.Line, Column: d.Range.Start.Character, Severity: d.Severity, Message: d.Message, Source: d.Source})
	}
	sameDiagnostics(t, file, got, want)

	var edits []lspEdit
	s.call("textDocument/formatting", map[string]any{
		"textDocument": map[string]any{"uri": uri(file)}, "options": map[string]any{"tabSize": 2, "insertSpaces": true},
	}, &edits)
	mended, _, _ := mdck(t, dir, typed, "fmt", "--stdin-filename", file)
	if mended == typed {
		t.Fatal("nothing to fix")
	}
	sameText(t, applied(t, typed, edits), mended)

	// These are only warnings, so mdck exits with 0.
	if err := os.CopyFS(filepath.Join(dir, "warned"), os.DirFS(filepath.Join(repository(t), "testdata", "demo"))); err != nil {
		t.Fatal(err)
	}
	atGate(t, filepath.Join(dir, "warned"))
	warned := filepath.Join(dir, "warned", filepath.FromSlash(checkpoint))
	if got, want := s.open(warned, read(t, warned)), findings(t, dir, "", warned); len(got) != len(want) || len(want) == 0 {
		t.Errorf("%d findings, want %d", len(got), len(want))
	}

	if got := s.open(filepath.Join(dir, "notes.md"), "#Notes \n"); len(got) != 0 {
		t.Errorf("another file has findings: %v", got)
	}
}
