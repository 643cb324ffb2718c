package ccc

import (
	"io"
	"strings"

	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/cli/ccc/save"
	"mdck/internal/cli/write"
	"mdck/internal/gitrepo"
	"mdck/internal/report"
	"mdck/mdcheckpoint/ccc"
)

type savePrinter struct {
	out io.Writer
	err error // first write error
}

func (p *savePrinter) ended(s *save.Step) {
	text := report.OneLine(s.String()) + "\n"
	for _, note := range s.Notes {
		text += "  " + report.OneLine(note) + "\n"
	}
	p.print(text)
}

func (p *savePrinter) print(text string) {
	if p.err == nil {
		_, p.err = io.WriteString(p.out, text)
	}
}

func (p *savePrinter) finish(prompt string, r *save.Report) error {
	if prompt != "" {
		p.print("\n" + prompt)
	}
	p.print("\n")
	for line := range strings.Lines(r.Text()) {
		p.print(report.OneLine(strings.TrimSuffix(line, "\n")) + "\n")
	}
	return p.err
}

const box = `╔══════════════════════════════════════════════════════════════════════════════╗
║  CONTINUATION PROMPT                                                         ║
╚══════════════════════════════════════════════════════════════════════════════╝

`

func (c *saveCommand) prompt(r *save.Report) string {
	switch {
	case r.Prompt == "":
		return ""
	case c.Box:
		return box + ccc.Plain(r.Prompt) + "\nPaste this as the first message of the next session.\n"
	}
	return ccc.Plain(r.Prompt)
}

func saveFault(r *save.Report) error {
	switch r.Status() {
	case 0:
		return nil
	case 1:
		return app.ErrFindings
	}
	first := &r.Steps[0]
	return write.WithConflictHint("", app.WithRequestHint(&unsavedError{first.Cause, first.Err()}))
}

// unsavedError is the error of a save whose first step failed.
type unsavedError struct {
	cause string
	err   error
}

func (e *unsavedError) Error() string {
	if change.Written(e.err) {
		return "ccc save: " + e.cause
	}
	return "ccc save: the progress was not saved: " + e.cause
}

func (e *unsavedError) Unwrap() error { return e.err }

type saveJSON struct {
	Version   int         `json:"version"`
	Profile   string      `json:"profile"`
	Succeeded int         `json:"succeeded"`
	Skipped   int         `json:"skipped"`
	Total     int         `json:"total"`
	Steps     []save.Step `json:"steps"`
	Issue     *string     `json:"issue"`
	Commit    *commitJSON `json:"commit"`
	// Left lists files that are missing from the commit.
	Left    []gitrepo.Left `json:"left"`
	Comment *commentJSON   `json:"comment"`
	Prompt  *string        `json:"prompt"`
}

type commitJSON struct {
	Hash  string   `json:"hash"`
	Files []string `json:"files"` // relative to the root of the repository
}

type commentJSON struct {
	ID      string `json:"id"`
	URL     string `json:"url"`
	Created bool   `json:"created"`
	Cut     bool   `json:"cut"`
}

func printSaveJSON(w io.Writer, profile string, r *save.Report) error {
	out := saveJSON{
		Version: 1, Profile: profile,
		Succeeded: r.Count(save.Done), Skipped: r.Count(save.Skipped), Total: len(r.Steps), Steps: r.Steps,
		Left: append([]gitrepo.Left{}, r.Left...),
	}
	if r.Issue != "" {
		out.Issue = &r.Issue
	}
	if r.Prompt != "" {
		out.Prompt = &r.Prompt
	}
	if r.Commit != nil {
		out.Commit = &commitJSON{r.Commit.Hash, append([]string{}, r.Commit.Files...)}
	}
	if r.Comment != nil {
		out.Comment = &commentJSON{r.Comment.ID, r.Comment.URL, r.Comment.Created, r.Cut}
	}
	return report.Indented(w, out)
}
