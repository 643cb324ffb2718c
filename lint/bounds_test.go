package lint_test

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"mdck/lint"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocols"
	"mdck/mdcheckpoint/source"
)

// TestKnownBy checks which part of a line is in a fingerprint.
func TestKnownBy(t *testing.T) {
	for length, whole := range map[int]bool{498: true, 499: true, 500: false, 501: false} {
		line := "key " + strings.Repeat("x", length-4)
		d := &lint.Diagnostic{File: source.NewFile("a.md", line+"\nnext\n"), Finding: lint.Finding{Span: source.Span{Start: 0, End: 3}}}
		want := "key"
		if whole {
			want = line
		}
		if got := lint.LineOf(d); got != want {
			t.Errorf("in a line of %d bytes it is known by %d of them, want %d", length, len(got), len(want))
		}
	}
	long := strings.Repeat("x", 600)
	d := &lint.Diagnostic{File: source.NewFile("a.md", long), Finding: lint.Finding{Span: source.Span{End: 600}}}
	if got := lint.LineOf(d); len(got) != 500 {
		t.Errorf("a finding of 600 bytes is known by %d, want 500", len(got))
	}
	d.Rule = &lint.Rule{ID: "any/x"}
	if got := lint.Fingerprint(d); len(got) != 16 {
		t.Errorf("a fingerprint is %q, want sixteen digits", got)
	}
}

type meter struct {
	fstest.MapFS
	read *int
}

func (m meter) ReadFile(name string) ([]byte, error) {
	text, err := m.MapFS.ReadFile(name)
	*m.read += len(text)
	return text, err
}

func (m meter) Open(name string) (fs.File, error) {
	f, err := m.MapFS.Open(name)
	return meteredFile{f, m.read}, err
}

type meteredFile struct {
	fs.File
	read *int
}

func (f meteredFile) ReadDir(n int) ([]fs.DirEntry, error) { return f.File.(fs.ReadDirFile).ReadDir(n) }

func (f meteredFile) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	*f.read += n
	return n, err
}

func TestReadsAreBounded(t *testing.T) {
	const times = 8
	large := &fstest.MapFile{Data: []byte(strings.Repeat(" \n", times*source.MaxSize/2))}
	for name, c := range map[string]struct {
		protocol, main string
		files          []string
	}{
		"agents":   {"agents", "agent_checkpoints", []string{"agent_checkpoints/secondary_a.json", "agent_comms/primary_to_secondary_a.md"}},
		"metadata": {"loop", "conductor/tracks/t/metadata.json", []string{"conductor/tracks/t/metadata.json", "conductor/tracks/t/plan.md"}},
		"ohrfc":    {"ohrfc", "w/checkpoint.md", []string{"w/checkpoint.md", "w/state.json", "w/evidence.json"}},
		"ccc":      {"ccc", ".ccc-progress.md", []string{".ccc-progress.md", ".ccc-preferences.yaml"}},
	} {
		t.Run(name, func(t *testing.T) {
			read := 0
			tree := meter{fstest.MapFS{}, &read}
			for _, file := range c.files {
				tree.MapFS[file] = large
			}
			found, _ := lint.Run(lint.Input{Checker: checker(c.protocol), Tree: tree, Main: c.main, Path: c.main})
			if most := (len(c.files) + 1) * (source.MaxSize + 1); read > most {
				t.Errorf("%d bytes are read, want at most %d", read, most)
			}
			for _, d := range found {
				if d.Rule.ID == "any/too-large" && strings.HasSuffix(d.Message, " bytes); expected at most 1048576") {
					return
				}
			}
			t.Errorf("want a finding about the size, found %v", found)
		})
	}
}

func TestLimit(t *testing.T) {
	rules := protocols.Default().Rules()
	make := func(n int, rule *lint.Rule, path string, severity lint.Severity) []lint.Diagnostic {
		var all []lint.Diagnostic
		for i := range n {
			all = append(all, lint.Diagnostic{Finding: lint.Finding{Path: path, Severity: severity, Message: fmt.Sprint(i), Fix: &lint.Fix{}}, Rule: rule})
		}
		return all
	}
	for _, n := range []int{0, 1, lint.MaxFindings - 1, lint.MaxFindings, lint.MaxFindings + 1, 3 * lint.MaxFindings} {
		all := make(n, rules[0], "a", lint.Warning)
		all = append(all, make(n, rules[1], "a", lint.Error)...)
		all = append(all, make(n, rules[0], "b", lint.Error)...)
		got := lint.Limit(all)
		if want := 3 * min(n, lint.MaxFindings); len(got) != want {
			t.Errorf("of 3 times %d findings: %d are listed, want %d", n, len(got), want)
		}
		for kind := range len(got) / max(1, min(n, lint.MaxFindings)) {
			last := got[(kind+1)*min(n, lint.MaxFindings)-1]
			want := fmt.Sprint(n - 1)
			if n > lint.MaxFindings {
				want = fmt.Sprintf("at least %d more findings of this rule below", n-lint.MaxFindings+1)
			}
			if last.Message != want || (last.Fix == nil) != (n > lint.MaxFindings) {
				t.Errorf("of %d findings the last is %q, fix %v, want %q", n, last.Message, last.Fix, want)
			}
		}
	}
	mixed := append(make(lint.MaxFindings+1, rules[0], "a", lint.Warning), make(1, rules[0], "a", lint.Error)...)
	if got := lint.Limit(mixed); got[len(got)-1].Severity != lint.Error {
		t.Errorf("the last finding of a kind is a %s, but it counts an error", got[len(got)-1].Severity)
	}
}

func TestMessagesAreBounded(t *testing.T) {
	const name = ".ohrfc/x/checkpoint.md"
	for _, unit := range []string{"a", "word ", "\"", "\\", "😀,", "é"} {
		long := strings.Repeat(unit, 20_000)
		text := "# " + long + "\n\n## Meta\n- strictness: " + long + "\n\n## " + long + "\n### " + long + "\n- " + long + "\n"
		found, err := lint.Run(lint.Input{Checker: checker("ohrfc"), Tree: fstest.MapFS{name: {Data: []byte(text)}}, Path: name, Limits: ohrfc.DefaultLimits})
		if err != nil || len(found) < 3 {
			t.Fatalf("%q: %d findings, %v", unit, len(found), err)
		}
		for _, d := range found {
			if len(d.Message) > lint.MaxMessage+len("…") || !utf8.ValidString(d.Message) {
				t.Errorf("%q: %s: message of %d bytes: %.80q", unit, d.Rule.ID, len(d.Message), d.Message)
			}
		}
	}
}
