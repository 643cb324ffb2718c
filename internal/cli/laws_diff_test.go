package cli

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mdck/internal/cli/app"
	"mdck/internal/cli/clitest"
	"mdck/internal/testtmp"
)

func TestDiffIsFix(t *testing.T) {
	const main, state = ".ohrfc/rfc-20261104-offline-sync/checkpoint.md", ".ohrfc/rfc-20261104-offline-sync/state.json"
	all := examples(t)
	several := maps.Clone(all[len(all)-1])
	several[main] = strings.NewReplacer("- strictness: S", "- Strictness: s", "(a5d3b0ec)", "(A5D3B0EC)", "DESIGN Exit\n", "DESIGN Exit\r\n", "- New:", "- nwe:").Replace(several[main])
	several[state] = strings.Replace(several[state], `"checkpoint_version": 4`, `"checkpoint_version": 3`, 1)
	for name, change := range map[string]func(string) string{
		"as it is": func(text string) string { return text },
		"crlf":     func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") },
		"no end":   func(text string) string { return strings.TrimRight(text, "\n") },
		"mark":     func(text string) string { return "\ufeff" + text },
	} {
		t.Run(name, func(t *testing.T) {
			fixed := 0
			for i, texts := range append(all, several) {
				if name != "as it is" && i%6 > 0 && !testtmp.Long() {
					continue
				}
				fixed += compareFix(t, texts, change, nil)
			}
			if fixed < 3 {
				t.Errorf("%d examples were fixed", fixed)
			}
		})
	}
	for _, args := range []string{
		"--from meta", "--from state", "--strict", "--set severities.ohrfc/meta=off", "--set severities.ohrfc/state-mismatch=off --no-config", "--fail-on never",
		main, state, state + " " + main, "--whole " + filepath.Dir(main) + "/rfc.md", "rfc-20261104-offline-sync", "--as ohrfc " + main,
	} {
		if compareFix(t, several, strings.Clone, strings.Fields(args)) == 0 && args != state {
			t.Errorf("%s fixed nothing", args)
		}
	}
	for name, spoil := range map[string]func(dir string) error{
		"a link that leads out": func(dir string) error {
			outside := filepath.Join(t.TempDir(), "x.md")
			return firstError(os.Rename(dir+"/checkpoint.md", outside), os.Symlink(outside, dir+"/checkpoint.md"))
		},
		"a link into .git": func(dir string) error {
			return firstError(os.Mkdir(dir+"/.git", 0o755), os.Rename(dir+"/checkpoint.md", dir+"/.git/x.md"), os.Symlink(".git/x.md", dir+"/checkpoint.md"))
		},
		"a link for .mdck": func(dir string) error { return os.Symlink(t.TempDir(), dir+"/.mdck") },
		"a file for .mdck": func(dir string) error { return os.WriteFile(dir+"/.mdck", nil, 0o644) },
		"a file for backups": func(dir string) error {
			return firstError(os.Mkdir(dir+"/.mdck", 0o755), os.WriteFile(dir+"/.mdck/backups", nil, 0o644))
		},
		"a link to nowhere": func(dir string) error { return os.Symlink("nowhere", dir+"/.mdck") },
		"two names of one file": func(string) error {
			put(t, ".", "agent_checkpoints/primary.json", "{\r\n  \"agent_id\": \"Agent-Primary\"\n}\n")
			return firstError(os.RemoveAll(".ohrfc"), os.Symlink("primary.json", "agent_checkpoints/secondary_a.json"))
		},
	} {
		dir := t.TempDir()
		for file, text := range several {
			put(t, dir, file, text)
		}
		t.Chdir(dir)
		if err := spoil(filepath.Dir(main)); err != nil {
			t.Fatal(err)
		}
		status, out, talk := lintWith("--diff")
		if fixStatus, _, fixTalk := lintWith("--fix"); status != app.Failure || fixStatus != app.Failure || out != "" || errorLines(talk) != errorLines(fixTalk) {
			t.Errorf("%s: --diff ends with %d and prints %q, %q; --fix ends with %d and prints %q", name, status, out, talk, fixStatus, fixTalk)
		}
	}
}

func errorLines(talk string) string {
	var b strings.Builder
	for line := range strings.Lines(talk) {
		if strings.HasPrefix(line, "mdck: ") {
			b.WriteString(line)
		}
	}
	return b.String()
}

func firstError(all ...error) error {
	for _, err := range all {
		if err != nil {
			return err
		}
	}
	return nil
}

func lintWith(args ...string) (status app.Status, out, talk string) {
	var o, e bytes.Buffer
	status = Main(append([]string{"lint", "--now", "2026-11-21T08:00:00Z"}, args...), app.Streams{In: strings.NewReader(""), Out: &o, Err: &e})
	return status, o.String(), e.String()
}

func compareFix(t *testing.T, texts map[string]string, change func(string) string, args []string) (fixed int) {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	before := map[string]string{}
	for name, text := range texts {
		if before[name] = text; name != ".mdck.yaml" {
			before[name] = change(text)
		}
		put(t, dir, name, before[name])
	}
	_, diff, _ := lintWith(append(args, "--diff")...)
	want := maps.Clone(before)
	if err := patch(want, diff); err != nil {
		t.Fatalf("%q: %v\n%s", args, err, diff)
	}
	for name, text := range before {
		if got := clitest.TextOf(filepath.Join(dir, filepath.FromSlash(name))); got != text {
			t.Errorf("--diff changed %s", name)
		}
	}
	_, _, talk := lintWith(append(args, "--fix")...)
	for name := range want {
		got := clitest.TextOf(filepath.Join(dir, filepath.FromSlash(name)))
		if got != want[name] {
			t.Errorf("%q: --fix changed %s to\n%q, --diff to\n%q\n%s", args, name, got, want[name], talk)
		}
		if got != before[name] {
			fixed++
		}
	}
	return fixed
}

func patch(files map[string]string, diff string) error {
	var name string
	var old, made []string // old lines not yet used, and new lines
	end := func() {
		if name != "" {
			files[name] = strings.Join(append(made, old...), "")
		}
	}
	at := 0
	lines := strings.SplitAfter(diff, "\n")
	for i, line := range lines {
		if i+1 < len(lines) && strings.HasPrefix(lines[i+1], `\ No newline`) {
			line = strings.TrimSuffix(line, "\n")
		}
		kind, text := line[:min(1, len(line))], line[min(1, len(line)):]
		switch {
		case strings.HasPrefix(line, "--- a/"):
			end()
			name, at, made = strings.TrimSpace(line[len("--- a/"):]), 0, nil
			if old = strings.SplitAfter(files[name], "\n"); files[name] == "" {
				return fmt.Errorf("no file %q", name)
			}
		case strings.HasPrefix(line, "+++ "), kind == `\`, line == "":
		case kind == "@":
			var from, n int
			if _, err := fmt.Sscanf(strings.Replace(line, " ", ",1 ", 1), "@@,1 -%d,%d", &from, &n); err != nil {
				n = 1
			}
			if n > 0 {
				from--
			}
			made, old, at = append(made, old[:from-at]...), old[from-at:], from
		case kind == "+":
			made = append(made, text)
		case len(old) == 0 || old[0] != text:
			return fmt.Errorf("line %q is not in %s", text, name)
		default:
			if kind == " " {
				made = append(made, text)
			}
			old, at = old[1:], at+1
		}
	}
	end()
	return nil
}
