//go:build !unix

package disk

import (
	"errors"
	"io/fs"
	"os"
	"time"
)

// rename retries for a third of a second, because a virus scanner may have the file open.
func rename(from, to string) error {
	err := os.Rename(from, to)
	for pause := 5 * time.Millisecond; err != nil && pause < 200*time.Millisecond; pause *= 2 {
		if errors.Is(err, fs.ErrNotExist) {
			return err
		}
		time.Sleep(pause)
		err = os.Rename(from, to)
	}
	return err
}

// syncDir does nothing, because directories cannot be flushed here.
func syncDir(string) error { return nil }

func openPlain(name string) (*os.File, error) { return os.Open(name) }

// Links returns 1, because the number of hard links is unknown here.
func Links(fs.FileInfo) uint64 { return 1 }

// Owner returns false, because the owner is unknown here.
func Owner(fs.FileInfo) (uid, gid int, ok bool) { return 0, 0, false }
