package safefile

import (
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"mdck/internal/lock"
)

// Who writes without the lock of a Store ([Create], [Store.Note]) may do so at the
// same time as one that has it. So its temporary files are named by the process, and go
// when that is gone.

const (
	alonePrefix = ".mdck-by-"
	// longest is how long no write lasts: the process of an older file is gone, also one of
	// another host or from before the system started anew.
	longest = 24 * time.Hour
)

// aloneName is how the names of the temporary files of a process begin.
func aloneName(id lock.Process) string {
	return fmt.Sprintf("%s%s-%d-", alonePrefix, hash(id.Host + "\x00" + id.Space)[:8], id.PID)
}

// abandoned reports whether a file was being written without a lock, by a process that is
// gone.
func abandoned(e fs.DirEntry) bool {
	rest, ours := strings.CutPrefix(e.Name(), alonePrefix)
	rest, temp := strings.CutSuffix(rest, tempSuffix)
	words := strings.Split(rest, "-")
	if !ours || !temp || len(words) != 3 || !isHex(words[0], 8) || !isHex(words[2], 8) || !e.Type().IsRegular() {
		return false
	}
	pid, err := strconv.Atoi(words[1])
	if err != nil || pid <= 0 || strconv.Itoa(pid) != words[1] {
		return false
	}
	id := lock.Self()
	if id.PID = pid; strings.HasPrefix(e.Name(), aloneName(id)) && id.Gone() {
		return true
	}
	info, err := e.Info()
	return err == nil && time.Since(info.ModTime()) > longest
}
