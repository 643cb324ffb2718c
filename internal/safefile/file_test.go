package safefile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"mdck/internal/safefile/disk"
)

func TestNewLeavesNothing(t *testing.T) {
	for name, want := range map[string]string{
		"new": "new", "a/b/new": "a", "a/b/" + strings.Repeat("x", 300): "", "a/" + strings.Repeat("x", 300) + "/c": "",
	} {
		s := dirWith(t, nil)
		_, err := s.set(name, "text")
		if _, nothing := errors.AsType[*FailedError](err); nothing != (want == "") {
			t.Errorf("%q: error is %v", name, err)
		}
		entries, err := os.ReadDir(s.Dir)
		must(t, err)
		var left []string
		for _, e := range entries {
			left = append(left, e.Name())
		}
		if got := strings.Join(left, " "); got != want {
			t.Errorf("%q: directory has %q, want %q", name, got, want)
		}
		if want != "" {
			s.wantText(t, name, "text")
		}
	}
}

func TestNewOnce(t *testing.T) {
	s := dirWith(t, nil)
	there := errors.New("it is there")
	for round := range 20 {
		name := strconv.Itoa(round)
		var made atomic.Int32
		var all sync.WaitGroup
		for who := range 8 {
			all.Go(func() {
				_, err := s.Update(func(old Old) (Change, error) {
					if _, ok, err := old(name); ok || err != nil {
						return Change{}, errors.Join(err, there)
					}
					return Change{Files: []File{{name, fmt.Sprint(who)}}}, nil
				})
				if err == nil {
					made.Add(1)
				} else if !errors.Is(err, there) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if n := made.Load(); n != 1 {
			t.Fatalf("%d of 8 made the file, want one", n)
		}
	}
	noTemporary(t, s.Dir)
}

type concurrentUpdate struct {
	disk.System
	left   *int
	update func()
}

func (m concurrentUpdate) Rename(from, to string) error {
	if *m.left > 0 {
		*m.left--
		m.update()
	}
	return m.System.Rename(from, to)
}

func TestNoteBesideUpdate(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "a"})
	_, err := s.set("a", "b")
	must(t, err)
	left := 3
	noting := s
	noting.FS = concurrentUpdate{left: &left, update: func() {
		_, err := s.set("a", fmt.Sprint(left))
		must(t, err)
	}}
	must(t, noting.WriteMemo("note", "x"))
	s.wantText(t, filepath.Join(home, "note"), "x")
	if left != 0 {
		t.Errorf("%d updates are left", left)
	}
	noTemporary(t, s.Dir)
}
