package lint

import (
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"

	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/format"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/yamldoc"
)

// archives holds an archive for each rule, testdata/PROTOCOL/NAME.txtar: the
// example of the documentation and the test of the rule in one.
//
//go:embed testdata/any/*.txtar testdata/ohrfc/*.txtar testdata/ccc/*.txtar testdata/agents/*.txtar testdata/loop/*.txtar testdata/plan/*.txtar testdata/format/*.txtar
var archives embed.FS

// An Example shows a rule at work in the workspace [ExampleDir], or for a rule of ccc,
// loop, plan or format at the root of a project, and for one of agents in the folder of
// an epic. That of format has its configuration, .mdck.yaml, in front of its files.
// Files go by their names in that directory.
type Example struct {
	Protocol string // of the checkpoint, as in [Input]
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
	raw, err := archives.ReadFile("testdata/" + r.ID + ".txtar")
	if err != nil {
		return nil, err
	}
	archive := txtar.Parse(raw)
	e := &Example{Protocol: protocolOf(r.ID), About: strings.TrimSpace(string(archive.Comment))}
	lists := map[string]*[]ExampleFile{"bad": &e.Bad, "good": &e.Good, "fixed": &e.Fixed, "base": &e.Base}
	for _, f := range archive.Files {
		if f.Name == "bad.want" {
			e.Want = string(f.Data)
			continue
		}
		part, name, _ := strings.Cut(f.Name, "/")
		list := lists[part]
		if list == nil || name == "" {
			return nil, fmt.Errorf("archive of %s: file %q is in none of bad, good, fixed and base", r.ID, f.Name)
		}
		file, err := exampleFile(name, string(f.Data))
		if err != nil {
			return nil, fmt.Errorf("archive of %s: %s: %w", r.ID, f.Name, err)
		}
		*list = append(*list, file)
	}
	return e, nil
}

// protocolOf is the protocol of the checkpoint in the example of a rule: that of the
// rule, and ohrfc for those about all.
func protocolOf(id string) string {
	for _, p := range protocols() {
		if strings.HasPrefix(id, p.name+"/") {
			return p.name
		}
	}
	return ""
}

// Silencing says how a finding of r, whose example e is, is silenced by a comment
// where it is found: a sentence without a line ending.
func (e *Example) Silencing(r *Rule) string {
	switch {
	case r.ID == unusedIgnore:
		return "Take the comment out, or name the rule that it is for."
	case r.Unreadable():
		return "A comment cannot silence it, nor can the configuration: mdck does not read such a file."
	case r.ID == "ccc/archive-tracked":
		return "A comment cannot silence it: mdck does not read the copy. The configuration can."
	case slices.Contains([]string{"plan/front-matter", "plan/autonomous", "plan/after-task"}, r.ID):
		return fmt.Sprintf("It is about the front matter, before which no comment can stand. To ignore it in the file: <!-- mdck:ignore-file %s -->", r.ID)
	case e.Protocol == "format":
		// its files are Markdown, whatever they are called
	case e.Protocol == "plan" && strings.Contains(e.Want, ".md:"):
		// a plan takes comments, whatever it is called
	case !strings.Contains("\n"+e.Want, "\n"+ohrfc.CheckpointFile+":") && !strings.Contains("\n"+e.Want, "\n"+ccc.ProgressFile+":"):
		return "A comment cannot silence it: a JSON file holds none."
	}
	return fmt.Sprintf("To ignore it in what follows: <!-- mdck:ignore %s -->, in the file: <!-- mdck:ignore-file %[1]s -->", r.ID)
}

// ExampleFormat is the only format of the configuration among files, which is the first
// of them.
func ExampleFormat(files []ExampleFile) (*format.Format, error) {
	doc, err := yamldoc.Parse(files[0].Name, files[0].Text)
	if err != nil {
		return nil, err
	}
	all, problems := format.ParseFormats(doc.Root.Get("formats"), nil)
	if len(problems) > 0 || len(all) != 1 {
		return nil, fmt.Errorf("%s: want one format, found %d, and %v", files[0].Name, len(all), problems)
	}
	return all[0], nil
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
