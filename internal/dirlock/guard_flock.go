//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package dirlock

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// guard locks the directory at path, so that one at a time breaks it, and gives which
// one it is. The system takes that lock back from a process that ends. Where
// directories cannot be locked, as on some network file systems, it is as good as
// the look and the rename are.
func guard(path string) (info fs.FileInfo, unguard func(), ok bool) {
	f, err := os.OpenFile(path, os.O_RDONLY|unix.O_DIRECTORY|unix.O_NOFOLLOW, 0)
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
