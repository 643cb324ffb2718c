package config

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// TestWhere checks where For searches for the configuration of x.
func TestWhere(t *testing.T) {
	for name, c := range map[string]struct {
		there []string // directories end with /
		top   string
		want  string
	}{
		"beside":                       {[]string{".git/", "a/b/x/" + Name}, "", "a/b/x/" + Name},
		"the nearest":                  {[]string{".git/", Name, "a/" + Name}, "", "a/" + Name},
		"at the root":                  {[]string{"a/.git/", "a/" + Name}, "a/b/x", "a/" + Name},
		"never above the root":         {[]string{"a/.git/", Name}, "", ""},
		"a root that is a file":        {[]string{"a/b/.git", "a/" + Name}, "", ""},
		"the nearest of two roots":     {[]string{".git/", "a/b/.git/", Name}, "", ""},
		"no repository, up to the top": {[]string{"a/" + Name}, "a", "a/" + Name},
		"no repository, above the top": {[]string{"a/" + Name}, "a/b", ""},
		"no repository, only itself":   {[]string{"a/b/" + Name}, "a/b/x", ""},
		"an unrelated top":             {[]string{"a/" + Name, "c/"}, "c", ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for _, f := range append(c.there, "a/b/x/") {
				if strings.HasSuffix(f, "/") {
					f += "keep"
				}
				write(t, filepath.Join(dir, filepath.FromSlash(f)), "")
			}
			l := standard(&Loader{})
			got, err := l.For(filepath.Join(dir, "a", "b", "x"), filepath.Join(dir, filepath.FromSlash(c.top)))
			if err != nil {
				t.Fatal(err)
			}
			want := ""
			if c.want != "" {
				want = filepath.Join(dir, filepath.FromSlash(c.want))
			}
			if got.Path() != want {
				t.Errorf("got %q, want %q", got.Path(), want)
			}
		})
	}
}

// TestNamed checks that only a named file is read.
func TestNamed(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	write(t, Name, "fail-on: [\n")
	write(t, "other.yaml", "fail-on: never\nskill-dir: s\n")
	for name, l := range map[string]*Loader{
		"flag":          {File: "other.yaml"},
		"variable":      {Environ: environment(map[string]string{EnvFile: "other.yaml"})},
		"flag beats it": {File: "other.yaml", Environ: environment(map[string]string{EnvFile: "nope.yaml"})},
	} {
		c, err := standard(l).For(filepath.Join(dir, "sub"), dir)
		if err != nil || c.FailOn() != "never" || c.Path() != filepath.Join(dir, "other.yaml") || c.DisplayPath() != "other.yaml" || c.SkillDir() != filepath.Join(dir, "s") {
			t.Errorf("%s: %+v, %v", name, c, err)
		}
	}
	for want, l := range map[string]*Loader{
		"nope.yaml: no such file or directory":              {File: "nope.yaml"},
		"MDCK_CONFIG: nope.yaml: no such file or directory": {Environ: environment(map[string]string{EnvFile: "nope.yaml"})},
		".: not a regular file":                             {File: "."},
	} {
		if _, err := standard(l).For(dir, dir); err == nil || err.Error() != want {
			t.Errorf("got %v, want %s", err, want)
		}
	}
	l := &Loader{None: true, Environ: environment(map[string]string{EnvFile: "nope.yaml", "MDCK_FAIL_ON": "warning"})}
	if c, err := standard(l).For(dir, dir); err != nil || c.Path() != "" || c.FailOn() != "warning" {
		t.Errorf("no file: %+v, %v", c, err)
	}
}

func TestLink(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "else", "mdck.yaml"), "skill-dir: s\nignore: [old]\n")
	work := filepath.Join(dir, "work")
	write(t, filepath.Join(work, "keep"), "")
	if err := os.Symlink(filepath.Join("..", "else", "mdck.yaml"), filepath.Join(work, Name)); err != nil {
		t.Skip("no symbolic links here")
	}
	l := standard(&Loader{})
	c, err := l.For(work, work)
	if err != nil || c.SkillDir() != filepath.Join(work, "s") || !c.Ignored(filepath.Join(work, "old")) {
		t.Errorf("%+v, %v", c, err)
	}
	if err := os.Remove(filepath.Join(dir, "else", "mdck.yaml")); err != nil {
		t.Fatal(err)
	}
	if _, err := standard(&Loader{}).For(work, work); err == nil {
		t.Error("a broken link counts as a missing file")
	}
}

func TestRefused(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"not YAML":  {"a: [\n", ".mdck.yaml:1:4: not valid YAML: sequence end token ']' not found"},
		"not UTF-8": {"encoding: \xe9\n", ".mdck.yaml:1:11: not valid UTF-8: found byte 0xe9"},
		"too large": {strings.Repeat("#", 40_000), ".mdck.yaml:1:32769: too large (40000 bytes); expected at most 32768"},
		"a list":    {"- encoding\n", ".mdck.yaml:1:1: not supported: array at the top level; expected keys with values"},
		"duplicate": {"fail-on: error\r\nfail-on: never\r\n", `.mdck.yaml:2:1: duplicate key "fail-on"`},
	} {
		if _, err := load(t, c.text, &Loader{}); err == nil || err.Error() != c.want {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
	dir := t.TempDir()
	write(t, filepath.Join(dir, Name, "keep"), "")
	if _, err := standard(&Loader{}).For(dir, dir); err == nil || !strings.HasSuffix(err.Error(), "not a regular file") {
		t.Errorf("a directory: %v", err)
	}
}

func TestConcurrent(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, Name), full)
	l := standard(&Loader{})
	var wait sync.WaitGroup
	got := make([]*Config, 16)
	for i := range got {
		wait.Go(func() {
			c, err := l.For(filepath.Join(dir, "sub", strconv.Itoa(i%4)), dir)
			if err != nil {
				t.Error(err)
			}
			got[i] = c
		})
	}
	wait.Wait()
	for _, c := range got {
		if c != got[0] {
			t.Fatal("the file was read again")
		}
	}
}

func BenchmarkFor(b *testing.B) {
	for name, text := range map[string]string{"file": full, "none": ""} {
		b.Run(name, func(b *testing.B) {
			dir := b.TempDir()
			if text != "" {
				if err := os.WriteFile(filepath.Join(dir, Name), []byte(text), 0o644); err != nil {
					b.Fatal(err)
				}
			}
			l := standard(&Loader{})
			n := 0
			for b.Loop() {
				if _, err := l.For(filepath.Join(dir, ".ohrfc", strconv.Itoa(n%1000)), dir); err != nil {
					b.Fatal(err)
				}
				n++
			}
		})
	}
}
