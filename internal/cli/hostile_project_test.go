package cli

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

func hostileProject(t testing.TB) []txtar.File {
	t.Helper()
	all, err := txtar.ParseFile(filepath.Join("..", "..", "testdata", "hostile", "project.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	return all.Files
}

type hostileForm struct {
	name   string
	texts  func() []hostileText
	create func(t *testing.T, dir string, files []txtar.File, turn int, text string)
}

var hostileForms = [...]hostileForm{
	{"in files", hostileTexts, writeInside},
	{"as files", hostileFiles, writeWhole},
	{"as one file", hostileFiles, writeOne},
	{"as names", hostileTexts, writeNames},
	{"in the configuration", hostileTexts, writeConfig},
}

func writeInside(t *testing.T, dir string, files []txtar.File, turn int, text string) {
	number := "3"
	if strings.Trim(text, "0123456789e-.") == "" {
		number = text
	}
	for _, f := range files {
		put(t, dir, f.Name, withHostile(f, text, number))
	}
}

func withHostile(f txtar.File, text, number string) string {
	if strings.HasSuffix(f.Name, ".json") {
		raw, _ := json.Marshal(text)
		text = string(raw[1 : len(raw)-1])
	}
	if f.Name == ".mdck.yaml" {
		return string(f.Data)
	}
	return strings.NewReplacer("HOSTILE", text, "7070", number).Replace(string(f.Data))
}

func writeWhole(t *testing.T, dir string, files []txtar.File, turn int, text string) {
	for _, f := range files {
		if f.Name == ".mdck.yaml" {
			text = string(f.Data)
		}
		put(t, dir, f.Name, text)
	}
}

func writeOne(t *testing.T, dir string, files []txtar.File, turn int, text string) {
	for i, f := range files {
		if i == turn%len(files) {
			put(t, dir, f.Name, text)
			continue
		}
		put(t, dir, f.Name, withHostile(f, "plain", "3"))
	}
}

var renamed = [...][2]string{
	{".ohrfc/rfc-1", ".ohrfc/NAME"}, {"epics/E-7", "epics/NAME"}, {"conductor/tracks/login", "conductor/tracks/NAME"},
	{"epics/NAME/agent_checkpoints/secondary_a.json", "epics/NAME/agent_checkpoints/NAME.json"},
	{".planning/phases/02-dashboard", ".planning/phases/02-NAME"}, {".planning/phases/02-NAME/02-01-PLAN.md", ".planning/phases/02-NAME/02-01-NAME-PLAN.md"},
}

func writeNames(t *testing.T, dir string, files []txtar.File, turn int, text string) {
	name := strings.NewReplacer("/", "_", "\x00", "_").Replace(text[:min(len(text), 200)])
	for _, f := range files {
		path := f.Name
		for _, n := range renamed {
			path = strings.Replace(path, n[0], n[1], 1)
		}
		path = strings.ReplaceAll(path, "NAME", name)
		full := filepath.Join(dir, filepath.FromSlash(path))
		if os.MkdirAll(filepath.Dir(full), 0o755) != nil || os.WriteFile(full, []byte(withHostile(f, "plain", "3")), 0o644) != nil {
			put(t, dir, f.Name, withHostile(f, "plain", "3"))
		}
	}
	for _, bare := range [...]string{name, name + ".md"} { // the file system may refuse the name
		if filepath.IsLocal(bare) {
			_ = os.WriteFile(filepath.Join(dir, bare), []byte("# a\n"), 0o644)
		}
	}
}

// badSettings are configurations in which TEXT is a JSON string.
var badSettings = [...]string{
	"TEXT: 1\n", "encoding: TEXT\n", "baseline: TEXT\n", "ignore: [TEXT]\n", "rules: {TEXT: off}\n", "rules: {any/secret: TEXT}\n",
	"budgets: {TEXT: {lines: 3}}\n", "formats: {TEXT: {files: [HANDOFF.md], sections: [{title: TEXT}]}}\n",
	"formats: {handoff: {files: [TEXT], title: TEXT}}\n", "thresholds: {cost: {alert: TEXT}}\n", "skill-dir: TEXT\n",
}

func writeConfig(t *testing.T, dir string, files []txtar.File, turn int, text string) {
	writeInside(t, dir, files, turn, "plain")
	raw, _ := json.Marshal(text)
	all := append(badSettings[:], "encoding: "+text+"\n")
	which := all[turn%len(all)]
	put(t, dir, ".mdck.yaml", strings.ReplaceAll(which, "TEXT", string(raw)))
}

func put(t testing.TB, dir, name, text string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// treeOf lists the files below dir with size and time, to show rewritten files.
func treeOf(t testing.TB, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%q %v", path, info.Mode())
		if !d.IsDir() {
			fmt.Fprintf(&b, " %d %d", info.Size(), info.ModTime().UnixNano())
		}
		b.WriteString("\n")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
