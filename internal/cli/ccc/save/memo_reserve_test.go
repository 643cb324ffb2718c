package save

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"mdck/mdcheckpoint/ccc"
)

func TestStepText(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no file has such a name")
	}
	const name = "not\nthis \x1b[2Jone"
	p := project{t, filepath.Join(t.TempDir(), name)}
	p.write(ccc.StateFile, state)
	p.commit()
	o := p.options()
	o.Files = []string{name}
	found := false
	for _, s := range Run(t.Context(), o).Steps {
		text := s.Detail + s.Cause + strings.Join(s.Notes, "")
		found = found || strings.Contains(text, "not this")
		if strings.ContainsAny(text, "\n\x1b") {
			t.Errorf("the text of %s is %q", s.Name, text)
		}
	}
	if !found {
		t.Error("no step names the directory")
	}
}

// TestNotReserved checks that nothing is sent if the id cannot be stored.
func TestNotReserved(t *testing.T) {
	p := newProject(t, map[string]string{ccc.StateFile: state})
	p.commit()
	outside := newProject(t, map[string]string{"state.json": state})
	if err := os.Remove(p.path(ccc.StateFile)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside.path("state.json"), p.path(ccc.StateFile)); err != nil {
		if runtime.GOOS == "windows" {
			t.Skip(err) // symbolic links may be forbidden
		}
		t.Fatal(err)
	}
	o := p.options()
	o.Key, o.URL = testKey, "http://127.0.0.1:1"
	var cause string
	for _, s := range Run(t.Context(), o).Steps {
		if s.Name == LinearStep {
			cause = s.Cause
		}
	}
	if !strings.HasPrefix(cause, "the id of the comment could not be stored, so nothing was sent: ") || !strings.Contains(cause, "state.json\", which is not below ") {
		t.Errorf("the cause is %q", cause)
	}
}
