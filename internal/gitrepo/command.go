package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"time"
)

type git struct {
	// ctx is the context of Open, in a field because methods of trees have none.
	ctx context.Context
	exe string
	dir string
	env []string
	// patience is the maximum time to wait for git.
	patience time.Duration
	shallow  bool
}

// settings are the options of all commands but commit. With them, git runs no programs of the user
// and fetches nothing.
var settings = []string{
	"--no-pager",
	"-c", "core.hooksPath=/dev/null",
	"-c", "core.fsmonitor=", // not "false", which old versions would run as a program
	"-c", "protocol.allow=never",
	"-c", "core.safecrlf=false", // do not fail because of line endings
	"-c", "log.diffMerges=separate", // with -m, git log compares a merge with each parent
}

// variables are for the same commands. With them, git prints English messages, which mdck parses.
// It takes no locks, asks nothing, fetches nothing and ignores "git replace".
var variables = []string{
	"LC_ALL=C",
	"LANGUAGE=C",
	"GIT_OPTIONAL_LOCKS=0",
	"GIT_TERMINAL_PROMPT=0",
	"GIT_NO_LAZY_FETCH=1",
	"GIT_NO_REPLACE_OBJECTS=1",
	"GIT_ADVICE=0",
	"GIT_ASKPASS=",
	"SSH_ASKPASS=",
	"GIT_PAGER=cat",
}

// unwanted lists variables that change the output or the paths of git.
var unwanted = []string{
	"GIT_EXTERNAL_DIFF", "GIT_DIFF_OPTS",
	"GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS",
}

func environ(all []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(v string) bool {
		key, _, _ := strings.Cut(v, "=")
		return slices.Contains(unwanted, key) || strings.HasPrefix(key, "GIT_TRACE")
	})
}

// program returns a git command as the user would run it.
func (g git) program(args ...string) *exec.Cmd {
	cmd := exec.CommandContext(g.ctx, g.exe, args...)
	cmd.Dir, cmd.Env = g.dir, slices.Clone(g.env)
	cmd.WaitDelay = time.Second // a child of git may keep the pipes open
	return cmd
}

// command returns a git command that runs no programs of the user and takes no lock.
func (g git) command(args ...string) *exec.Cmd {
	cmd := g.program(slices.Concat(settings, args)...)
	cmd.Env = append(cmd.Env, variables...)
	return cmd
}

func (g git) output(args ...string) (string, error) { return g.filter("", args...) }

func (g git) filter(stdin string, args ...string) (string, error) {
	ctx, cancel := context.WithTimeoutCause(g.ctx, g.patience, errNoAnswer)
	defer cancel()
	g.ctx = ctx
	var out, stderr strings.Builder
	cmd := g.command(args...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &stderr
	if err := cmd.Run(); err != nil {
		return "", g.failure(name(args), stderr.String(), err)
	}
	return out.String(), nil
}

func name(args []string) string {
	i := slices.IndexFunc(args, func(arg string) bool { return !strings.HasPrefix(arg, "-") })
	return args[max(i, 0)]
}

// list returns the records of a command with -z.
func (g git) list(args ...string) ([]string, error) {
	out, err := g.output(args...)
	return records(out), err
}

const atOnce = 200

func (g git) listEach(args, paths []string) ([]string, error) {
	var all []string
	for some := range slices.Chunk(paths, atOnce) {
		out, err := g.list(slices.Concat([]string{"--literal-pathspecs"}, args, []string{"--"}, some)...)
		if err != nil {
			return nil, err
		}
		all = append(all, out...)
	}
	return all, nil
}

func records(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\x00"), "\x00")
}

func (g git) failure(name, stderr string, err error) error {
	if g.ctx.Err() != nil {
		err, stderr = context.Cause(g.ctx), ""
	}
	return &commandError{name, stderr, err}
}

type commandError struct {
	name   string
	stderr string
	err    error // from os/exec, or the cause of the ended context
}

func (e *commandError) Error() string {
	text := oneLine(e.stderr)
	if text == "" {
		return fmt.Sprintf("git %s: %v", e.name, e.err)
	}
	return fmt.Sprintf("git %s: %s (%v)", e.name, text, e.err)
}

func (e *commandError) Unwrap() error { return e.err }

func (e *commandError) says(texts ...string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(e.stderr, text) })
}

func status(err error) int {
	if e, ok := errors.AsType[*exec.ExitError](err); ok {
		return e.ExitCode()
	}
	return -1
}

func oneLine(stderr string) string {
	var lines []string
	for line := range strings.Lines(stderr) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "; ")
}

func (g git) commitOf(revision string) (string, error) {
	out, err := g.output("rev-parse", "--verify", "--quiet", revision+"^{commit}")
	return strings.TrimSuffix(out, "\n"), err
}
