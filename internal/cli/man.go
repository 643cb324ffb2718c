package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/roff"
	"mdck/internal/safefile"
)

const manHelp = `Prints a page of the manual for man: without a name that of mdck, with the name of a command its own. A command of two words is on the page of the first.

--dir DIR writes all pages into DIR, for packages: mdck.1, mdck-lint.1 and so on. DIR is made if it is missing; a file in it that is no page of mdck is left alone, and nothing is written.

Examples:

    mdck man | man -l -
    mdck man lint | man -l -
    mdck man --dir ~/.local/share/man/man1`

type manCommand struct {
	Command []string `arg:"" optional:"" help:"The command (default: mdck itself)."`
	Dir     string   `help:"Write all pages into this directory." placeholder:"DIR"`
}

// Run prints a page, or writes all.
func (c *manCommand) Run(std Streams) error {
	switch {
	case c.Dir != "" && len(c.Command) > 0:
		return errors.New("man: --dir writes all pages, and a command names one: not both")
	case c.Dir != "":
		return writeManPages(c.Dir)
	}
	page, err := manPageOf(c.Command)
	if err != nil {
		return err
	}
	_, err = io.WriteString(std.Out, page)
	return err
}

// manPageOf is the page of a command, named in one word or two; of mdck without a name.
func manPageOf(words []string) (string, error) {
	if len(words) == 0 || slices.Equal(words, []string{"mdck"}) {
		return manMain(), nil
	}
	name := strings.Join(words, " ")
	all := commands()
	i := indexOf(all, words[0])
	if i < 0 || len(words) > 1 && indexOf(below(words[0]), name) < 0 {
		err := fmt.Errorf("man: %q is no command", name)
		var known []string
		for _, c := range withBelow(all) {
			known = append(known, c.name)
		}
		if near := nearestOf(strings.ToLower(name), known); near != "" {
			return "", hinted(err, "did you mean: mdck man "+near)
		}
		return "", hinted(err, "mdck help all lists them")
	}
	return manCommandPage(&all[i])
}

// A manPage is a file of the manual.
type manPage struct {
	name, text string
	there      bool // an older one is
}

// manPages are all pages, that of mdck first.
func manPages() ([]manPage, error) {
	pages := []manPage{{name: "mdck.1", text: manMain()}}
	all := commands()
	for i := range all {
		text, err := manCommandPage(&all[i])
		if err != nil {
			return nil, err
		}
		pages = append(pages, manPage{name: "mdck-" + all[i].name + ".1", text: text})
	}
	return pages, nil
}

// writeManPages writes all pages into dir, or none where one would take the place of a
// file that is no page of ours.
func writeManPages(dir string) error {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return fmt.Errorf("man: --dir %q is no directory", dir)
	}
	pages, err := manPages()
	if err != nil {
		return err
	}
	var stale []manPage
	var foreign []error
	for _, p := range pages {
		switch old, err := manPageAt(filepath.Join(dir, p.name)); {
		case err != nil:
			foreign = append(foreign, err)
		case old != p.text:
			p.there = old != ""
			stale = append(stale, p)
		}
	}
	if len(foreign) > 0 {
		return errors.Join(foreign...)
	}
	for _, p := range stale {
		if err := p.write(filepath.Join(dir, p.name)); err != nil {
			return err
		}
	}
	return nil
}

// write makes the page, or replaces an older one.
func (p *manPage) write(name string) error {
	if p.there {
		return safefile.Put(name, p.text)
	}
	_, err := safefile.Create(name, p.text)
	return err
}

// manPageAt is the page that is at name; "" if nothing is.
func manPageAt(name string) (string, error) {
	info, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", nil
	case err != nil:
		return "", err
	case !info.Mode().IsRegular():
		return "", foreignPage(name)
	}
	text, err := os.ReadFile(name)
	if err == nil && !strings.HasPrefix(string(text), roff.Mark) {
		err = foreignPage(name)
	}
	return string(text), err
}

// foreignPage refuses to write over what is no page of ours.
func foreignPage(name string) error {
	return refusal{hinted(fmt.Errorf("%q is no page that mdck made, and stays; nothing is written", name), "move it away, or name another directory")}
}
