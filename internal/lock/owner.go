package lock

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// An Owner is who holds a lock, as its text says.
type Owner struct {
	Process           // zero if not known
	Since   time.Time // when it was taken; zero means when it was created
	Until   time.Time // when it expires; zero means [Spec.Stale] after Since
	Kept    bool      // it does not expire
	Name    string    // for messages; "" names the process
}

// timeLayout is how messages show times.
const timeLayout = "2006-01-02T15:04:05Z"

// nobody is how messages name an owner that is not known.
const nobody = "a process that left no name"

func (o Owner) String() string {
	name := o.Name
	switch {
	case name != "":
	case o.PID == 0:
		name = nobody
	default:
		name = fmt.Sprintf("process %d on %s", o.PID, o.Host)
	}
	if o.Since.IsZero() {
		return name
	}
	return name + ", since " + o.Since.UTC().Format(timeLayout)
}

// parseProcess is the default of [Spec.Parse].
func parseProcess(text string) Owner {
	if p, ok := ParseProcess(text); ok {
		return Owner{Process: p}
	}
	if text = strings.Join(strings.Fields(text), " "); text == "" || len(text) > 200 {
		return Owner{}
	}
	return Owner{Name: fmt.Sprintf("process %q", text)}
}

// A Process names a process of some host.
type Process struct {
	PID   int
	Host  string // "" if it is not known
	Space string // the processes among which PID is unique, as [Self] gives it; "" if it is not known
}

// Self is this process.
func Self() Process {
	host, _ := os.Hostname()
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
// It is the boot of the kernel and the name space. Who waits asks for it often, and it
// stays.
var space = sync.OnceValue(func() string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	name, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(boot)) + " " + name
})
