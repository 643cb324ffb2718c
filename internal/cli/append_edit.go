package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ohrfc"
)

// errNoBullets ends an edit that gives nothing to write.
var errNoBullets error = refusal{errors.New("nothing written: the text holds no bullet")}

// edit lets the user write the bullets in an editor. What can be refused without
// them is refused before it opens; no lock is held while it is open.
func (c *appendCommand) edit(e *editor) error {
	t, err := c.findOne(workspace.Ohrfc, c.Target, "append")
	if err != nil {
		return err
	}
	settings, err := c.settingsFor(&t)
	if err != nil {
		return err
	}
	if err := recoverWrite(&t, e.std.Err); err != nil {
		return err
	}
	room := ohrfc.Read(tree.Dir(t.Root), t.Main)
	d, err := c.draft(room, settings)
	if err != nil {
		return (&writer{target: t}).explain(err)
	}
	return c.open(e, &editorTask{name: d.name(), begun: d.text(), words: func() []string { return c.words(d) }, use: func(text string) error {
		return d.apply(text, func(asked ohrfc.Append) error { return c.write(e.std, t, settings, asked, d.only, d.unchanged(room)) })
	}})
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

// draft is what the user is to fill in, if it could be written.
func (c *appendCommand) draft(room *ohrfc.Workspace, settings *settings) (*appendDraft, error) {
	if c.Section == "" {
		var err error
		if c.Section, err = currentSection(room); err != nil {
			return nil, err
		}
	}
	request, only, err := c.request()
	if err != nil {
		return nil, err
	}
	if request.Round, err = room.Begin(request); err != nil {
		return nil, err
	}
	p, err := room.Prompt(request.Group, request.Round, settings.Limits(ohrfc.Name), settings.counter.Count)
	if err != nil {
		return nil, err
	}
	d := &appendDraft{prompt: p, request: request, only: only, encoding: settings.counter.Name()}
	if only != nil { // what the user sees is what is to be there
		d.request.Replace = len(d.existingBullets(only)) > 0
	}
	return d, nil
}

// currentSection is the section that is written when the RFC leaves the phase
// that it is in.
func currentSection(room *ohrfc.Workspace) (string, error) {
	if room.State == nil {
		if err := room.Faults[room.Path(ohrfc.StateFile)]; err != nil {
			return "", err
		}
		_, err := room.Moves()
		return "", err
	}
	if room.PendingRound() > 0 {
		return ohrfc.GateBKey, nil
	}
	phase := room.State.Phase()
	if key := ohrfc.SectionAfter(phase); key != "" {
		return key, nil
	}
	return "", hinted(fmt.Errorf("current_phase is %q, at whose end no section is written", phase), "--section takes "+strings.Join(sectionKeys(), ", "))
}

// leave removes the file of the editor if it is of no more use, and else says
// where it is and how to go on with it.
func (c *appendCommand) leave(e *editor, o *editorTask, text, file string, err error) error {
	kept := text != o.begun && (err != nil || c.Diff)
	if errors.Is(err, errNoBullets) || errors.Is(err, errNoText) {
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

// words are the command line that goes on with d.
func (c *appendCommand) words(d *appendDraft) []string {
	words := []string{"append"}
	if c.Target != "" {
		words = append(words, c.Target)
	}
	words = append(words, "--section", c.Section)
	if d.request.Replace {
		words = append(words, "--replace")
	}
	if c.Force {
		words = append(words, "--force")
	}
	return words
}

// errNoText ends an edit of a file of a format that gives nothing to write.
var errNoText error = refusal{errors.New("nothing written: the text holds nothing below its headings")}
