package archtest

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// linked are the modules that the binary may be made of.
var linked = []string{
	"mdck", "github.com/alecthomas/kong", "github.com/bmatcuk/doublestar/v4",
	"github.com/goccy/go-yaml", "github.com/gofrs/flock",
	"github.com/sergi/go-diff",
	"github.com/yuin/goldmark", "golang.org/x/sys", "golang.org/x/tools",
}

func TestLinked(t *testing.T) {
	for _, p := range list(t, "-deps", "./cmd/mdck") {
		if p.Standard {
			continue
		}
		if p.Module == nil || !slices.Contains(linked, p.Module.Path) {
			t.Errorf("the binary links %s", p.ImportPath)
		}
	}
}

// TestOneMain checks that installing ./... installs one program: pre-commit
// installs every main package that it finds.
func TestOneMain(t *testing.T) {
	var mains []string
	for _, p := range list(t, "./...") {
		if p.Name == "main" {
			mains = append(mains, p.ImportPath)
		}
	}
	if !slices.Equal(mains, []string{"mdck/cmd/mdck"}) {
		t.Errorf("main packages are %v, want mdck/cmd/mdck alone", mains)
	}
}

// TestJSONRoomsAlone checks that the JSON side does not pull Markdown in.
func TestJSONRoomsAlone(t *testing.T) {
	for _, p := range list(t, "-deps", "./mdcheckpoint/jsondoc", "./mdcheckpoint/claim") {
		if strings.HasPrefix(p.ImportPath, "github.com/yuin/goldmark") {
			t.Errorf("the JSON packages depend on %s", p.ImportPath)
		}
	}
}

// initAllocs is how many allocations the packages of the module may make before
// main, all together.
const initAllocs = 120

func TestInitCost(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "mdck.exe")
	build := exec.Command("go", "build", "-o", binary, "./cmd/mdck")
	build.Dir = root(t)
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	run := exec.Command(binary, "version")
	run.Env = append(os.Environ(), "GODEBUG=inittrace=1")
	out, _ := run.CombinedOutput()
	total, seen := 0, false
	for line := range strings.Lines(string(out)) {
		// init mdck/lint @0.55 ms, 0.002 ms clock, 1024 bytes, 3 allocs
		fields := strings.Fields(line)
		if len(fields) < 3 || fields[0] != "init" {
			continue
		}
		seen = true
		if !strings.HasPrefix(fields[1], "mdck/") {
			continue
		}
		n, err := strconv.Atoi(fields[len(fields)-2])
		if err != nil {
			t.Fatalf("unexpected line %q", line)
		}
		total += n
	}
	if !seen {
		t.Fatalf("no trace of inits in %q", out)
	}
	if total > initAllocs {
		t.Errorf("packages of the module allocate %d times before main, want at most %d", total, initAllocs)
	}
}
