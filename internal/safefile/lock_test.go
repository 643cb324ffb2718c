package safefile

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// increment adds one to the number in the file "count".
func increment(s Store) error {
	_, err := s.Update(func(old Old) (Change, error) {
		text, _, err := old("count")
		if err != nil {
			return Change{}, err
		}
		n, err := strconv.Atoi(text)
		return Change{Files: []File{{"count", strconv.Itoa(n + 1)}}}, err
	})
	return err
}

func TestGoroutinesCount(t *testing.T) {
	s := dirWith(t, map[string]string{"count": "0"})
	s.Wait = time.Minute
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if err := increment(s); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	s.wantText(t, "count", "50")
}

func TestProcessesCount(t *testing.T) {
	s := dirWith(t, map[string]string{"count": "0"})
	var children []*exec.Cmd
	for range 4 {
		c := child(s.Dir, "count", "25")
		must(t, c.Start())
		children = append(children, c)
	}
	for _, c := range children {
		must(t, c.Wait())
	}
	s.wantText(t, "count", "100")
}

func TestLockedNamesHolder(t *testing.T) {
	s := dirWith(t, nil)
	holder := child(s.Dir, "hold", "0")
	out, err := holder.StdoutPipe()
	must(t, err)
	must(t, holder.Start())
	defer func() { _ = holder.Wait() }()
	_, err = bufio.NewReader(out).ReadString('\n')
	must(t, err)
	s.Wait = 20 * time.Millisecond
	_, err = s.set("a", "x")
	var locked *LockedError
	if !errors.As(err, &locked) {
		t.Fatalf("want a LockedError, found %v", err)
	}
	if locked.Holder.Command != "child hold" || locked.Holder.PID != holder.Process.Pid ||
		locked.Holder.Host == "" || !strings.Contains(err.Error(), strconv.Itoa(holder.Process.Pid)) {
		t.Errorf("error does not name the holder: %v", err)
	}
	if _, err := time.Parse(time.RFC3339, locked.Holder.Since); err != nil {
		t.Error(err)
	}
	// The lock ends with its process, though the file stays.
	must(t, holder.Process.Kill())
	s.Wait = time.Minute
	_, err = s.set("a", "x")
	must(t, err)
}

// TestHolderIsGone holds that who has ended is not said to hold a lock that somebody has: one
// who holds it may have had no means to leave a name.
func TestHolderIsGone(t *testing.T) {
	ended := exec.Command(os.Args[0], "-test.run=^$")
	must(t, ended.Run())
	h := Store{Holder: "mdck stamp"}.self()
	if who := h.who(); !strings.HasPrefix(who, `"mdck stamp", process `) {
		t.Errorf("a process that runs is %s", who)
	}
	h.PID = ended.Process.Pid
	if who := h.who(); !strings.HasPrefix(who, `a process that left no name, last by "mdck stamp", process `) {
		t.Errorf("a process that ended is %s", who)
	}
	h.Host += "x"
	if who := h.who(); !strings.HasPrefix(who, `"mdck stamp", process `) {
		t.Errorf("a process elsewhere is %s", who)
	}
}

// A long name of a former holder leaves nothing behind a short one.
func TestHolderIsTheLast(t *testing.T) {
	s := dirWith(t, nil)
	for _, holder := range []string{strings.Repeat("long ", 50), "short", ""} {
		s.Holder = holder
		_, err := s.set("a", holder)
		must(t, err)
		h, err := System{}.ReadHolder(filepath.Join(s.Dir, home, lockName))
		if err != nil || h.Command != holder {
			t.Errorf("holder is %q (%v), want %q", h.Command, err, holder)
		}
	}
}

// TestPause holds that whoever has waited longer tries more often: else of many who
// write all the time, those that have just come leave some behind.
func TestPause(t *testing.T) {
	last := pause(0)
	if last != longestPause {
		t.Errorf("the first pause is %v, want %v", last, longestPause)
	}
	for waited := 100 * time.Millisecond; waited < defaultWait; waited += 100 * time.Millisecond {
		p := pause(waited)
		if p > last || p < shortestPause || p == last && p > shortestPause {
			t.Errorf("the pause after %v is %v, and %v before", waited, p, last)
		}
		last = p
	}
	if half := pause(250 * time.Millisecond); half != longestPause/2 {
		t.Errorf("the pause after a quarter of a second is %v, want half of %v", half, longestPause)
	}
	if last != shortestPause {
		t.Errorf("the last pause is %v, want %v", last, shortestPause)
	}
}
