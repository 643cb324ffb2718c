//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var everyProtocol = map[string]string{
	".gitignore":                          "/.claude/\n",
	".mdck.yaml":                          "formats:\n  note:\n    files: [\"**/notes/**/*.md\", \".ohrfc/**/note.md\"]\n    sections: [{title: Done}]\n",
	"notes/a.md":                          "# A\n\n## Done\n",
	".ohrfc/deep/note.md":                 "# A\n\n## Done\n",
	".ccc-progress.md":                    "# Session Progress — 2026-11-19\n\n**Active Issue:** CIA-412\n",
	".planning/STATE.md":                  "---\ngsd_state_version: 1.0\nstatus: executing\nprogress:\n  total_phases: 1\n  completed_phases: 0\n  total_plans: 1\n  completed_plans: 0\n---\n# State\n",
	".planning/phases/01-a/01-01-PLAN.md": "---\nphase: 1\nplan: 01\n---\n<task type=\"checkpoint:human-verify\"><what-built>app</what-built><how-to-verify>look</how-to-verify></task>\n",
	"conductor/tracks/one/metadata.json":  `{"loop_state": {"current_step": "PLAN", "step_status": "NOT_STARTED"}}`,
	"05-01-PLAN.md":                       "---\nphase: 5\nplan: 01\n---\n", // .planning/phases/02-clone/05-01-PLAN.md in a clone
	"metadata.json":                       `{"loop_state": {"current_step": "PLAN", "step_status": "NOT_STARTED"}}`,
	"agent_checkpoints/primary.json":      `{"agent_id": "Agent-Primary", "status": "IN_PROGRESS"}`,
	"epic/agent_checkpoints/primary.json": `{"agent_id": "Agent-Primary", "status": "IN_PROGRESS"}`,
}

func TestNestedRepositories(t *testing.T) {
	t.Parallel()
	top := filepath.Join(t.TempDir(), "top")
	must(t, os.CopyFS(top, os.DirFS(filepath.Join(repository, "testdata", "demo"))))
	for name, text := range everyProtocol {
		put(t, top, name, text)
	}
	for _, name := range []string{"checkpoint.md", "state.json"} {
		put(t, top, name, textOf(t, filepath.Join(top, room+name)))
		put(t, top, "epic/"+name, textOf(t, filepath.Join(top, room+name)))
	}
	git := func(line string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e", "-c", "protocol.file.allow=always"}, words(line)...)...)
		cmd.Dir = top
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", line, err, out)
		}
	}
	git("init --quiet --initial-branch main")
	git("add .")
	git("commit --quiet -m m")
	lines := append([]string{
		"lint .", "lint .ohrfc", "lint .planning", "lint notes", "lint --baseline none.json", "fmt --diff", "status --json" + at, "status conductor" + at, "bootstrap rfc-20261104-offline-sync", "bootstrap one",
		"show clone", "show n", "agents list --epic epic", "agents list --json" + at, "plan summary", "plan order --json", "plan sync", "loop resume --track one", "loop resume --track clone", "hook claude UserPromptSubmit", "hook gemini SessionStart",
	}, readingLines[:]...)
	before := map[string]string{}
	for _, line := range lines {
		before[line] = answer(t, top, line)
	}
	git("submodule --quiet add " + top + " sub")
	git("commit --quiet -m sub")
	git("worktree add --quiet .claude/worktrees/feat")
	for _, dir := range []string{"twin", "vendor/deep/clone", "notes/clone", ".ohrfc/clone", ".ohrfc/deep/clone", ".planning/clone", ".planning/phases/02-clone", "conductor/tracks/clone", "epic/clone", "lib/.ohrfc", "lib/.planning", "lib/agent_checkpoints", "lib/conductor/tracks"} {
		git("clone --quiet . " + dir)
	}
	for _, line := range lines {
		if now := answer(t, top, line); now != before[line] {
			t.Errorf("mdck %s prints beside other repositories\n%sand no longer\n%s", line, missing(now, before[line]), missing(before[line], now))
		}
	}
}

func missing(text, other string) string {
	return strings.Join(slices.DeleteFunc(strings.SplitAfter(text, "\n"), func(line string) bool { return strings.Contains(other, line) }), "")
}

func answer(t *testing.T, dir, line string) string {
	t.Helper()
	var out, errs, in strings.Builder
	if line == "lsp" { // as an editor does
		name := filepath.Join(dir, ".planning", "phases", "01-a", "01-01-PLAN.md")
		for _, message := range []string{
			`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}`,
			fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":%q,"languageId":"markdown","version":1,"text":%q}}}`, "file://"+filepath.ToSlash(name), textOf(t, name)),
			`{"jsonrpc":"2.0","id":2,"method":"shutdown"}`, `{"jsonrpc":"2.0","method":"exit"}`,
		} {
			fmt.Fprintf(&in, "Content-Length: %d\r\n\r\n%s", len(message), message)
		}
	}
	cmd := mdckLine(dir, line, in.String())
	cmd.Stdout, cmd.Stderr = &out, &errs
	must(t, ignoreExit(cmd.Run()))
	return fmt.Sprintf("%s%sstatus %d", out.String(), errs.String(), cmd.ProcessState.ExitCode())
}
