package safefile

import (
	"bufio"
	"errors"
	"fmt"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"mdck/internal/lock"
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
	t.Parallel() // it waits for most of its time
	s := dirWith(t, map[string]string{"count": "0"})
	var children []*exec.Cmd
	for range 4 {
		c := child(s.Dir, "count", "10")
		must(t, c.Start())
		children = append(children, c)
	}
	for _, c := range children {
		must(t, c.Wait())
	}
	s.wantText(t, "count", "40")
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
	locked, ok := errors.AsType[*lock.LockedError](err)
	if !ok || locked.Waited != s.Wait || locked.Stale != 0 {
		t.Fatalf("want a LockedError, found %v", err)
	}
	if want := fmt.Sprintf("%q, process %d on ", "child hold", holder.Process.Pid); !strings.HasPrefix(locked.Holder, want) || !strings.Contains(err.Error(), want) {
		t.Errorf("error does not name the holder: %v", err)
	}
	// The lock ends with its process, though the file stays.
	must(t, holder.Process.Kill())
	s.Wait = time.Minute
	_, err = s.set("a", "x")
	must(t, err)
}
