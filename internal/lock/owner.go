package lock

import (
	"fmt"
	"os"
	"strings"
	"sync"
	"time"
)

// An Owner is the holder of a lock.
type Owner struct {
	PID   int // 0 means unknown
	Host  string
	Space string    // boot and PID namespace of PID; "" means unknown
	Since time.Time // zero means the creation time of the lock
	Until time.Time // zero means [Spec.Stale] after Since
	Name  string    // "" means a name made from PID and Host
}

const timeLayout = "2006-01-02T15:04:05Z"

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

func parseProcess(text string) Owner {
	if o, ok := ParseID(text); ok {
		return o
	}
	if text = strings.Join(strings.Fields(text), " "); text == "" || len(text) > 200 {
		return Owner{}
	}
	return Owner{Name: fmt.Sprintf("process %q", text)}
}

// Self returns this process as an owner.
func Self() Owner {
	host, _ := os.Hostname()
	return Owner{PID: os.Getpid(), Host: host, Space: space()}
}

// ID returns a line that begins with the process id.
func (o Owner) ID() string { return fmt.Sprintf("%d %q %q", o.PID, o.Host, o.Space) }

// ParseID parses the result of [Owner.ID].
func ParseID(text string) (o Owner, ok bool) {
	_, err := fmt.Sscanf(text, "%d %q %q", &o.PID, &o.Host, &o.Space)
	return o, err == nil && o.PID > 0 && strings.TrimSpace(text) == o.ID()
}

// Gone reports whether the process has certainly ended. It returns false for other hosts and
// containers.
func (o Owner) Gone() bool {
	self := Self()
	return o.PID > 0 && o.Host != "" && o.Host == self.Host && o.Space == self.Space && gone(o.PID)
}

// space identifies the boot and the PID namespace, or is "". Containers reuse process ids.
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
