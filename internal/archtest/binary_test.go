package archtest

import (
	"slices"
	"strings"
	"testing"
)

var linked = []string{
	"mdck", "github.com/alecthomas/kong", "github.com/bmatcuk/doublestar/v4",
	"github.com/goccy/go-yaml", "github.com/gofrs/flock",
	"github.com/sergi/go-diff", "github.com/sourcegraph/jsonrpc2",
	"github.com/yuin/goldmark", "golang.org/x/sys", "golang.org/x/term", "golang.org/x/tools",
}

// unlinked lists standard packages that would slow down each start.
var unlinked = []string{"net", "net/http", "net/textproto", "crypto/tls", "crypto/x509"}

func TestLinked(t *testing.T) {
	for _, p := range list(t, "-deps", "./cmd/mdck") {
		if slices.Contains(unlinked, p.ImportPath) {
			t.Errorf("the binary links %s", p.ImportPath)
		}
		if p.Standard {
			continue
		}
		if p.Module == nil || !slices.Contains(linked, p.Module.Path) {
			t.Errorf("the binary links %s", p.ImportPath)
		}
	}
}

func TestCgo(t *testing.T) {
	t.Setenv("CGO_ENABLED", "1")
	for _, p := range list(t, "-deps", "./cmd/mdck") {
		if len(p.CgoFiles) > 0 && p.ImportPath != "os/user" && p.ImportPath != "runtime/cgo" {
			t.Errorf("%s uses cgo", p.ImportPath)
		}
	}
}

// TestOneMain checks that there is one program, because pre-commit installs every main package.
func TestOneMain(t *testing.T) {
	var mains []string
	for _, p := range packages(t) {
		if p.Name == "main" {
			mains = append(mains, p.ImportPath)
		}
	}
	if !slices.Equal(mains, []string{"mdck/cmd/mdck"}) {
		t.Errorf("main packages are %v, want only mdck/cmd/mdck", mains)
	}
}

func TestJSONImports(t *testing.T) {
	for _, p := range list(t, "-deps", "./mdcheckpoint/jsondoc", "./mdcheckpoint/claim") {
		if strings.HasPrefix(p.ImportPath, "github.com/yuin/goldmark") {
			t.Errorf("the JSON packages depend on %s", p.ImportPath)
		}
	}
}
