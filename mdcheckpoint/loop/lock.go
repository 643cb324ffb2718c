package loop

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"mdck/mdcheckpoint/protocol"
)

// OwnerFile is the file in [LockDir] that names the holder of the lock. Shells, which
// release the lock with rmdir, leave none.
const OwnerFile = "owner"

// LockStale is the age from which a lock was left behind. The documents of the protocol
// have none.
const LockStale = 10 * time.Minute

// FormatOwner returns the owner file, a line for each field.
func FormatOwner(o protocol.LockOwner) string {
	host := strings.Join(strings.Fields(strings.ToValidUTF8(o.Host, "\ufffd")), " ")
	text := fmt.Sprintf("pid: %d\nhost: %s\ntime: %s\n", o.PID, host, o.Since.UTC().Format(TimeLayout))
	if o.Space != "" {
		text += "space: " + o.Space + "\n"
	}
	return text
}

// ParseOwner reads an owner file. What cannot be read is zero. A file without a process, such
// as one that is not written to its end, names nobody.
func ParseOwner(text string) (o protocol.LockOwner) {
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
			o.Since, _ = ReadTime(value)
		}
	}
	if o.PID == 0 {
		return protocol.LockOwner{Name: "someone who left no " + OwnerFile + " file, such as a shell"}
	}
	return o
}
