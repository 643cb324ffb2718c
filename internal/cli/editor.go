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

	"mdck/internal/report"
)

// An editor is how a person changes a text.
type editor struct {
	command string // words, quoted as for a shell, such as "code --wait"
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
	if _, err := commandWords(e.command); err != nil {
		return "", "", err // before a file is made for nobody
	}
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
	cmd, err := e.process(file)
	if err != nil {
		return err
	}
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
	err = cmd.Run()
	_, ended := errors.AsType[*exec.ExitError](err)
	switch {
	case err == nil:
		return nil
	case !ended:
		return fmt.Errorf("the editor %q cannot be started: %w", e.command, err)
	}
	return &editorError{e.command, err}
}

// process is the editor with file as its last argument. No shell is asked: the words of
// the command are its name and arguments.
func (e *editor) process(file string) (*exec.Cmd, error) {
	words, err := commandWords(e.command)
	if err != nil {
		return nil, err
	}
	return exec.Command(words[0], append(words[1:], file)...), nil
}

// An editorTask is what an editor opens with, and what becomes of it.
type editorTask struct {
	name  string                  // base name of its file
	begun string                  // the text
	words func() []string         // of the command line that goes on with it, but for --input
	use   func(text string) error // writes what the user made of it
}

// goOn says where the text is and what writes it.
func (o *editorTask) goOn(file string) []string {
	return []string{"the text is kept in " + file, "go on with: " + commandLine(append(o.words(), "--input", file))}
}

// writeComment writes lines as one comment, which nothing in them ends.
func writeComment(b *strings.Builder, lines []string) {
	b.WriteString("<!--\n")
	for _, line := range lines {
		b.WriteString(strings.ReplaceAll(report.OneLine(line), "-->", "-- >") + "\n")
	}
	b.WriteString("-->\n")
}
