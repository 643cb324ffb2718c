package cli

import (
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	mangokong "github.com/alecthomas/mango-kong"
	"github.com/muesli/roff"

	"mdck/internal/cli/app"
)

var manDir = flag.String("man", "", "write the manual pages into this directory, an absolute path")

func TestManPages(t *testing.T) {
	pages := map[string]string{"mdck.1": mainPage()}
	for _, c := range withBelow(commands()) {
		parser, err := c.Parser(app.Streams{Out: io.Discard, Err: io.Discard})
		if err != nil {
			t.Fatal(err)
		}
		page := commandPage(parser.Model)
		for _, f := range parser.Model.Flags {
			if !f.Hidden && !strings.Contains(page, shownByMan("--"+f.Name)) {
				t.Errorf("the page of %s lacks --%s", c.Name, f.Name)
			}
		}
		for _, a := range parser.Model.Positional {
			if !strings.Contains(page, shownByMan(a.Summary()+": ")) {
				t.Errorf("the page of %s lacks %s", c.Name, a.Summary())
			}
		}
		if strings.Contains(page, "%!") {
			t.Errorf("the page of %s has a formatting error", c.Name)
		}
		pages["mdck-"+strings.ReplaceAll(c.Name, " ", "-")+".1"] = page
	}
	dir := *manDir
	if dir == "" {
		dir = t.TempDir()
	}
	for name, text := range pages {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	checkWithGroff(t, dir)
}

func checkWithGroff(t *testing.T, dir string) {
	t.Helper()
	groff, err := exec.LookPath("groff")
	if err != nil {
		return
	}
	pages, err := filepath.Glob(filepath.Join(dir, "mdck*.1"))
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(groff, append([]string{"-k", "-man", "-Tutf8", "-ww", "-z"}, pages...)...).CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("groff: %v\n%s", err, out)
	}
}

func mainPage() string {
	root := &kong.Node{Type: kong.ApplicationNode, Name: "mdck"}
	for _, c := range commands() {
		root.Children = append(root.Children, &kong.Node{Type: kong.CommandNode, Parent: root, Name: c.Name, Help: c.Summary})
	}
	root.Help = "check, write and restore the checkpoint files of coding agents\n\n" +
		"Each command has a page of its own: man mdck-lint. mdck COMMAND --help prints the same."
	return mangokong.NewManPage(1, &kong.Application{Node: root}).
		WithSection("Exit status", exitStatuses).
		Build(&manPage{roff.NewDocument()})
}

const exitStatuses = `0: done; nothing was found that counts.
1: done, and something was found; the answer of a check is no; or a write was refused.
2: the command could not do its work: a wrong command line or configuration, or a file that cannot be read or written.`

func commandPage(app *kong.Application) string {
	app.Name = strings.ReplaceAll(app.Name, " ", "-")
	page := mangokong.NewManPage(1, app)
	var arguments []string
	for _, a := range app.Positional {
		arguments = append(arguments, a.Summary()+": "+a.Help)
	}
	if len(arguments) > 0 {
		page = page.WithSection("Arguments", strings.Join(arguments, "\n"))
	}
	return page.WithSection("Exit status", exitStatuses).WithSection("See also", "mdck(1)").Build(&manPage{roff.NewDocument()})
}

// A manPage prints text unchanged, because roff would take it for a format string.
type manPage struct{ *roff.Document }

var manEscapes = strings.NewReplacer("-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`)

func shownByMan(text string) string {
	p := &manPage{roff.NewDocument()}
	p.Text(text)
	return p.String()
}

func (p *manPage) Text(text string) { p.Document.Text(strings.ReplaceAll(text, "%", "%%")) }

func (p *manPage) String() string { return manEscapes.Replace(p.Document.String()) }
