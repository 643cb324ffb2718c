//go:build unix

package lock

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"testing"
	"time"

	"mdck/mdcheckpoint/loop"
)

func TestSignals(t *testing.T) {
	for _, sig := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP} {
		t.Run(sig.String(), func(t *testing.T) {
			t.Parallel()
			l := lockIn(t)
			cmd, _ := holding(t, l.Path, "hang")
			must(t, cmd.Process.Signal(sig))
			wantEnd(t, cmd, sig)
			if _, err := os.Stat(l.Path); err != nil {
				t.Errorf("the lock was given away: %v", err)
			}
			l.Wait = -1
			release, err := l.take()
			must(t, err)
			must(t, release())
			checkEmpty(t, l)

			cmd, out := holding(t, l.Path, "work")
			must(t, cmd.Process.Signal(sig))
			if line, err := out.ReadString('\n'); line != "worked\n" {
				t.Errorf("the work was cut off: %q, %v", line, err)
			}
			wantEnd(t, cmd, sig)
			checkEmpty(t, l)

			release, err = l.take()
			must(t, err)
			cmd = child(l.Path, "hang")
			must(t, cmd.Start())
			time.Sleep(300 * time.Millisecond)
			must(t, cmd.Process.Signal(sig))
			wantEnd(t, cmd, sig)
			must(t, release())
			checkEmpty(t, l)
		})
	}
}

func TestQuit(t *testing.T) {
	l := lockIn(t)
	cmd, out := holding(t, l.Path, "work")
	must(t, cmd.Process.Signal(syscall.SIGQUIT))
	if line, err := out.ReadString('\n'); line != "worked\n" {
		t.Errorf("the work was cut off: %q, %v", line, err)
	}
	if exit, ok := errors.AsType[*exec.ExitError](cmd.Wait()); !ok || exit.ExitCode() != 2 {
		t.Errorf("the child ended with %v, want status 2", exit)
	}
	checkEmpty(t, l)
}

func wantEnd(t *testing.T, cmd *exec.Cmd, sig syscall.Signal) {
	t.Helper()
	exit, ok := errors.AsType[*exec.ExitError](cmd.Wait())
	if !ok {
		t.Fatal("the child did not fail")
	}
	if status := exit.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != sig {
		t.Errorf("the child ended with %v, want %v", exit, sig)
	}
}

func TestSignalAtRelease(t *testing.T) {
	for range 15 {
		l := lockIn(t)
		cmd, _ := holding(t, l.Path, "leave")
		must(t, cmd.Process.Signal(syscall.SIGTERM))
		wantEnd(t, cmd, syscall.SIGTERM)
		checkEmpty(t, l)
	}
}

func TestSignalAfter(t *testing.T) {
	for then, said := range map[string]string{"stay": "taken\nreleased\n", "fail": "taken by another\n"} {
		l := lockIn(t)
		if then == "fail" {
			plant(t, l.Path, "", 0)
		}
		cmd := child(l.Path, then)
		pipe, err := cmd.StdoutPipe()
		must(t, err)
		must(t, cmd.Start())
		out := make([]byte, len(said))
		if _, err := io.ReadFull(pipe, out); err != nil || string(out) != said {
			t.Fatalf("%s: the child printed %q, %v", then, out, err)
		}
		must(t, cmd.Process.Signal(syscall.SIGTERM))
		if rest, _ := io.ReadAll(pipe); len(rest) > 0 {
			t.Errorf("%s: the child printed %q at a signal", then, rest)
		}
		wantEnd(t, cmd, syscall.SIGTERM)
	}
}

func TestSignalWhileWaiting(t *testing.T) {
	l := lockIn(t)
	plant(t, l.Path, "", 0)
	cmd := child(l.Path, "wait")
	pipe, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	out := bufio.NewReader(pipe)
	if line, err := out.ReadString('\n'); err != nil || !strings.HasPrefix(line, "waiting for the lock ") {
		t.Fatalf("the child printed %q, %v", line, err)
	}
	must(t, cmd.Process.Signal(syscall.SIGTERM))
	want := fmt.Sprintf("terminated while waiting for the lock %q, held by ", l.Path)
	if line, _ := io.ReadAll(out); !strings.HasPrefix(string(line), want) {
		t.Errorf("the child printed %q at a signal, want %q", line, want)
	}
	wantEnd(t, cmd, syscall.SIGTERM)
}

func TestSignalAtStop(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestSignalAtStop$")
	if os.Getenv("LOCK_TEST_STOP") == "" {
		cmd.Env = append(os.Environ(), "LOCK_TEST_STOP=1")
		must(t, cmd.Start())
		wantEnd(t, cmd, syscall.SIGTERM)
		return
	}
	signals := make(chan os.Signal, 1)
	restore := delay(signals)
	signals <- syscall.SIGTERM
	restore()
	t.Error("it went on")
}

func TestIgnored(t *testing.T) {
	l := lockIn(t)
	cmd := child(l.Path, "leave at end")
	in, err := cmd.StdinPipe()
	must(t, err)
	cmd.Args = []string{"sh", "-c", `trap "" HUP; exec "$0"`, cmd.Path}
	sh, err := exec.LookPath("sh")
	must(t, err)
	cmd.Path = sh
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "taken\n" {
		t.Fatalf("the child printed %q, %v", line, err)
	}
	must(t, cmd.Process.Signal(syscall.SIGHUP))
	must(t, in.Close())
	if err := cmd.Wait(); err != nil {
		t.Errorf("the child ended with %v", err)
	}
	checkEmpty(t, l)
}

func TestOddOwner(t *testing.T) {
	l := lockIn(t)
	plant(t, l.Path, "", 0)
	must(t, syscall.Mkfifo(l.Path+"/owner", 0o644))
	l.Wait = -1
	if _, err := l.take(); err == nil {
		t.Error("took a lock that another process holds")
	}
}

// TestNotWritten checks that a lock without text is removed.
func TestNotWritten(t *testing.T) {
	if os.Getenv("LOCK_TEST_FULL") == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestNotWritten$") // the limit is per process
		cmd.Env = append(os.Environ(), "LOCK_TEST_FULL=1")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	signal.Ignore(syscall.SIGXFSZ)
	for _, ownerFile := range []string{loop.OwnerFile, ""} {
		for _, inSteps := range []bool{false, true} {
			l := lockIn(t)
			l.OwnerFile = ownerFile
			l.rename = func(string, string) error { fillDisk(t, true); return errors.ErrUnsupported }
			if !inSteps {
				fillDisk(t, true)
			}
			_, err := l.take()
			if !errors.Is(err, syscall.EFBIG) {
				t.Errorf("owner in %q, in steps: %t: error %v", ownerFile, inSteps, err)
			}
			checkEmpty(t, l)
			fillDisk(t, false)
		}
	}
}

func fillDisk(t *testing.T, full bool) {
	t.Helper()
	var limit syscall.Rlimit
	must(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit))
	if limit.Cur = 1 << 20; full {
		limit.Cur = 0
	}
	must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit))
}
