package lint_test

import (
	"io/fs"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/lint"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/tokens"
)

func benchInput(b testing.TB) lint.Input {
	b.Helper()
	files := fstest.MapFS{}
	err := fs.WalkDir(os.DirFS("../testdata/bench"), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile("../testdata/bench/" + name)
		files[".ohrfc/rfc-0000/"+benchName(name)] = &fstest.MapFile{Data: text}
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	counter, err := tokens.New(tokens.Default)
	if err != nil {
		b.Fatal(err)
	}
	return lint.Input{Checker: checker("ohrfc"), Tree: files, Path: ".ohrfc/rfc-0000/" + ohrfc.CheckpointFile, Limits: ohrfc.DefaultLimits, Counter: counter}
}

func benchName(name string) string {
	if name == "summary.json" {
		return ohrfc.SummaryFile
	}
	return name
}

func BenchmarkRun(b *testing.B) {
	in := benchInput(b)
	text, err := fs.ReadFile(in.Tree, in.Path)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := lint.Run(in); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSecrets(b *testing.B) {
	in := benchInput(b)
	prose, err := fs.ReadFile(in.Tree, in.Path)
	if err != nil {
		b.Fatal(err)
	}
	for _, form := range []struct{ name, text string }{{"plain", string(prose)}, {"escaped", strings.ReplaceAll(string(prose), "-", `\-`)}} {
		b.Run(form.name, func(b *testing.B) {
			b.SetBytes(int64(len(form.text)))
			b.ReportAllocs()
			for b.Loop() {
				lint.Secrets(form.text)
			}
		})
	}
}
