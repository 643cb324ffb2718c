package agent

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mdck/internal/change"
	"mdck/internal/cli/app"
	"mdck/internal/hook"
	"mdck/internal/hook/doctor"
	agentset "mdck/internal/hook/settings"
)

func TestChangedWhileInstalling(t *testing.T) {
	for name, meanwhile := range map[string]func(path string) error{
		"edited":  func(path string) error { return os.WriteFile(path, []byte(`{"mine":1}`), 0o644) },
		"removed": os.Remove,
		"made":    func(path string) error { return os.WriteFile(path, []byte(`{"mine":1}`), 0o644) },
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "settings.json")
			if name != "made" {
				if err := os.WriteFile(path, []byte("{}"), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			calls := 0
			var out bytes.Buffer
			e := settingsEdit{file: settingsFile{File: doctor.File{Agent: hook.Claude, Path: path}, path: path}, std: app.Streams{Out: &out}, command: "mdck test"}
			e.change = func(s *agentset.File) (agentset.Change, error) {
				if calls++; calls == 2 { // under the lock
					if err := meanwhile(path); err != nil {
						t.Fatal(err)
					}
				}
				return s.Install(agentset.Entries(hook.Claude, agentset.Choice{}))
			}
			_, err := e.run(false)
			if _, refused := errors.AsType[app.Refusal](err); !refused || !strings.Contains(err.Error(), change.ErrChanged.Error()) || out.Len() > 0 {
				t.Errorf("error is %v, printed %q; want a refusal", err, out.String())
			}
			text, err := os.ReadFile(path)
			if name != "removed" && string(text) != `{"mine":1}` || name == "removed" && !errors.Is(err, os.ErrNotExist) {
				t.Errorf("the file is %q (%v)", text, err)
			}
		})
	}
}
