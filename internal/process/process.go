// Package process tells processes apart, also those that are gone: for locks which name
// the process that has them. It looks at processes and ends none but its own.
package process

import (
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
)

// An ID names a process of some host.
type ID struct {
	PID   int
	Host  string // "" if it is not known
	Space string // as [Space] gives it
}

// Self is the process that asks.
func Self() ID {
	host, err := os.Hostname()
	if err != nil {
		host = ""
	}
	return ID{os.Getpid(), host, Space()}
}

// String is the process on one line, which begins with its number; [Parse] reads it.
func (id ID) String() string { return fmt.Sprintf("%d %q %q", id.PID, id.Host, id.Space) }

// Parse reads what [ID.String] gives; ok is false for anything else.
func Parse(text string) (id ID, ok bool) {
	_, err := fmt.Sscanf(text, "%d %q %q", &id.PID, &id.Host, &id.Space)
	return id, err == nil && id.PID > 0 && strings.TrimSpace(text) == id.String()
}

// Gone reports whether the process has ended for certain: one of another host, or of a
// container with numbers of its own, may run unseen.
func (id ID) Gone() bool {
	self := Self()
	return id.PID > 0 && id.Host != "" && id.Host == self.Host && id.Space == self.Space && Gone(id.PID)
}

// NotIgnored returns those of the signals that this process does not ignore. nohup starts
// a process with SIGHUP ignored, and a shell a background job with SIGINT ignored:
// [signal.Notify] would undo that.
func NotIgnored(signals ...os.Signal) []os.Signal {
	return slices.DeleteFunc(signals, signal.Ignored)
}

// Space names the processes that this one sees, where the system can tell: those of
// another container have numbers of their own, though their host may have the same
// name. It is the boot of the kernel and the name space.
func Space() string {
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
