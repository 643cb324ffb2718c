//go:build !darwin && !dragonfly && !freebsd && !linux && !netbsd && !openbsd

package dirlock

import (
	"io/fs"
	"os"
)

// guard gives which directory is at path. It cannot be locked here: that only one
// breaks it is left to the rename.
func guard(path string) (info fs.FileInfo, unguard func(), ok bool) {
	info, err := os.Lstat(path)
	return info, func() {}, err == nil
}
