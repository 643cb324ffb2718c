package cli

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"mdck/internal/cli/app"
	"mdck/internal/spelling"
)

// limits of a run; for one file, mdck agents abort allocates 703 MB
const (
	mostTime   = 20 * time.Second
	mostMemory = 1 << 30
)

// TestHostile runs every command with every hostile text in every place. MDCK_HOSTILE=0 tries all
// of them, which takes hours.
func TestHostile(t *testing.T) {
	files, all := hostileProject(t), allCommands()
	lines := make([][]hostileLine, len(all))
	for i, c := range all {
		lines[i] = linesOf(t, c)
	}
	runs, few := 0, everyFew(t)
	for _, form := range hostileForms {
		t.Run(form.name, func(t *testing.T) {
			for turn, text := range form.texts() {
				p := &hostileRun{t: t, what: form.name + ", " + text.name, create: func(dir string) { form.create(t, dir, files, turn, text.text) }}
				for i := range all {
					for _, line := range share(lines[i], form.name+text.name, few) {
						p.run(line, stdinOf(line.args, turn, text.text))
						runs++
					}
				}
			}
		})
	}
	t.Logf("%d runs of %d commands", runs, len(all))
}

// share selects one line in one of every projects, by a hash; 0 selects all lines.
func share(all []hostileLine, project string, every int) []hostileLine {
	if every == 0 {
		return all
	}
	h := fnv.New32a()
	fmt.Fprintf(h, "%s %q", project, all[0].args)
	n := int(h.Sum32() >> 4)
	if n%every > 0 {
		return nil
	}
	at := n / every % len(all)
	return all[at : at+1]
}

func everyFew(t *testing.T) int {
	t.Helper()
	asked := cmp.Or(os.Getenv("MDCK_HOSTILE"), strconv.Itoa(200*raceFactor))
	n, err := strconv.Atoi(asked)
	if err != nil || n < 0 {
		t.Fatalf("MDCK_HOSTILE is %q, want a number", asked)
	}
	return n
}

func stdinOf(args []string, turn int, text string) string {
	raw, _ := json.Marshal(text)
	switch args[0] {
	case "hook":
		events := [...]string{
			`{"cwd":T}`, `{"source":T}`, `{"tool_input":{"file_path":T}}`, `{"tool_input":{"command":T}}`, `{"session_id":T,"transcript_path":T}`,
			`{"tool_input":{"file_path":".ohrfc/rfc-1/checkpoint.md"}}`, `{}`, "T", text, `{"cwd":` + strings.Repeat("[", 100_000),
		}
		return strings.ReplaceAll(events[turn%len(events)], "T", string(raw))
	case "lsp":
		var b strings.Builder
		for _, m := range [...]string{
			`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"rootUri":T,"capabilities":{}}}`,
			`{"jsonrpc":"2.0","method":"initialized","params":{}}`,
			`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":T,"languageId":T,"version":1,"text":T}}}`,
			`{"jsonrpc":"2.0","id":T,"method":T,"params":T}`,
		} {
			m = strings.ReplaceAll(m, "T", string(raw))
			fmt.Fprintf(&b, "Content-Length: %d\r\n\r\n%s", len(m), m)
		}
		return b.String() + text
	}
	return text
}

// A hostileRun runs command lines in a project and renews it after a change.
type hostileRun struct {
	t            *testing.T
	what         string
	create       func(dir string)
	dir          string
	before       string // treeOf(dir)
	outside, git string
}

func (p *hostileRun) begin() {
	p.t.Helper()
	if p.dir != "" {
		os.RemoveAll(p.dir)
	}
	dir, err := os.MkdirTemp(p.t.TempDir(), "")
	if err != nil {
		p.t.Fatal(err)
	}
	p.dir = dir
	put(p.t, dir, "outside/victim", "victim\n")
	put(p.t, dir, "home/x", "")
	p.create(filepath.Join(dir, "project"))
	put(p.t, dir, "project/.git/HEAD", "") // ends the search for files
	p.t.Chdir(filepath.Join(dir, "project"))
	p.t.Setenv("HOME", filepath.Join(dir, "home"))
	p.t.Setenv("CCC_PROJECT_ROOT", filepath.Join(dir, "project"))
	p.before = treeOf(p.t, dir)
	p.outside, p.git = treeOf(p.t, filepath.Join(dir, "outside")), treeOf(p.t, ".git")
}

func (p *hostileRun) run(line hostileLine, input string) {
	p.t.Helper()
	if p.dir == "" {
		p.begin()
	}
	got := runHostile(line.args, input)
	wrong := func(format string, args ...any) {
		p.t.Helper()
		p.t.Errorf("%s: %.300q: "+format, append([]any{p.what, line.args}, args...)...)
	}
	if got.fault != "" {
		wrong("%s", got.fault)
		return
	}
	if got.status < app.OK || got.status > app.Failure || line.args[0] == "hook" && len(line.args) > 1 && !strings.Contains("install uninstall doctor", line.args[1]) && got.status != app.OK {
		wrong("status %d", got.status)
	}
	if got.status == app.Failure && got.err == "" {
		wrong("status 2 without a message")
	}
	if at := controlIn(got.err); at != "" {
		wrong("standard error contains %q", at)
	}
	if at := controlIn(withoutAdded(line.args, got.out)); at != "" && !line.raw {
		wrong("standard output contains %q", at)
	}
	if got.memory > mostMemory {
		wrong("allocates %d MB", got.memory>>20)
	}
	if after := treeOf(p.t, p.dir); after != p.before {
		if !line.writes {
			wrong("changes files")
		}
		p.begin()
	}
}

type hostileResult struct {
	status   app.Status
	out, err string
	memory   uint64 // allocated, in bytes
	fault    string // such as a panic, or ""
}

func runHostile(args []string, input string) hostileResult {
	var talk printed
	out := printed{watched: strings.Contains(strings.Join(args, " "), "watch")}
	ended := make(chan hostileResult, 1)
	before := allocated()
	go func() {
		r := hostileResult{}
		defer func() {
			if v := recover(); v != nil {
				r.fault = fmt.Sprintf("panic: %v\n%s", v, debug.Stack())
			}
			r.out, r.err, r.memory = out.b.String(), talk.b.String(), allocated()-before
			ended <- r
		}()
		r.status = Main(args, app.Streams{In: strings.NewReader(input), Out: &out, Err: &talk})
	}()
	select {
	case r := <-ended:
		return r
	case <-time.After(mostTime):
		return hostileResult{fault: "did not end in time"}
	}
}

// printed stores output. If watched is true, writes fail, which ends a watch.
type printed struct {
	b       bytes.Buffer
	watched bool
}

func (p *printed) Write(text []byte) (int, error) {
	n, err := p.b.Write(text)
	if p.watched {
		return n, errors.New("closed")
	}
	return n, err
}

func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// withoutAdded removes control characters that are not from files.
func withoutAdded(args []string, out string) string {
	switch {
	case args[0] == "lsp":
		return strings.ReplaceAll(out, "\r\n\r\n", "\n")
	case slices.Contains(args, "--color=always"):
		return strings.NewReplacer("\x1b[0m", "", "\x1b[1m", "", "\x1b[2m", "", "\x1b[1;31m", "", "\x1b[1;33m", "", "\x1b[36m", "").Replace(out)
	}
	return out
}

func controlIn(text string) string {
	for i := 0; i < len(text); {
		before, r, next, size := spelling.Around(text, i)
		if r == utf8.RuneError && size == 1 || spelling.Hidden(before, r, next) && r != '\n' && r != '\t' {
			return text[max(0, i-60):min(len(text), i+60)]
		}
		i += size
	}
	return ""
}
