//go:build unix

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var tempting = [...]string{
	"sh", "bash", "env", "vi", "vim", "nano", "editor", "less", "more", "pager", "man", "cat", "diff", "patch", "python", "python3",
	"node", "curl", "wget", "ssh", "gpg", "stty", "tput", "uname", "hostname", "whoami", "xdg-open", "open", "gh",
}

var readingLines = [...]string{
	"lint", "lint --staged", "lint --fix --diff", "lint --format sarif", "fmt " + room + "checkpoint.md", "verify", "status" + at, "bootstrap", "bootstrap --pack", "ohrfc prompt review",
	"show", "tokens", "ohrfc diff", "ohrfc diff HEAD", "history " + room + "checkpoint.md", "explain any/secret", "agents list", "loop resume", "plan gates", "plan order",
	"hook claude SessionStart", "hook codex SessionStart", "hook claude PreCompact", "hook claude Stop", "hook codex SessionEnd", "hook gemini AfterTool --findings", "restore",
	"config check", "config show", "completion bash", "version", "lsp",
}

func TestReadingStartsGitAlone(t *testing.T) {
	t.Parallel()
	git, err := exec.LookPath("git")
	must(t, err)
	top := t.TempDir()
	dir, bin, marker := filepath.Join(top, "project"), filepath.Join(top, "bin"), filepath.Join(top, "marker")
	must(t, os.CopyFS(dir, os.DirFS(filepath.Join(repository, "testdata", "demo"))))
	program := func(path, script string) {
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte("#!/bin/sh\n"+script+"\n"), 0o755))
	}
	leaves := fmt.Sprintf(`echo "$0 $*" >>'%s'`, marker)
	for _, args := range []string{"init --quiet", "add .", "-c user.name=n -c user.email=e commit --quiet -m m"} {
		cmd := exec.Command(git, strings.Fields(args)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %s: %v\n%s", args, err, out)
		}
	}
	evil := filepath.Join(bin, "evil")
	program(evil, leaves+"; exec cat")
	for _, name := range tempting {
		program(filepath.Join(bin, name), leaves)
		program(filepath.Join(dir, name), leaves)
	}
	program(filepath.Join(dir, "git"), leaves)
	for _, hook := range []string{"post-index-change", "pre-commit", "fsmonitor-watchman", "reference-transaction"} {
		program(filepath.Join(dir, ".git", "hooks", hook), leaves)
	}
	put(t, dir, ".gitattributes", "* diff=d filter=f\n")
	put(t, dir, ".git/evil", fmt.Sprintf("[core]\n\tpager = %[1]s\n\tfsmonitor = %[1]s\n\tsshCommand = %[1]s\n[diff]\n\texternal = %[1]s\n[diff \"d\"]\n\ttextconv = %[1]s\n"+
		"[filter \"f\"]\n\tclean = %[1]s\n\tsmudge = %[1]s\n[credential]\n\thelper = %[1]s\n[gpg]\n\tprogram = %[1]s\n[log]\n\tshowSignature = true\n", evil))
	put(t, dir, ".git/config", textOf(t, filepath.Join(dir, ".git/config"))+"[includeIf \"gitdir:**\"]\n\tpath = evil\n")
	put(t, dir, room+"checkpoint.md", textOf(t, filepath.Join(dir, room+"checkpoint.md"))+"- more\n") // must differ from HEAD

	try := func(cmd *exec.Cmd) {
		cmd.Env = append(cmd.Env, "PATH="+bin+":"+filepath.Dir(git), "PAGER=less", "GIT_PAGER=less", "MANPAGER=less", "EDITOR=vi", "VISUAL=vi", "GIT_EDITOR=vi",
			"SHELL=sh", "BROWSER=open", "GIT_EXTERNAL_DIFF="+evil, "GIT_ASKPASS="+evil, "GIT_SSH_COMMAND="+evil)
		must(t, ignoreExit(cmd.Run()))
	}
	for _, line := range readingLines {
		must(t, os.RemoveAll(marker))
		try(mdckLine(dir, line, ""))
		if text, err := os.ReadFile(marker); err == nil {
			t.Errorf("%q has started %s", line, text)
		}
	}
	status := mdckLine(dir, "", "")
	status.Path, status.Args = git, []string{"git", "status"}
	try(status)
	if _, err := os.Stat(marker); err != nil {
		t.Errorf("git itself starts nothing of it, so that nothing is tried: %v", err)
	}
}

func ignoreExit(err error) error {
	if _, ran := errors.AsType[*exec.ExitError](err); ran {
		return nil
	}
	return err
}
