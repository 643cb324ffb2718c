package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mdck/mdcheckpoint/protocol"
)

// errNoText ends an edit that gives nothing to write.
var errNoText error = refusal{errors.New("nothing written: the text holds nothing below its headings")}

// edit lets the user write the section in an editor. What can be refused without a text is
// refused before it opens; no lock is held while it is open.
func (c *appendCommand) edit(e *editor, w *writer) error {
	if err := w.ready(); err != nil {
		return err
	}
	row, read := w.target.Row(), w.changer().Look()
	if c.Section == "" && row.NextSection != nil {
		var err error
		if c.Section, err = row.NextSection(read); err != nil {
			return w.explain(err)
		}
	}
	s, a, err := c.request(w)
	if err != nil {
		return err
	}
	begun, err := row.Draft(read, a, w.measure())
	if err != nil {
		return w.explain(err)
	}
	d := newAppendDraft(begun, s, a)
	return c.open(e, &editorTask{
		name: begun.Name + ".md", begun: d.text(), words: func() []string { return c.words(d.request.Replace) },
		use: func(text string) error { return c.apply(w, d, text) },
	})
}

// apply reads what the user made of d and writes it.
func (c *appendCommand) apply(w *writer, d *appendDraft, text string) error {
	a, err := d.read(text)
	if err != nil {
		return withRequestHint(err)
	}
	return w.write(func(read *protocol.Reader) (*protocol.Change, error) {
		if err := d.unchanged(read, w, a.Replace); err != nil {
			return nil, err
		}
		return w.target.Row().Append(a)(read)
	})
}

// open lets the user change o in an editor and uses it. What is not used is kept.
func (c *appendCommand) open(e *editor, o *editorTask) error {
	text, file, err := e.edit(o.name, o.begun)
	switch _, ended := errors.AsType[*editorError](err); {
	case ended:
		err = refusal{fmt.Errorf("nothing written: %w", err)}
	case isUnread(err): // it is not removed: nobody knows what is in it
		return hinted(fmt.Errorf("nothing written: %w", err), o.goOn(file)...)
	case isSign(err):
		return hinted(err, "put it into a script, and name that in $VISUAL or $EDITOR; what is meant as it is stands between apostrophes")
	case err != nil:
		err = hinted(err, "$VISUAL or $EDITOR names an editor; -b, --input and standard input do without one")
	case text == o.begun:
		err = hinted(refusal{errors.New("nothing written: the text was not changed")}, `an editor with a window of its own has to wait: EDITOR="code --wait"`)
	default:
		err = o.use(text)
	}
	return c.leave(e, o, text, file, err)
}

func isSign(err error) bool {
	_, ok := errors.AsType[*signError](err)
	return ok
}

func isUnread(err error) bool {
	_, ok := errors.AsType[*unreadError](err)
	return ok
}

// leave removes the file of the editor if it is of no more use, and else says
// where it is and how to go on with it.
func (c *appendCommand) leave(e *editor, o *editorTask, text, file string, err error) error {
	kept := text != o.begun && (err != nil || c.Diff)
	if errors.Is(err, errNoText) {
		kept = isNew(text, o.begun) // and not only what was there, taken away
	}
	switch {
	case file == "":
		return err
	case !kept:
		if failed := os.RemoveAll(filepath.Dir(file)); failed != nil && err == nil {
			return failed
		}
		return err
	case err == nil:
		err = errors.New("nothing was written")
		printError(addHints(err, o.goOn(file)...), e.std.Err)
		return nil
	}
	return addHints(err, o.goOn(file)...)
}

// isNew reports whether text has a line that begun does not have.
func isNew(text, begun string) bool {
	was := strings.Split(begun, "\n")
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\r\n"); strings.TrimSpace(line) != "" && !slices.Contains(was, line) {
			return true
		}
	}
	return false
}

// words are the command line that goes on with a text.
func (c *appendCommand) words(replace bool) []string {
	words := []string{"append"}
	if c.Target != "" {
		words = append(words, c.Target)
	}
	if c.As != "" {
		words = append(words, "--as", c.As)
	}
	words = append(words, "--section", c.Section)
	if replace {
		words = append(words, "--replace")
	}
	if c.Force {
		words = append(words, "--force")
	}
	return words
}
