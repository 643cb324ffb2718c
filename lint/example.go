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

// An Example shows what a rule reports. Its file names are relative to a directory that depends on
// the protocol: the root of a project for ccc, loop, plan and format, the folder of an epic for
// agents, and a workspace for ohrfc. The first file of an example for format is its
// configuration, .mdck.yaml.
type Example struct {
	Protocol string // protocol of the checkpoint, which is the part of the rule id before the slash
	About    string
	Bad      []ExampleFile
	Want     string // findings of the rule in Bad, as the command prints them
	Good     []ExampleFile
	Fixed    []ExampleFile // Bad after fixing; empty if there is no fix
	Base     []ExampleFile // the files in the last commit, for rules that compare with it
}

// An ExampleFile is a file of an example.
type ExampleFile struct {
	Name string
	Text string
	// Shown is Text in the form to print. For a quoted or repeated text, it is the shorter form
	// from the archive.
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

// Silencing returns one sentence, without a final line feed, about how to silence a finding of r.
// The example of r is e.
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

// exampleFile reads a file of an archive. The file NAME.quoted contains a Go string, for bytes that
// an archive cannot contain. The file NAME.repeat contains a count and, on the following lines, the
// text to repeat.
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
