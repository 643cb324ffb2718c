package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"mdck/internal/safefile/faults"
	"mdck/internal/testtmp"
)

var errFault = errors.New("input/output error")

func (sc scenario) onDisk(t *testing.T) Store {
	t.Helper()
	s := dirWith(t, sc.before)
	s.FS = unflushed{}
	return s
}

func TestEveryCallFails(t *testing.T) {
	step := 3
	if testtmp.Long() {
		step = 1
	}
	for i, sc := range scenarios() {
		for n, hit := 1+i%step, true; hit; n += step {
			t.Run(fmt.Sprintf("%s, call %d", sc.name, n), func(t *testing.T) {
				s := sc.onDisk(t)
				calls := 0
				s.FS = faults.FS{FS: unflushed{}, Calls: &calls, At: n, Fault: func(string) error { return errFault }}
				_, err := s.Update(sc.change)
				hit = calls >= n
				if err != nil && !errors.Is(err, errFault) {
					t.Errorf("error %v does not wrap the cause", err)
				}
				s.FS = unflushed{}
				if state := sc.state(t, s); state == mixed {
					t.Errorf("files are %s after the error: %v", state, err)
				}
				checkError(t, err, sc.settled(t, s))
				sc.finishes(t, s)
			})
		}
	}
}

func TestEveryCallKills(t *testing.T) {
	sc := scenarios()[4]
	for n, killed := 1, true; killed; n++ {
		t.Run(fmt.Sprintf("call %d", n), func(t *testing.T) {
			s := sc.onDisk(t)
			err := child(s.Dir, "kill", strconv.Itoa(n)).Run()
			var exit *exec.ExitError
			if killed = errors.As(err, &exit); err != nil && (!killed || exit.Success() || exit.ExitCode() == childFailed) {
				t.Fatalf("child: %v", err)
			}
			sc.state(t, s)
			if state := sc.settled(t, s); !killed && state != allNew {
				t.Fatalf("files are %s, want %s", state, allNew)
			}
			sc.finishes(t, s)
			noTemporary(t, s.Dir)
		})
	}
}

func noTemporary(t *testing.T, dir string) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, tempSuffix) || strings.HasSuffix(path, outSuffix) {
			t.Errorf("%q is left over", path)
		}
		return err
	}))
}

// childVar turns the test binary into a child process.
const childVar = "SAFEFILE_TEST_CHILD"

const childFailed = 3

func child(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childVar+"="+strings.Join(args, "|"))
	cmd.Stderr = os.Stderr
	return cmd
}

func TestMain(m *testing.M) {
	if args := os.Getenv(childVar); args != "" {
		if err := beChild(strings.Split(args, "|")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(childFailed)
		}
		os.Exit(0)
	}
	testtmp.Use()
	os.Exit(m.Run())
}

// beChild runs the command args[1] in the directory args[0] with the number args[2].
func beChild(args []string) error {
	n, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	s := Store{Dir: args[0], Holder: "child " + args[1], Wait: time.Minute, Owns: anything}
	switch args[1] {
	case "kill":
		s.FS = faults.FS{FS: unflushed{}, Calls: new(int), At: n, Fault: func(string) error { return faults.Die() }}
		_, err = s.Update(scenarios()[4].change)
		return err
	case "count":
		for range n {
			if err := increment(s); err != nil {
				return err
			}
		}
		return nil
	}
	_, err = s.Update(func(Old) (Change, error) { // holds the lock until killed
		fmt.Println("locked")
		return Change{}, faults.Sleep()
	})
	return err
}
