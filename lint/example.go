package lint

import (
	"embed"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"
)

// archives has the examples of rules without [Rule.Archive]. They are also the tests of these
// rules.
//
//go:embed testdata/*/*.txtar
var archives embed.FS

// An Example shows what a rule reports. Its file names are relative to a directory:
//
//   - ccc, loop, plan, handoff and format: the root of a project
//   - agents: the folder of an epic
//   - ohrfc: a workspace
//
// For format, the first file is the configuration .mdck.yaml.
type Example struct {
	Protocol string // first part of the rule id
	About    string
	Bad      []ExampleFile
	Want     string // findings as the command prints them
	Good     []ExampleFile
	Fixed    []ExampleFile // after all fixes, if any
	Base     []ExampleFile // files in the last commit
}

// An ExampleFile is a file of an example.
type ExampleFile struct {
	Name string
	Text string
	// Shown is the text to print. It may be shorter.
	Shown string
}

// Example returns the example of the rule. It fails without a valid archive.
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
		if list == nil {
			continue
		}
		file, err := exampleFile(name, string(f.Data))
		if err != nil {
			return nil, fmt.Errorf("archive of %s: %s: %w", r.ID, f.Name, err)
		}
		*list = append(*list, file)
	}
	return e, nil
}

// Silencing says how to ignore a finding of r, without a final line feed.
func (e *Example) Silencing(r *Rule) string {
	switch {
	case r.Silencing != "":
		return r.Silencing
	case r.Unreadable():
		return "Neither a comment nor the configuration can ignore this rule, because mdck does not parse a file with this finding."
	case strings.Contains(e.Want, ".json:"):
		return "No comment can ignore this rule, because JSON has no comments."
	}
	return fmt.Sprintf("To ignore it in the next block: <!-- mdck:ignore %s -->; in the whole file: <!-- mdck:ignore-file %[1]s -->", r.ID)
}

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
