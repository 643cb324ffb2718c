package loop

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// OwnerFile is the file in [LockDir] that names the holder of the lock. Shells, which
// release the lock with rmdir, leave none.
const OwnerFile = "owner"

// LockStale is the age from which a lock was left behind. The documents of the protocol
// have none.
const LockStale = 10 * time.Minute

// An Owner is who holds the lock.
type Owner struct {
	PID   int
	Host  string
	Space string    // names the processes among which PID is one, on one line; "" if that is not known
	At    time.Time // when it was taken; zero if that is not known
}

// Text is the owner file, a line for each field.
func (o Owner) Text() string {
	host := strings.Join(strings.Fields(strings.ToValidUTF8(o.Host, "\ufffd")), " ")
	text := fmt.Sprintf("pid: %d\nhost: %s\ntime: %s\n", o.PID, host, o.At.UTC().Format(TimeLayout))
	if o.Space != "" {
		text += "space: " + o.Space + "\n"
	}
	return text
}

// ParseOwner reads an owner file. What cannot be read is zero; ok is false where
// there is no process to be read, as in a file that is not written to its end.
func ParseOwner(text string) (o Owner, ok bool) {
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		switch strings.TrimSpace(key) {
		case "pid":
			if n, err := strconv.Atoi(value); err == nil && n > 0 {
				o.PID = n
			}
		case "host":
			o.Host = value
		case "space":
			o.Space = value
		case "time":
			o.At, _ = ReadTime(value)
		}
	}
	return o, o.PID > 0
}
