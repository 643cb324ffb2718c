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
	PID   int // of its process; 0 if it is not known
	Host  string
	Space string    // the processes among which PID is unique, as [Self] gives it; "" if it is not known
	Since time.Time // when it was taken; zero means when it was created
	Until time.Time // when it expires; zero means [Spec.Stale] after Since
	Kept  bool      // it does not expire
	Name  string    // for messages; "" names the process
}

// timeLayout is how messages show times.
const timeLayout = "2006-01-02T15:04:05Z"

// nobody is how messages name an owner that is not known.
const nobody = "an unknown process"

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
	if o, ok := ParseID(text); ok {
		return o
	}
	if text = strings.Join(strings.Fields(text), " "); text == "" || len(text) > 200 {
		return Owner{}
	}
	return Owner{Name: fmt.Sprintf("process %q", text)}
}

// Self is this process.
func Self() Owner {
	host, _ := os.Hostname()
	return Owner{PID: os.Getpid(), Host: host, Space: space()}
}

// ID is the process on one line, which begins with its number; [ParseID] reads it.
func (o Owner) ID() string { return fmt.Sprintf("%d %q %q", o.PID, o.Host, o.Space) }

// ParseID reads what [Owner.ID] gives; ok is false for anything else.
func ParseID(text string) (o Owner, ok bool) {
	_, err := fmt.Sscanf(text, "%d %q %q", &o.PID, &o.Host, &o.Space)
	return o, err == nil && o.PID > 0 && strings.TrimSpace(text) == o.ID()
}

// Gone reports whether the process has ended for certain: one of another host, or of a
// container with numbers of its own, may run unseen.
func (o Owner) Gone() bool {
	self := Self()
	return o.PID > 0 && o.Host != "" && o.Host == self.Host && o.Space == self.Space && gone(o.PID)
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
