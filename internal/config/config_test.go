package config

import (
	"os"
	"path/filepath"
	"testing"
)

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestQuick(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, Name), "# mine\r\nversion: 0.1\nencoding: cl100k_base\nskill-dir: skills/x\nignore:\n- docs/**\n- old\nbudgets:\n  ohrfc:\n    lines: 250\nseverities:\n  ohrfc/title: off\n  any/secret: warning\n")
	l := &Loader{Env: func(n string) (string, bool) {
		return map[string]string{"MDCK_IGNORE": "a,b/", "MDCK_SEVERITIES": "ohrfc/title=error"}[n], true
	}, Flags: []Flag{{"budgets.ohrfc.tokens", "5", "--set"}}}
	c, err := l.For(filepath.Join(dir, "x", "y"), dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range c.Values() {
		t.Logf("%+v", v)
	}
	t.Logf("%+v", c)
	write(t, filepath.Join(dir, Name), "version: 0.2\nencodin: cl100k_base\nskill-dir: 3\nignore:\n- /docs/**\n- old\nbudgets:\n  ohrfc:\n    lines: 0\nseverities:\n  ohrfc/titel: off\n  any/secret: warn\n")
	l = &Loader{Env: func(n string) (string, bool) {
		return map[string]string{"MDCK_ENCODING": "gpt", "MDCK_SEVERITIES": "ohrfc/titel=error"}[n], true
	}, Flags: []Flag{{"budgets.ohrfc.tokens", "x", "--set"}}}
	_, err = l.For(filepath.Join(dir, "x", "y"), dir)
	t.Log(err)
}
