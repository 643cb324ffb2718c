package lock

import (
	"fmt"
	"os"
	"strings"
)

// A Process names a process of some host.
type Process struct {
	PID   int
	Host  string // "" if it is not known
	Space string // the processes among which PID is unique, as [Self] gives it; "" if it is not known
}

// Self is this process.
func Self() Process {
	host, err := os.Hostname()
	if err != nil {
		host = ""
	}
	return Process{os.Getpid(), host, space()}
}

// String is the process on one line, which begins with its number; [ParseProcess] reads it.
func (p Process) String() string { return fmt.Sprintf("%d %q %q", p.PID, p.Host, p.Space) }

// ParseProcess reads what [Process.String] gives; ok is false for anything else.
func ParseProcess(text string) (p Process, ok bool) {
	_, err := fmt.Sscanf(text, "%d %q %q", &p.PID, &p.Host, &p.Space)
	return p, err == nil && p.PID > 0 && strings.TrimSpace(text) == p.String()
}

// Gone reports whether the process has ended for certain: one of another host, or of a
// container with numbers of its own, may run unseen.
func (p Process) Gone() bool {
	self := Self()
	return p.PID > 0 && p.Host != "" && p.Host == self.Host && p.Space == self.Space && gone(p.PID)
}

// space names the processes that this one sees, where the system reports it: those of
// another container have numbers of their own, though their host may have the same name.
// It is the boot of the kernel and the name space.
func space() string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	name, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(boot)) + " " + name
}
