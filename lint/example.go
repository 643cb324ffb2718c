package lint

import (
	"embed"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"
)

// archives has an archive for each rule, testdata/PROTOCOL/NAME.txtar. It is both the example in
// the documentation and the test of the rule.
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
	Protocol string // protocol of the checkpoint, as in the id of the rule
	About    string
	Bad      []ExampleFile
	Want     string // findings of the rule in Bad, as the command prints them
	Good     []ExampleFile
	Fixed    []ExampleFile // the files after all fixes; empty if the rule has no fix
	Base     []ExampleFile // the files in the last commit, for rules about changes
}

// An ExampleFile is a file of an example.
type ExampleFile struct {
	Name string
	Text string
	// Shown is the text to print. It is shorter than Text if the archive has Text in a quoted or
	// repeated form.
	Shown string
}

// Example returns the example of the rule. It fails if the archive is missing or invalid.
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

// Silencing returns a sentence that says how to silence a finding of r, without a final line feed.
// The argument e is the example of r.
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

// exampleFile reads a file of an archive. For bytes that an archive cannot contain, the file
// NAME.quoted has a Go string. For a long text, the file NAME.repeat has a number and the text to
// repeat.
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
