package cli

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"mdck/bootstrap"
	"mdck/internal/cli/agent"
	"mdck/internal/cli/app"
)

var update = flag.Bool("update", false, "write what the code makes into the documents")

func TestDocs(t *testing.T) {
	var b bytes.Buffer
	b.WriteString("<!-- Made by go test ./internal/cli -update; do not edit. -->\n\n# The command line\n\n")
	fmt.Fprintf(&b, "```\n%s```\n", help(t, "--help"))
	for _, c := range withBelow(commands()) {
		fmt.Fprintf(&b, "\n## mdck %s\n\n```\n%s```\n", c.Name, help(t, append(strings.Fields(c.Name), "--help")...))
	}
	name := filepath.Join("..", "..", "docs", "cli.md")
	if *update {
		if err := os.WriteFile(name, b.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil || !bytes.Equal(got, b.Bytes()) {
		t.Errorf("docs/cli.md is stale (%v): run go test ./internal/cli -update", err)
	}
}

func help(t *testing.T, args ...string) string {
	t.Helper()
	var out, talk bytes.Buffer
	if got := Main(args, app.Streams{In: strings.NewReader(""), Out: &out, Err: &talk}); got != app.OK {
		t.Fatalf("mdck %s: status %d\n%s", strings.Join(args, " "), got, talk.String())
	}
	return out.String()
}

func TestHelp(t *testing.T) {
	for _, c := range commands() {
		if c.Summary == "" || strings.Contains(c.Summary, "\n") || strings.HasSuffix(c.Summary, ".") {
			t.Errorf("%s: summary %q", c.Name, c.Summary)
		}
		if !strings.Contains(help(t, c.Name, "--help"), "mdck "+c.Name) {
			t.Errorf("%s: no example in its help", c.Name)
		}
	}
}

func TestSubcommandHelp(t *testing.T) {
	for _, r := range commands() {
		page := help(t, r.Name, "--help")
		for _, c := range r.Subcommands() {
			if got := help(t, append(strings.Fields(c.Name), "--help")...); !strings.Contains(got, "    mdck "+c.Name) {
				t.Errorf("%s: no example in its help", c.Name)
			}
			if c.Summary == "" || strings.Contains(c.Summary, "\n") || strings.HasSuffix(c.Summary, ".") {
				t.Errorf("%s: summary %q", c.Name, c.Summary)
			}
			if r.Name != agent.Hook.Name && strings.Count(page, "    mdck "+c.Name+"  ") != 1 {
				t.Errorf("the help of %s does not list %s once", r.Name, c.Name)
			}
		}
	}
}

func TestPackDefault(t *testing.T) {
	if want := "default: " + strconv.Itoa(bootstrap.DefaultPackBytes); !strings.Contains(help(t, "bootstrap", "--help"), want) {
		t.Errorf("mdck bootstrap --help: want %q", want)
	}
}
