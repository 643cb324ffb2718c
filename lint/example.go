package lint

import (
	"embed"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"
)

// archives holds an archive for each rule, testdata/PROTOCOL/NAME.txtar: the
// example of the documentation and the test of the rule in one.
//
//go:embed testdata/*/*.txtar
var archives embed.FS

// An Example shows a rule at work in the workspace [ExampleDir], or for a rule of ccc,
// loop, plan or format at the root of a project, and for one of agents in the folder of
// an epic. That of format has its configuration, .mdck.yaml, before its files.
// Files go by their names in that directory.
type Example struct {
	Protocol string // of the checkpoint: the part of the rule's id before the slash
	About    string // what the case is, a sentence
	Bad      []ExampleFile
	Want     string // the findings of the rule in Bad, as the command prints them
	Good     []ExampleFile
	Fixed    []ExampleFile // what fixing makes of Bad; none where nothing is fixed
	Base     []ExampleFile // the last commit, where the rule compares with it
}

// An ExampleFile is a file of an example.
type ExampleFile struct {
	Name string
	Text string
	// Shown is Text as the archive has it: quoted, or as what is repeated, where
	// the text itself would be no use to a reader.
	Shown string
}

// ExampleTrack is the metadata that examples of loop are about.
const ExampleTrack = "conductor/tracks/csv-export_20261104/metadata.json"

// ExampleDir is the workspace that examples are about.
const ExampleDir = ".ohrfc/rfc-20261104-sync"

// Example is the example of the rule. An error is a fault of the archive.
func (r *Rule) Example() (*Example, error) {
	raw := []byte(r.Archive)
	if r.Archive == "" {
		var err error
		if raw, err = archives.ReadFile("testdata/" + r.ID + ".txtar"); err != nil {
			return nil, fmt.Errorf("%s has no example; write lint/testdata/%[1]s.txtar: %w", r.ID, err)
		}
	}
	archive := txtar.Parse(raw)
	e := &Example{Protocol: r.Protocol(), About: strings.TrimSpace(string(archive.Comment))}
	lists := map[string]*[]ExampleFile{"bad": &e.Bad, "good": &e.Good, "fixed": &e.Fixed, "base": &e.Base}
	for _, f := range archive.Files {
		if f.Name == "bad.want" {
			e.Want = string(f.Data)
			continue
		}
		part, name, _ := strings.Cut(f.Name, "/")
		list := lists[part]
		if list == nil || name == "" {
			return nil, fmt.Errorf("archive of %s: file %q does not belong to bad, good, fixed or base", r.ID, f.Name)
		}
		file, err := exampleFile(name, string(f.Data))
		if err != nil {
			return nil, fmt.Errorf("archive of %s: %s: %w", r.ID, f.Name, err)
		}
		*list = append(*list, file)
	}
	return e, nil
}

// Silencing says how a comment in a file silences a finding of r, whose example e is: a
// sentence without a line ending.
func (e *Example) Silencing(r *Rule) string {
	switch {
	case r.Silencing != "":
		return r.Silencing
	case r.Unreadable():
		return "Neither a comment nor the configuration can ignore this rule, because mdck does not parse such a file."
	case strings.Contains(e.Want, ".json:"):
		return "No comment can ignore this rule, because JSON has no comments."
	}
	return fmt.Sprintf("To ignore it in the next block: <!-- mdck:ignore %s -->; in the whole file: <!-- mdck:ignore-file %[1]s -->", r.ID)
}

// exampleFile reads a file of an archive. NAME.quoted holds a Go string, for
// bytes that an archive cannot hold; NAME.repeat holds a count and, on the lines
// after it, what is repeated.
func exampleFile(name, data string) (ExampleFile, error) {
	f := ExampleFile{Name: name, Text: data, Shown: data}
	if base, ok := strings.CutSuffix(name, ".quoted"); ok {
		text, err := strconv.Unquote(strings.TrimSpace(data))
		f.Name, f.Text = base, text
		return f, err
	}
	if base, ok := strings.CutSuffix(name, ".repeat"); ok {
		count, rest, _ := strings.Cut(data, "\n")
		n, err := strconv.Atoi(strings.TrimSpace(count))
		f.Name, f.Text = base, strings.Repeat(rest, max(n, 0))
		f.Shown = fmt.Sprintf("(%d times)\n%s", n, rest)
		return f, err
	}
	return f, nil
}
