package lint_test

import (
	"flag"
	"fmt"
	"os"
	"path"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mdck/internal/protocoltest"
	"mdck/lint"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/custom"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocols"
	"mdck/mdcheckpoint/yamldoc"
)

var update = flag.Bool("update", false, "write what the code makes into the documents and the archives")

type words struct{}

func (words) Count(text string) int { return len(strings.Fields(text)) }
func (words) Name() string          { return "words" }

func exampleTree(dir string, files []lint.ExampleFile) fstest.MapFS {
	t := fstest.MapFS{}
	for _, f := range files {
		t[path.Join(dir, f.Name)] = &fstest.MapFile{Data: []byte(f.Text)}
	}
	return t
}

func exampleDir(e *lint.Example) string {
	if e.Protocol == "any" || e.Protocol == "ohrfc" {
		return protocoltest.ExampleDir
	}
	return "."
}

func exampleInput(e *lint.Example, files []lint.ExampleFile) lint.Input {
	switch e.Protocol {
	case "ccc":
		return sessionInput(exampleTree(".", files))
	case "agents":
		return lint.Input{Checker: checker("agents"), Tree: exampleTree(".", files), Path: agents.CheckpointDir}
	case "loop":
		return lint.Input{Checker: checker("loop"), Tree: exampleTree(".", files), Path: protocoltest.ExampleTrack}
	case "handoff":
		return noteInput(exampleTree(".", files))
	case "format":
		own, err := exampleFormat(files)
		if err != nil {
			panic(err)
		}
		return lint.Input{Checker: checker("format"), Tree: exampleTree(".", files), Path: files[1].Name, Format: own, Counter: words{}}
	case "", "any":
		return workspaceInput(e, files)
	case "ohrfc":
		in := workspaceInput(e, files)
		in.Limits.Characters = 40_000
		return in
	}
	return lint.Input{Checker: checker(e.Protocol), Tree: exampleTree(".", files), Path: files[0].Name}
}

func workspaceInput(e *lint.Example, files []lint.ExampleFile) lint.Input {
	in := lint.Input{
		Checker: checker("ohrfc"),
		Tree:    exampleTree(protocoltest.ExampleDir, files), Path: path.Join(protocoltest.ExampleDir, ohrfc.CheckpointFile),
		Limits: ohrfc.DefaultLimits, Counter: words{},
	}
	if len(e.Base) > 0 {
		in.Base = exampleTree(protocoltest.ExampleDir, e.Base)
	}
	return in
}

// noteInput returns a hand-off at the root. Code was changed after each commit but 4d8fc76.
func noteInput(tree fstest.MapFS) lint.Input {
	since := func(hash string) (claim.Since, error) {
		if strings.HasPrefix(hash, "4d8fc76") {
			return claim.Since{Known: true, Follows: true}, nil
		}
		return claim.Since{Known: true, Follows: true, Commits: [][]string{{"README.md"}, {"export.go", "README.md"}}}, nil
	}
	limits := protocols.Default().Named("handoff").Limits
	limits.Characters = 40_000
	return lint.Input{Checker: checker("handoff"), Tree: tree, Path: "HANDOFF.md", Limits: limits, Counter: words{}, Outside: claim.Outside{Since: since}}
}

func sessionInput(tree fstest.MapFS) lint.Input {
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
	return lint.Input{Checker: checker("ccc"), Tree: tree, Path: ccc.ProgressFile, Visible: visible}
}

func found(t *testing.T, in lint.Input, rule *lint.Rule) string {
	t.Helper()
	all, err := lint.Run(in)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, d := range all {
		if rule == nil || d.Rule.ID == rule.ID {
			at := d.Position()
			fmt.Fprintf(&b, "%s:%d:%d: %s: %s [%s]\n", strings.TrimPrefix(d.Path, protocoltest.ExampleDir+"/"), at.Line, at.Column, d.Severity, d.Message, d.Rule.ID)
		}
	}
	return b.String()
}

func TestRules(t *testing.T) {
	for _, rule := range protocols.Default().Rules() {
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

func checkFixed(t *testing.T, rule *lint.Rule, e *lint.Example) {
	t.Helper()
	if len(e.Fixed) == 0 {
		return
	}
	in := exampleInput(e, e.Bad)
	fixed, err := lint.FixAll(in, time.Date(2026, 11, 21, 8, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range e.Fixed {
		name := path.Join(exampleDir(e), want.Name)
		if got := fixed.Texts[name]; got != want.Text {
			t.Errorf("%s fixed: got\n%q\nwant\n%q", want.Name, got, want.Text)
		}
	}
	in.Tree = lint.Patched(in.Tree, fixed.Texts)
	again, err := lint.FixAll(in, time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC))
	if err != nil || len(again.Texts) > 0 {
		t.Errorf("fixing again changes %v, %v", again.Texts, err)
	}
	for _, d := range again.Left {
		if d.Fix != nil {
			t.Errorf("a fix is left: %s", d.Message)
		}
	}
}

func writeWant(t *testing.T, rule *lint.Rule, got string) {
	t.Helper()
	name := "testdata/" + rule.ID + ".txtar"
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(raw), "-- bad.want --\n")
	_, after, _ := strings.Cut("\n"+rest, "\n-- ") // may be empty
	text := before + "-- bad.want --\n" + got + "-- " + after
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func checker(protocol string) *lint.Checker { return protocols.Default().Named(protocol).Checker }

func exampleFormat(files []lint.ExampleFile) (*custom.Format, error) {
	doc, err := yamldoc.Parse(files[0].Name, files[0].Text)
	if err != nil {
		return nil, err
	}
	all, problems := custom.ParseFormats(doc.Root.Get("formats"), nil)
	if len(problems) > 0 || len(all) != 1 {
		return nil, fmt.Errorf("%s: want one format, found %d, and %v", files[0].Name, len(all), problems)
	}
	return all[0], nil
}
