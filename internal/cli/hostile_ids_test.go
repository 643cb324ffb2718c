package cli

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mdck/internal/cli/app"
)

var escapingIDs = [...]string{
	"../x", "..", ".", "../../outside/victim", "/etc/x", "a/../../x", "a/b", `a\b`, `..\x`, `C:\x`, "C:x", `\\host\share`, "//host/share",
	"CON", "nul", "com1.txt", "LPT9", "aux.md", "trailing.", "trailing ", "~", "~/x", "~root", "$HOME", "${HOME}", "%2e%2e", "%2e%2e/x",
	"a\x00b", "a\nb", "a\x1bb", "a\u202eb", strings.Repeat("n", 300), ".git", ".GIT", ".git/hooks/x", ".mdck", ".mdck/txn", "-rf", "--", "x.md::$DATA",
}

func TestEscapingIDs(t *testing.T) {
	p, few := idProject(t), min(everyFew(t), 6)
	for _, row := range [...][]string{
		{"agents", "create", "Secondary-B", "--epic", "epics/E-7", "--feature", "ID/../../..", "--stage", "S1"},
		{"init", "ohrfc", "ID"},
		{"agents", "create", "ID", "--epic", "epics/E-7", "--feature", "feature_02", "--stage", "S1"},
		{"agents", "takeover", "Secondary-A", "--epic", "epics/E-7", "--as", "ID"},
		{"agents", "handoff", "ID", "--epic", "epics/E-7"},
		{"agents", "beat", "ID", "--epic", "epics/E-7"},
		{"agents", "restore", "ID", "--epic", "epics/E-7"},
		{"agents", "warn", "ID", "--epic", "epics/E-7"},
		{"agents", "beat", "Secondary-A", "--epic", "epics/ID-none"},
		{"append", "rfc-1", "--section", "ID", "-b", "x"},
		{"append", "rfc-1", "--section", "gate-b", "--round", "ID", "-b", "x"},
		{"restore", "rfc-1", "--archive", "ID"},
		{"restore", "rfc-1", "--backup", "ID"},
		{"loop", "start", "EXECUTE", "--track", "ID"},
		{"loop", "start", "ID", "--track", "login"},
		{"loop", "unblock", "ID", "--track", "login"},
		{"plan", "answer", "ID:2", "approved"},
		{"plan", "render", "ID:2"},
		{"plan", "ack", "ID"},
		{"bootstrap", "epics/E-7", "--agent", "ID"},
		{"init", "ccc", "ID"},
		{"ohrfc", "prompt", "ID", "rfc-1"},
		{"explain", "ID"},
		{"append", "HANDOFF.md", "--as", "ID", "-b", "x"},
		{"lint", "--baseline", "ID/none/b.json", "--update-baseline"},
		{"tokens", "ID/none/HANDOFF.md"},
		{"history", "ID/../../../none"},
		{"restore", "ID/../../../none"},
	} {
		for _, id := range escapingIDs {
			if id == "--" || strings.Trim(id, ".") == "" && (slices.Contains(row, "--track") || row[0] == "plan") {
				continue // valid lines
			}
			args := slices.Clone(row)
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], "ID", id)
			}
			for _, l := range share([]hostileLine{{args: args}}, strings.Join(args, " "), few) {
				p.checkRefused(l.args)
			}
		}
	}
}

func idProject(t *testing.T) *hostileRun {
	t.Helper()
	files := hostileProject(t)
	p := &hostileRun{t: t, what: "an id", create: func(dir string) {
		writeInside(t, dir, files, 0, "plain")
		if err := os.RemoveAll(filepath.Join(dir, ".mdck")); err != nil { // as if mdck had never written
			t.Fatal(err)
		}
	}}
	p.begin()
	return p
}

func (p *hostileRun) checkRefused(args []string) {
	p.t.Helper()
	got := runHostile(args, "")
	if got.fault != "" || got.status == app.OK {
		p.t.Errorf("%.200q: status %d, %s\n%.300s", args, got.status, got.fault, got.out)
	}
	if at := controlIn(got.out + got.err); at != "" {
		p.t.Errorf("%.200q prints %q", args, at)
	}
	if after := treeOf(p.t, p.dir); after != p.before {
		p.t.Errorf("%.200q changes %s", args, added(p.before, after))
		p.begin()
	}
}

func added(before, after string) string {
	var b strings.Builder
	for line := range strings.Lines(after) {
		if !strings.Contains(before, line) {
			b.WriteString(line)
		}
	}
	return b.String()
}

func TestEscapingValues(t *testing.T) {
	p := idProject(t)
	few := everyFew(t)
	for _, c := range allCommands() {
		var lines []hostileLine
		for _, args := range valued(t, c) {
			lines = append(lines, hostileLine{args: args})
		}
		for _, line := range lines {
			for _, l := range share([]hostileLine{line}, strings.Join(line.args, " "), few) {
				p.checkInside(l.args)
			}
		}
	}
}

func valued(t *testing.T, c app.Command) [][]string {
	t.Helper()
	parser, err := c.Parser(app.Streams{Out: io.Discard, Err: io.Discard})
	if err != nil {
		t.Fatal(err)
	}
	var all [][]string
	begin := append(starts(c.Name), nil)[0]
	name := strings.Fields(c.Name)
	for _, id := range escapingIDs {
		for _, f := range parser.Model.Flags {
			if !f.IsBool() && f.Name != "interval" && f.Name != "wait" {
				all = append(all, slices.Concat(name, begin, []string{"--" + f.Name + "=" + id}))
			}
		}
		for i := range begin {
			line := slices.Clone(begin)
			line[i] = id
			all = append(all, slices.Concat(name, line))
		}
		all = append(all, slices.Concat(name, []string{"--", id}))
	}
	return all
}

func (p *hostileRun) checkInside(args []string) {
	p.t.Helper()
	got := runHostile(args, "")
	if got.fault != "" || got.status > app.Failure {
		p.t.Errorf("%.200q: status %d, %s", args, got.status, got.fault)
	}
	if at := controlIn(got.out + got.err); at != "" && args[0] != "lsp" && !isRaw(args[0], args) {
		p.t.Errorf("%.200q prints %q", args, at)
	}
	after := treeOf(p.t, p.dir)
	if after == p.before {
		return
	}
	entries, err := os.ReadDir(p.dir)
	if err != nil || len(entries) != 3 || treeOf(p.t, filepath.Join(p.dir, "outside")) != p.outside || treeOf(p.t, ".git") != p.git {
		p.t.Errorf("%.200q changes files beside the project or in .git", args)
	}
	p.begin()
}
