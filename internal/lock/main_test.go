package lock

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
	"time"

	"mdck/internal/testtmp"
)

// childOf turns the test binary into a process that takes the lock at this path.
const childOf = "LOCK_TEST_CHILD"

func TestMain(m *testing.M) {
	if path := os.Getenv(childOf); path != "" {
		holdAsChild(path)
	}
	signal.Stop(catchSignals()) // starts the signal goroutine outside a synctest bubble
	for _, sig := range []os.Signal{os.Interrupt, syscall.SIGHUP} {
		if signal.Ignored(sig) { // child processes inherit only ignored signals
			signal.Notify(make(chan os.Signal, 1), sig)
		}
	}
	testtmp.Use()
	os.Exit(m.Run())
}

// holdAsChild takes the lock, prints "taken", and does what LOCK_TEST_THEN says.
func holdAsChild(path string) {
	switch os.Getenv("LOCK_TEST_THEN") {
	case "fail":
		failAsChild(path, -1)
	case "wait":
		failAsChild(path, time.Minute)
	}
	terminated := make(chan os.Signal, 1)
	if os.Getenv("LOCK_TEST_THEN") == "leave" {
		signal.Notify(terminated, syscall.SIGTERM)
	}
	release, err := Lock{Spec: trackSpec(path), Wait: time.Minute}.take()
	if err != nil {
		os.Exit(3)
	}
	os.Stdout.WriteString("taken\n")
	switch os.Getenv("LOCK_TEST_THEN") {
	case "panic":
		defer func() { _ = release() }()
		panic("on purpose")
	case "work":
		time.Sleep(300 * time.Millisecond)
		os.Stdout.WriteString("worked\n")
		_ = release()
		time.Sleep(time.Minute)
	case "leave": // SIGTERM arrives just after a write
		<-terminated
		_ = release()
		os.Exit(0)
	case "leave at end":
		_, _ = io.Copy(io.Discard, os.Stdin)
		_ = release()
		os.Exit(0)
	case "stay": // as a server
		_ = release()
		os.Stdout.WriteString("released\n")
		time.Sleep(time.Minute)
	default:
		time.Sleep(time.Minute)
	}
	os.Exit(4)
}

func failAsChild(path string, wait time.Duration) {
	l := Lock{Spec: trackSpec(path), Wait: wait, Waiting: func(what string) { os.Stdout.WriteString(what + "\n") }}
	if _, err := l.take(); err == nil {
		os.Exit(3)
	}
	os.Stdout.WriteString("taken by another\n")
	time.Sleep(time.Minute)
	os.Exit(4)
}

func child(path, then string) *exec.Cmd {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childOf+"="+path, "LOCK_TEST_THEN="+then)
	return cmd
}

func holding(t testing.TB, path, then string) (*exec.Cmd, *bufio.Reader) {
	t.Helper()
	cmd := child(path, then)
	out, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	r := bufio.NewReader(out)
	if line, err := r.ReadString('\n'); err != nil || line != "taken\n" {
		t.Fatalf("the child printed %q, %v", line, err)
	}
	return cmd, r
}

func deadPID(t testing.TB) int {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	must(t, cmd.Run())
	return cmd.Process.Pid
}

func TestKilled(t *testing.T) {
	l := lockIn(t)
	cmd, _ := holding(t, l.Path, "hang")
	l.Wait = -1
	if _, err := l.take(); err == nil {
		t.Fatal("took a lock that another process holds")
	}
	must(t, cmd.Process.Kill())
	_ = cmd.Wait()
	release, err := l.take()
	must(t, err)
	must(t, release())
	checkEmpty(t, l)
}

func TestPanic(t *testing.T) {
	l := lockIn(t)
	cmd, _ := holding(t, l.Path, "panic")
	if err := cmd.Wait(); err == nil {
		t.Error("the child did not fail")
	}
	checkEmpty(t, l)
}
