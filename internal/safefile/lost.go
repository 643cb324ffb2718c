package safefile

import (
	"fmt"

	"mdck/internal/safefile/disk"
)

// A file that is replaced is another one afterwards. What that changes for others who use
// it is said, as nobody would look for it.

// lost says what r loses when the file temp takes its place.
func (t *txn) lost(r replacement, temp string) (lost []string) {
	if r.old.info == nil {
		return nil
	}
	if n := disk.Links(r.old.info); n > 1 {
		lost = append(lost, fmt.Sprintf("%q had other names by hard links, %d of them, and they keep the old text", r.name, n-1))
	}
	now, err := t.FS.Lstat(temp)
	if err != nil {
		return lost
	}
	if passed := passing(like(r.old.info), like(now)); passed != "" {
		lost = append(lost, fmt.Sprintf("%q %s", r.name, passed))
	}
	return lost
}

// passing says how a file with the attributes was passes to another owner or group, or ""
// if it does not.
func passing(was, is attributes) string {
	if !was.owned || !is.owned || was.uid == is.uid && was.gid == is.gid {
		return ""
	}
	return fmt.Sprintf("belonged to user %d and group %d, and belongs to %d and %d now", was.uid, was.gid, is.uid, is.gid)
}
