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

// git runs git commands in one directory with one environment.
type git struct {
	// ctx is the context of Open. It is a field because the methods of trees take no context.
	ctx context.Context
	exe string
	dir string
	env []string
	// patience is the maximum time for an answer of git.
	patience time.Duration
}

// settings are the options before every command. They prevent git from running programs of the
// user, and from fetching objects that a partial clone lacks.
var settings = []string{
	"--no-pager",
	"-c", "core.hooksPath=/dev/null",
	"-c", "core.fsmonitor=", // an empty value means none in every version; old versions run "false" as a program
	"-c", "protocol.allow=never",
	"-c", "core.safecrlf=false", // line endings must not cause an error
	"-c", "log.diffMerges=separate", // defines what -m of git log means
}

// variables are set for every command except "git commit". The messages are parsed, so they must be
// in English.
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

// unwanted are variables of the user that change the output of git or how it reads paths.
var unwanted = []string{
	"GIT_EXTERNAL_DIFF", "GIT_DIFF_OPTS",
	"GIT_LITERAL_PATHSPECS", "GIT_GLOB_PATHSPECS", "GIT_NOGLOB_PATHSPECS", "GIT_ICASE_PATHSPECS",
}

// environ returns all, the environment of this process, without unwanted and tracing variables.
func environ(all []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(v string) bool {
		key, _, _ := strings.Cut(v, "=")
		return slices.Contains(unwanted, key) || strings.HasPrefix(key, "GIT_TRACE")
	})
}

// program returns a git command as the user would run it. It is killed when the context ends.
func (g git) program(args ...string) *exec.Cmd {
	cmd := exec.CommandContext(g.ctx, g.exe, args...)
	cmd.Dir, cmd.Env = g.dir, slices.Clone(g.env)
	cmd.WaitDelay = time.Second // do not wait longer for a child of git that keeps the pipes open
	return cmd
}

// command returns a git command that runs no programs of the user and takes no lock.
func (g git) command(args ...string) *exec.Cmd {
	cmd := g.program(slices.Concat(settings, args)...)
	cmd.Env = append(cmd.Env, variables...)
	return cmd
}

// output returns the output of a command.
func (g git) output(args ...string) (string, error) { return g.filter("", args...) }

// filter returns the output of a command that reads stdin.
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

// name returns the name of the command in args, after the options of git itself.
func name(args []string) string {
	i := slices.IndexFunc(args, func(arg string) bool { return !strings.HasPrefix(arg, "-") })
	return args[max(i, 0)]
}

// list returns the records of the output of a command with -z.
func (g git) list(args ...string) ([]string, error) {
	out, err := g.output(args...)
	return records(out), err
}

// atOnce is the maximum number of paths on one command line.
const atOnce = 200

// listEach returns the records of the output of a command for paths, which are not patterns.
// Without paths it runs nothing.
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

// records splits text that ends each record with NUL.
func records(text string) []string {
	if text == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(text, "\x00"), "\x00")
}

// failure returns the error of the command called name.
func (g git) failure(name, stderr string, err error) error {
	if g.ctx.Err() != nil {
		err, stderr = context.Cause(g.ctx), ""
	}
	return &commandError{name, stderr, err}
}

// A commandError reports a git command that failed.
type commandError struct {
	name   string
	stderr string
	err    error // error of os/exec, or the cause that ended the context
}

func (e *commandError) Error() string {
	text := oneLine(e.stderr)
	if text == "" {
		return fmt.Sprintf("git %s: %v", e.name, e.err)
	}
	return fmt.Sprintf("git %s: %s (%v)", e.name, text, e.err)
}

func (e *commandError) Unwrap() error { return e.err }

// says reports whether git printed one of texts.
func (e *commandError) says(texts ...string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(e.stderr, text) })
}

// status returns the exit status of the command that failed with err, or -1.
func status(err error) int {
	if e, ok := errors.AsType[*exec.ExitError](err); ok {
		return e.ExitCode()
	}
	return -1
}

// oneLine joins the lines of a message of git.
func oneLine(stderr string) string {
	var lines []string
	for line := range strings.Lines(stderr) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "; ")
}

// commitOf returns the full id of the commit that a revision names.
func (g git) commitOf(revision string) (string, error) {
	out, err := g.output("rev-parse", "--verify", "--quiet", revision+"^{commit}")
	return strings.TrimSuffix(out, "\n"), err
}
