package lsp

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

var soak = flag.Duration("soak", 500*time.Millisecond, "how long TestSoak edits")

type session struct {
	*client
	r     *rand.Rand
	roots []string
	open  map[string]string // texts by path
	count int
}

var soaked = [...]string{"checkpoint.md", "state.json", "rfc.md", "evidence.json"}

func newSession(t *testing.T) *session {
	t.Helper()
	s := &session{client: dial(t), r: rand.New(rand.NewPCG(9, 9)), open: map[string]string{}}
	s.initialize(`{"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}}`)
	for range 3 {
		_, file := demo(t)
		s.roots = append(s.roots, filepath.Dir(file))
	}
	return s
}

func (s *session) text(path string) string {
	text := readFile(s.t, filepath.Join("..", "..", "testdata", "demo", ".ohrfc", "rfc-20261104-offline-sync", filepath.Base(path)))
	return strings.Replace(text, "\n", fmt.Sprintf(" edit %d é𝕏\n", s.count), 1+s.r.IntN(3))
}

func (s *session) step() {
	s.count++
	root := s.roots[s.r.IntN(len(s.roots))]
	path := filepath.Join(root, soaked[s.r.IntN(len(soaked))])
	_, open := s.open[path]
	switch kind := s.r.IntN(12); {
	case kind == 0:
		s.configured(filepath.Dir(filepath.Dir(root)))
	case kind == 1:
		s.vanish(path)
	case kind == 2: // outside of any project
		path = filepath.Join(root, fmt.Sprintf("note-%d.md", s.count))
		s.opens(path, "# note\n")
		s.notify("textDocument/didClose", textDocument(path))
	case !open:
		s.open[path] = s.text(path)
		s.opens(path, s.open[path])
	case kind == 4:
		delete(s.open, path)
		s.notify("textDocument/didClose", textDocument(path))
	case kind == 5:
		put(s.t, path, s.open[path])
		s.notify("textDocument/didSave", textDocument(path))
	case kind == 6:
		s.open[path] = s.text(path)
		s.changes(path, s.count, change{Text: s.open[path]})
	default:
		s.open[path] = "x" + s.open[path]
		s.changes(path, s.count, change{Text: s.open[path]})
	}
	s.request(path)
}

func (s *session) configured(dir string) {
	texts := []string{"", "budgets: nonsense\n", "budgets: {ohrfc: {lines: 150}}\n", fmt.Sprintf("formats: {f%d: {files: [NOTES-%d.mdc], lines: 5}}\n", s.count, s.count)}
	put(s.t, filepath.Join(dir, ".mdck.yaml"), texts[s.r.IntN(len(texts))])
	s.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": uriOf(filepath.Join(dir, ".mdck.yaml")), "type": 2}}})
}

func (s *session) vanish(path string) {
	if os.Remove(path) != nil {
		put(s.t, path, s.text(path))
	}
	s.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": uriOf(path), "type": 3}}})
}

func (s *session) request(path string) {
	p := at(path, s.r.IntN(30), 0)
	p["range"] = span{End: position{99, 0}}
	method := []string{"codeAction", "formatting", "hover"}[s.r.IntN(3)]
	if s.r.IntN(4) == 0 {
		s.notify("$/cancelRequest", map[string]any{"id": s.last + 1})
	}
	s.ask("textDocument/"+method, p)
	s.unread = s.unread[:0]
}

type usage struct{ heap, goroutines, files int }

func used() usage {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // only empties the pools
	runtime.ReadMemStats(&m)
	entries, _ := os.ReadDir("/proc/self/fd") // Linux only
	return usage{int(m.HeapAlloc), runtime.NumGoroutine(), len(entries)}
}

func least(all []usage) usage {
	of := func(get func(usage) int) int {
		return get(slices.MinFunc(all, func(a, b usage) int { return get(a) - get(b) }))
	}
	return usage{of(func(u usage) int { return u.heap }), of(func(u usage) int { return u.goroutines }), of(func(u usage) int { return u.files })}
}

func TestSoak(t *testing.T) {
	const slack, samples = 512 << 10, 30
	s := newSession(t)
	for range 100 { // allocate what is allocated once
		s.step()
	}
	var all []usage
	for begun := time.Now(); len(all) < samples; all = append(all, used()) {
		until := *soak * time.Duration(len(all)+1) / samples
		for n := 0; n < 10 || time.Since(begun) < until; n++ {
			s.step()
		}
	}
	first, last := least(all[:samples/3]), least(all[samples*2/3:])
	t.Logf("%d edits: %+v, then %+v", s.count, first, last)
	if last.heap > first.heap+slack || last.goroutines > first.goroutines || last.files > first.files {
		t.Errorf("after %d edits it uses %+v, and it used %+v", s.count, last, first)
	}
	s.leave()
	if d, f := len(s.server.documents), len(s.server.faults); d != len(s.open) || f > len(s.roots) {
		t.Errorf("%d documents are kept of %d, %d faults", d, len(s.open), f)
	}
}
