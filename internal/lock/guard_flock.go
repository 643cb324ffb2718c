//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package lock

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// guardPath locks the file or directory at path, so that one at a time breaks it, and
// returns which one it is. The system releases that lock of a process that ends. Without
// it, as on some network file systems and for a file that may not be read, breaking is as
// safe as the second look and the rename are.
func guardPath(path string) (info fs.FileInfo, unguard func(), ok bool) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
	if errors.Is(err, fs.ErrPermission) {
		info, err = os.Lstat(path)
		return info, func() {}, err == nil
	}
	if err != nil {
		return nil, nil, false
	}
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if !errors.Is(err, unix.EWOULDBLOCK) {
		info, err = f.Stat()
	}
	if err != nil {
		_ = f.Close()
		return nil, nil, false
	}
	return info, func() { _ = f.Close() }, true
}
