package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
)

// An editor is how a person changes a text.
type editor struct {
	command string // as a shell takes it, such as "code --wait"
	tempDir string // where the text lies meanwhile; "" for the system's
	std     Streams
}

// An editorError says that an editor ran and ended as one that was given up.
type editorError struct {
	command string
	err     error
}

func (e *editorError) Error() string {
	return fmt.Sprintf("the editor %q ended with %v", e.command, e.err)
}

// editorCommand is the user's editor: $VISUAL, else $EDITOR, else vi. It is ""
// where no variable names one and the terminal cannot show vi.
func editorCommand(getenv func(string) string) string {
	for _, name := range []string{"VISUAL", "EDITOR"} {
		if command := getenv(name); strings.TrimSpace(command) != "" {
			return command
		}
	}
	if term := getenv("TERM"); term == "dumb" || term == "" && runtime.GOOS != "windows" {
		return ""
	}
	return "vi"
}

// edit gives text to the user in a file with that base name, and what became of
// it. The file stays, alone in a directory of its own, for the caller to remove;
// file is "" where none was made. An editor that ended with another status than 0
// is an [*editorError], and edited is then what it left.
func (e *editor) edit(base, text string) (edited, file string, err error) {
	dir, err := os.MkdirTemp(e.tempDir, "mdck-")
	if err != nil {
		return "", "", err
	}
	file = filepath.Join(dir, base)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return "", "", errors.Join(err, os.RemoveAll(dir))
	}
	failed := e.run(file)
	left, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return text, file, failed // removed, as one that is given up may be
	}
	if err != nil {
		return "", file, &unreadError{errors.Join(failed, err)}
	}
	return string(left), file, failed
}

// An unreadError says that what an editor left cannot be read.
type unreadError struct{ error }

func (e *unreadError) Unwrap() error { return e.error }

// run runs the editor on file. An interrupt that is typed meanwhile is the
// editor's alone: mdck lives on to clean up.
func (e *editor) run(file string) error {
	cmd := e.process(file)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = e.std.In, e.std.Out, e.std.Err
	if out, ok := e.std.Out.(*os.File); !ok || !isTerminal(out) { // results go elsewhere, and an editor draws
		cmd.Stdout = e.std.Err
		if terminal, err := os.OpenFile(terminalName, os.O_WRONLY, 0); err == nil {
			defer terminal.Close()
			cmd.Stdout = terminal
		}
	}
	caught := make(chan os.Signal, 1) // not ignored: the editor would inherit that
	signal.Notify(caught, os.Interrupt, syscall.SIGQUIT)
	defer signal.Stop(caught)
	err := cmd.Run()
	exit, ended := errors.AsType[*exec.ExitError](err)
	switch {
	case err == nil:
		return nil
	case !ended:
		return fmt.Errorf("the editor %q cannot be started: %w", e.command, err)
	case exit.ExitCode() == 126 || exit.ExitCode() == 127: // a shell's word for it
		return fmt.Errorf("the editor %q cannot be started", e.command)
	}
	return &editorError{e.command, err}
}

// process is the editor with file as its last argument. A command of more than a
// name is the shell's to read, as git has it; without a shell it is words.
func (e *editor) process(file string) *exec.Cmd {
	if !strings.ContainsAny(e.command, "|&;<>()$`\\\"' \t\n*?[#~=%") {
		return exec.Command(e.command, file)
	}
	if sh, err := exec.LookPath("sh"); err == nil {
		return exec.Command(sh, "-c", e.command+` "$@"`, e.command, file)
	}
	words := append(commandWords(e.command), file)
	return exec.Command(words[0], words[1:]...)
}

// commandWords are the words of a command, which double quotes keep together.
func commandWords(command string) []string {
	var words []string
	for i, part := range strings.Split(command, `"`) {
		if i%2 == 1 {
			words = append(words, part)
			continue
		}
		words = append(words, strings.Fields(part)...)
	}
	return words
}
