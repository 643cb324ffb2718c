package lint

import (
	"flag"
	"fmt"
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ohrfc"
)

var update = flag.Bool("update", false, "write what the code makes into the documents and the archives")

// words counts words for tokens, so that tests need no vocabulary.
type words struct{}

func (words) Count(text string) int { return len(strings.Fields(text)) }
func (words) Name() string          { return "words" }

func exampleTree(dir string, files []ExampleFile) fstest.MapFS {
	t := fstest.MapFS{}
	for _, f := range files {
		t[path.Join(dir, f.Name)] = &fstest.MapFile{Data: []byte(f.Text)}
	}
	return t
}

// exampleDir is the directory that the files of e are in.
func exampleDir(e *Example) string {
	if e.Protocol == "" || e.Protocol == "ohrfc" {
		return ExampleDir
	}
	return "."
}

func exampleInput(e *Example, files []ExampleFile) Input {
	switch e.Protocol {
	case "ccc":
		return sessionInput(exampleTree(".", files))
	case "agents":
		return Input{Protocol: "agents", Tree: exampleTree(".", files), Path: agents.CheckpointDir}
	case "loop":
		return Input{Protocol: "loop", Tree: exampleTree(".", files), Path: ExampleTrack}
	}
	if e.Protocol == "format" {
		own, err := ExampleFormat(files)
		if err != nil {
			panic(err)
		}
		return Input{Protocol: "format", Tree: exampleTree(".", files), Path: files[1].Name, Format: own, Counter: words{}}
	}
	if e.Protocol == "plan" {
		return Input{Protocol: "plan", Tree: exampleTree(".", files), Path: files[0].Name}
	}
	in := Input{
		Tree: exampleTree(ExampleDir, files), Path: path.Join(ExampleDir, ohrfc.CheckpointFile),
		Limits: ohrfc.DefaultLimits, Counter: words{},
	}
	if len(e.Base) > 0 {
		in.Base = exampleTree(ExampleDir, e.Base)
	}
	return in
}

// sessionInput is a session at the root of tree. Git ignores what .gitignore names,
// line by line, a star standing for anything.
func sessionInput(tree fstest.MapFS) Input {
	ignored := ""
	if f := tree[".gitignore"]; f != nil {
		ignored = string(f.Data)
	}
	visible := func(name string) bool {
		for pattern := range strings.Lines(ignored) {
			if hit, _ := path.Match(strings.TrimSpace(pattern), name); hit {
				return false
			}
		}
		return true
	}
	return Input{Protocol: "ccc", Tree: tree, Path: ccc.ProgressFile, Visible: visible}
}

// found prints the findings of one rule, or of all if rule is nil.
func found(t *testing.T, in Input, rule *Rule) string {
	t.Helper()
	all, err := Run(in)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, d := range all {
		if rule == nil || d.Rule.ID == rule.ID {
			at := d.Position()
			fmt.Fprintf(&b, "%s:%d:%d: %s: %s [%s]\n", strings.TrimPrefix(d.Path, ExampleDir+"/"), at.Line, at.Column, d.Severity, d.Message, d.Rule.ID)
		}
	}
	return b.String()
}

// TestRules runs the archive of every rule: bad files give just what the archive
// wants of the rule, good ones nothing, and fixing makes of the bad ones what
// the archive has as fixed, in which the rule finds nothing that it could fix.
func TestRules(t *testing.T) {
	for _, rule := range Rules() {
		t.Run(rule.ID, func(t *testing.T) {
			e, err := rule.Example()
			if err != nil {
				t.Fatal(err)
			}
			if e.About == "" || len(e.Bad) == 0 || len(e.Good) == 0 {
				t.Fatal("the archive needs a sentence, bad files and good files")
			}
			got := found(t, exampleInput(e, e.Bad), rule)
			if *update {
				writeWant(t, rule, got)
			} else if got != e.Want {
				t.Errorf("bad files: got\n%s\nwant\n%s", got, e.Want)
			}
			if got == "" {
				t.Error("the rule finds nothing in the bad files")
			}
			if got := found(t, exampleInput(e, e.Good), rule); got != "" {
				t.Errorf("good files: got\n%s", got)
			}
			if rule.Fixable != (len(e.Fixed) > 0) {
				t.Fatalf("fixable is %v, and the archive has %d fixed files", rule.Fixable, len(e.Fixed))
			}
			checkFixed(t, rule, e)
		})
	}
}

func checkFixed(t *testing.T, rule *Rule, e *Example) {
	t.Helper()
	if len(e.Fixed) == 0 {
		return
	}
	in := exampleInput(e, e.Bad)
	fixed, err := FixAll(in, "2026-11-21T08:00:00Z")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range e.Fixed {
		name := path.Join(exampleDir(e), want.Name)
		if got := fixed.Texts[name]; got != want.Text {
			t.Errorf("%s fixed: got\n%q\nwant\n%q", want.Name, got, want.Text)
		}
	}
	in.Tree = patched{in.Tree, fixed.Texts}
	again, err := FixAll(in, "2026-11-21T09:00:00Z")
	if err != nil || len(again.Texts) > 0 {
		t.Errorf("fixing again changes %v, %v", again.Texts, err)
	}
	for _, d := range again.Left {
		if d.Fix != nil {
			t.Errorf("a fix is left: %s", d.Message)
		}
	}
}

func writeWant(t *testing.T, rule *Rule, got string) {
	t.Helper()
	name := "testdata/" + rule.ID + ".txtar"
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(raw), "-- bad.want --\n")
	_, after, _ := strings.Cut("\n"+rest, "\n-- ") // bad.want may be empty
	text := before + "-- bad.want --\n" + got + "-- " + after
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
