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
)

var errFault = errors.New("input/output error")

// unflushed is the real file system, but flushes nothing: what has to be
// flushed is for memory to say, and here it would only take time.
type unflushed struct{ System }

type unflushedHandle struct{ Handle }

func (unflushed) SyncDir(string) error { return nil }
func (unflushedHandle) Sync() error    { return nil }

func (u unflushed) OpenFile(name string, flag int, mode fs.FileMode) (Handle, error) {
	h, err := u.System.OpenFile(name, flag, mode)
	return unflushedHandle{h}, err
}

// faulty is that file system until the call numbered at; that one does
// fault, and goes no further if fault gives an error. Of a write that does not
// go further, half is made.
type faulty struct {
	unflushed
	calls *int
	at    int
	fault func() error
}

func (f faulty) step() error {
	*f.calls++
	if *f.calls != f.at {
		return nil
	}
	return f.fault()
}

func (f faulty) Lstat(name string) (fs.FileInfo, error) {
	if err := f.step(); err != nil {
		return nil, err
	}
	return f.unflushed.Lstat(name)
}

func (f faulty) Resolve(name string) (string, error) {
	if err := f.step(); err != nil {
		return "", err
	}
	return f.unflushed.Resolve(name)
}

func (f faulty) ReadFile(name string) ([]byte, error) {
	if err := f.step(); err != nil {
		return nil, err
	}
	return f.unflushed.ReadFile(name)
}

func (f faulty) ReadDir(name string) ([]fs.DirEntry, error) {
	if err := f.step(); err != nil {
		return nil, err
	}
	return f.unflushed.ReadDir(name)
}

func (f faulty) OpenFile(name string, flag int, mode fs.FileMode) (Handle, error) {
	if err := f.step(); err != nil {
		return nil, err
	}
	h, err := f.unflushed.OpenFile(name, flag, mode)
	return faultyHandle{h, f}, err
}

func (f faulty) Mkdir(name string, mode fs.FileMode) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.unflushed.Mkdir(name, mode)
}

func (f faulty) Rename(from, to string) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.unflushed.Rename(from, to)
}

func (f faulty) Remove(name string) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.unflushed.Remove(name)
}

func (f faulty) SyncDir(name string) error {
	if err := f.step(); err != nil {
		return err
	}
	return f.unflushed.SyncDir(name)
}

func (f faulty) TryLock(name string, h Holder) (func() error, error) {
	if err := f.step(); err != nil {
		return nil, err
	}
	return f.unflushed.TryLock(name, h)
}

type faultyHandle struct {
	Handle
	f faulty
}

func (h faultyHandle) WriteAt(p []byte, offset int64) (int, error) {
	if *h.f.calls+1 == h.f.at {
		_, _ = h.Handle.WriteAt(p[:len(p)/2], offset)
	}
	if err := h.f.step(); err != nil {
		return len(p) / 2, err
	}
	return h.Handle.WriteAt(p, offset)
}

func (h faultyHandle) Truncate(size int64) error {
	if err := h.f.step(); err != nil {
		return err
	}
	return h.Handle.Truncate(size)
}

func (h faultyHandle) Chown(uid, gid int) error {
	if err := h.f.step(); err != nil {
		return err
	}
	return h.Handle.Chown(uid, gid)
}

func (h faultyHandle) Chmod(mode fs.FileMode) error {
	if err := h.f.step(); err != nil {
		return err
	}
	return h.Handle.Chmod(mode)
}

func (h faultyHandle) Sync() error {
	if err := h.f.step(); err != nil {
		return err
	}
	return h.Handle.Sync()
}

func (h faultyHandle) Close() error {
	err := h.f.step()
	return errors.Join(err, h.Handle.Close())
}

// onDisk puts the files of the scenario into a new directory.
func (sc scenario) onDisk(t *testing.T) Store {
	t.Helper()
	s := dirWith(t, sc.before)
	s.FS = unflushed{}
	return s
}

// One call fails, whichever, and the rest work: files are old or new, the error
// says which, nothing of ours is left over, and the next Update works.
func TestEveryCallFails(t *testing.T) {
	for _, sc := range scenarios() {
		for n, hit := 1, true; hit; n++ {
			t.Run(fmt.Sprintf("%s, call %d", sc.name, n), func(t *testing.T) {
				s := sc.onDisk(t)
				calls := 0
				s.FS = faulty{calls: &calls, at: n, fault: func() error { return errFault }}
				_, err := s.Update(sc.change)
				hit = calls >= n
				if err != nil && !errors.Is(err, errFault) {
					t.Errorf("error %v does not wrap the cause", err)
				}
				s.FS = unflushed{}
				sc.state(t, s)
				explains(t, err, sc.settled(t, s))
				sc.finishes(t, s)
			})
		}
	}
}

// A process that is killed at any call, by the system.
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

// noTemporary fails if a name ends as our temporary files do.
func noTemporary(t *testing.T, dir string) {
	t.Helper()
	must(t, filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, tempSuffix) {
			t.Errorf("%q is left over", path)
		}
		return err
	}))
}

// The variable by which the test binary knows that it is a child.
const childVar = "SAFEFILE_TEST_CHILD"

// childFailed is the status of a child that met an error.
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
	os.Exit(m.Run())
}

// beChild does args[1] in directory args[0], args[2] being a number for it.
func beChild(args []string) error {
	n, err := strconv.Atoi(args[2])
	if err != nil {
		return err
	}
	s := Store{Dir: args[0], Holder: "child " + args[1], Wait: time.Minute, Owns: anything}
	switch args[1] {
	case "kill":
		s.FS = faulty{calls: new(int), at: n, fault: die}
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
	_, err = s.Update(func(Old) (Change, error) { // hold the lock until killed
		fmt.Println("locked")
		return Change{}, sleep()
	})
	return err
}

// die ends this process as a kill from outside does.
func die() error {
	p, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = p.Kill()
	}
	return errors.Join(err, sleep())
}

// sleep waits for the kill. It is not for ever, lest a child survives its test.
func sleep() error {
	time.Sleep(time.Minute)
	return errors.New("nobody killed this process")
}
