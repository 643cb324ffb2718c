package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// An editor is a client of the language server that types into a checkpoint.
type editor struct {
	server *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	uri    string
}

// keystroke returns the median time between a change of a letter and its findings, in milliseconds.
func (b *bench) keystroke() (ms float64, err error) {
	found, err := filepath.Glob(filepath.Join(b.places.corpus, "one", ".ohrfc", "*", "checkpoint.md"))
	if err != nil || len(found) != 1 {
		return 0, fmt.Errorf("keystroke: %d checkpoints in the corpus; expected one", len(found))
	}
	text, err := os.ReadFile(found[0])
	if err != nil {
		return 0, err
	}
	e, err := b.startEditor(found[0], string(text))
	if err != nil {
		return 0, err
	}
	defer func() {
		e.in.Close()
		e.server.Wait() // it ends without "shutdown", so its status is 1
	}()
	var times []float64
	for n := range max(50, int(500*b.factor)) {
		message, err := encode("textDocument/didChange", map[string]any{
			"textDocument":   map[string]any{"uri": e.uri, "version": n + 2},
			"contentChanges": []any{map[string]any{"text": string(text) + strings.Repeat("x", n%2)}},
		})
		if err != nil {
			return 0, err
		}
		start := time.Now()
		if err := e.ask(message); err != nil {
			return 0, err
		}
		times = append(times, float64(time.Since(start))/1e6)
	}
	slices.Sort(times)
	return times[len(times)/2], nil
}

func (b *bench) startEditor(path, text string) (*editor, error) {
	e := &editor{server: exec.Command(filepath.Join(b.places.bin, "mdck"), "lsp"), uri: "file://" + filepath.ToSlash(path)}
	e.server.Dir = filepath.Dir(path)
	in, err := e.server.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := e.server.StdoutPipe()
	if err != nil {
		return nil, err
	}
	e.in, e.out = in, bufio.NewReader(out)
	if err := e.server.Start(); err != nil {
		return nil, err
	}
	opened := map[string]any{"uri": e.uri, "languageId": "markdown", "version": 1, "text": text}
	for _, m := range []struct {
		method string
		params any
	}{{"initialize", map[string]any{"capabilities": map[string]any{}}}, {"textDocument/didOpen", map[string]any{"textDocument": opened}}} {
		message, err := encode(m.method, m.params)
		if err != nil {
			return nil, err
		}
		if err := e.ask(message); err != nil {
			return nil, err
		}
	}
	return e, nil
}

func encode(method string, params any) (string, error) {
	message := map[string]any{"jsonrpc": "2.0", "method": method, "params": params}
	if method == "initialize" {
		message["id"] = 1
	}
	text, err := json.Marshal(message)
	return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(text), text), err
}

// ask sends a message and reads the next one of the server.
func (e *editor) ask(message string) error {
	if _, err := io.WriteString(e.in, message); err != nil {
		return err
	}
	header, err := textproto.NewReader(e.out).ReadMIMEHeader()
	if err != nil {
		return err
	}
	size, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil {
		return errors.New("keystroke: the server sent no length")
	}
	_, err = io.CopyN(io.Discard, e.out, int64(size))
	return err
}
