package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"mdck/internal/history"
	"mdck/internal/plot"
	"mdck/internal/report"
	"mdck/internal/safefile"
)

// pageHead is within how many bytes a page says that it is one of ours.
const pageHead = 1 << 10

// checkPage refuses to write the page over what is none of ours: with the name of the file
// forgotten, the argument of --html is the one whose history was wanted.
func (c *historyCommand) checkPage() error {
	if c.HTML == "" || c.HTML == "-" {
		return nil
	}
	if err := c.checkPlace(); err != nil {
		return err
	}
	info, err := os.Stat(c.HTML)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return c.pageFault(err)
	case !info.Mode().IsRegular():
		return fmt.Errorf("--html: %s is not a regular file", report.Name(c.HTML))
	}
	page, err := isPage(c.HTML)
	if err != nil || page {
		return err
	}
	return refusal{hinted(fmt.Errorf("--html: %s is there and is no page that mdck history made; it stays as it is", report.Name(c.HTML)),
		"name the page first and the file behind it: mdck history --html history.html "+quote(filepath.ToSlash(c.HTML)))}
}

// checkPlace refuses a page without a directory that it could be put in, before a long history
// is counted for it.
func (c *historyCommand) checkPlace() error {
	info, err := os.Stat(filepath.Dir(c.HTML))
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return hinted(fmt.Errorf("--html: the directory of %s is missing", report.Name(c.HTML)), "make the directory first")
	case err != nil:
		return c.pageFault(err)
	case !info.IsDir():
		return fmt.Errorf("--html: what %s would lie in is no directory", report.Name(c.HTML))
	}
	return nil
}

// pageFault is what the system says of the page, by the name that the user gave it.
func (c *historyCommand) pageFault(err error) error {
	if fault := (*fs.PathError)(nil); errors.As(err, &fault) {
		err = fault.Err
	}
	return fmt.Errorf("--html: %s: %w", report.Name(c.HTML), err)
}

// isPage reports whether the file is empty, or begins as a page of ours does.
func isPage(name string) (bool, error) {
	f, err := os.Open(name)
	if err != nil {
		return false, err
	}
	defer f.Close()
	begin, err := io.ReadAll(io.LimitReader(f, pageHead))
	return len(begin) == 0 || strings.Contains(string(begin), plot.Mark), err
}

// writePage writes the page where it was asked for.
func (c *historyCommand) writePage(p *past, rows []history.Row, std Streams) error {
	budgets := p.budgets()
	page := &plot.Page{Path: p.shown, Encoding: p.settings.counter.Name(), Lines: budgets.Lines, Tokens: budgets.Tokens, Rows: rows}
	if c.HTML == "-" {
		return page.Write(std.Out)
	}
	var b strings.Builder
	if err := page.Write(&b); err != nil {
		return err
	}
	if err := safefile.Put(c.HTML, b.String()); err != nil {
		return err
	}
	fmt.Fprintf(std.Err, "mdck: wrote %s: %s\n", report.Name(filepath.ToSlash(c.HTML)), report.Counted(len(rows), "state"))
	return nil
}
