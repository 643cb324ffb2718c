package cli

import (
	"os"
	"path"
	"strings"
	"testing"

	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/protocols"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// toySchema is what a file of the toy has.
func toySchema(*protocol.Reader, string) *schema.Schema {
	return &schema.Schema{Bullets: true, Groups: []schema.Group{{Key: "toys", Title: "Toys", Subsections: []schema.Subsection{{Title: "Red"}, {Title: "Blue"}}}}}
}

// toyAppend adds bullets to the files of the toy.
func toyAppend(a protocol.Append) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		text, exists, err := read.Text(read.Main)
		if err != nil {
			return nil, err
		}
		f := protocol.File{Name: read.Main, Before: text, After: text, Exists: exists}
		for _, part := range a.Parts {
			d, err := mdcheckpoint.Parse(read.Main, f.After)
			if err != nil {
				return nil, err
			}
			m := toySchema(nil, "").Match(d)
			e := &schema.Editor{Match: m}
			edits := []source.Edit{e.Insert(a.Group, 0, m.Schema.RenderGroup(a.Group.Title, []schema.Filling{part}, "\n"))}
			if g := m.Group(a.Group.Key, 0); g != nil {
				edits = e.Fill(g, part)
			}
			if f.After, err = source.Apply(f.After, edits); err != nil {
				return nil, err
			}
		}
		if f.After == f.Before {
			return &protocol.Change{None: "the toys are there"}, nil
		}
		return &protocol.Change{Did: "played", Files: []protocol.File{f}, Ledger: []protocol.Entry{{Path: read.Main}}}, nil
	}
}

// playing is a table with one protocol more, whose files are called NAME.toy.md.
func playing() *protocol.Table {
	toy := &protocol.Protocol{Name: "toy", Append: toyAppend, Sections: toySchema}
	toy.Noun, toy.Markdown, toy.Globs = "a toy", true, []string{"**/*.toy.md"}
	toy.Checker = &lint.Checker{
		Name: "toy", Rules: func() []lint.Rule { return nil },
		Read: func(in lint.Input) *lint.Checkpoint {
			c := &lint.Checkpoint{Files: map[string]*source.File{}, Faults: map[string]error{}}
			c.Document = source.Load(in.Tree, in.Main, c.Files, c.Faults, mdcheckpoint.Parse)
			return c
		},
	}
	toy.Detect = func(_ protocol.Disk, file string) (t protocol.Target, ok bool) {
		dir, base := path.Split(file)
		return protocol.Target{Protocol: "toy", Root: protocol.Root(path.Clean(dir)), Main: base, Path: base}, strings.HasSuffix(base, ".toy.md")
	}
	return protocols.Default(toy)
}

// TestToyIsWritten checks that a protocol which only the table knows is written to and
// restored, without a name too where it is the only one that can be.
func TestToyIsWritten(t *testing.T) {
	t.Chdir(t.TempDir())
	table := playing()
	run := func(want Status, args ...string) string {
		t.Helper()
		var out strings.Builder
		if got := Main(args, Streams{In: strings.NewReader(""), Out: &out, Err: &out, Table: table}); got != want {
			t.Fatalf("%q ends with %d, want %d:\n%s", args, got, want, out.String())
		}
		return out.String()
	}
	text := func() string {
		t.Helper()
		raw, err := os.ReadFile("box.toy.md")
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	if err := os.WriteFile("box.toy.md", []byte("# Box\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if out := run(OK, "append", "box.toy.md", "--section", "toys", "-b", "red=ball"); out != "box.toy.md: played\n" {
		t.Errorf("append prints %q", out)
	}
	once := text()
	if once != "# Box\n\n## Toys\n\n### Red\n- ball\n" {
		t.Errorf("the file is %q", once)
	}
	run(OK, "append", "--section", "toys/blue", "-b", "kite")
	if got := text(); got != once+"\n### Blue\n- kite\n" {
		t.Errorf("the file is %q", got)
	}
	if out := run(OK, "append", "--section", "toys/blue", "-b", "kite"); !strings.Contains(out, "nothing written: the toys are there") {
		t.Errorf("the same again prints %q", out)
	}
	if out := run(OK, "restore"); !strings.Contains(out, "replaced by append") {
		t.Errorf("the list is %q", out)
	}
	run(OK, "restore", "box.toy.md", "--backup", "latest")
	if got := text(); got != once {
		t.Errorf("restored is %q", got)
	}
	if out := run(Failure, "append", "--section", "dolls", "-b", "x"); !strings.Contains(out, "sections: toys") {
		t.Errorf("another section: %q", out)
	}
	if out := run(Failure, "restore", "box.toy.md", "--archive", "1"); !strings.Contains(out, "no sections of a toy are archived") {
		t.Errorf("an archive: %q", out)
	}
}
