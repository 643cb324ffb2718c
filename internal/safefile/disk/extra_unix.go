//go:build linux || darwin

package disk

import (
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// copyExtra gives the file to the extended attributes of the file from. It does what it
// can: a label that only the system may give is not a reason to write nothing.
func copyExtra(from, to string, access bool) {
	for _, name := range extras(from) {
		if ofBytes(name) || !access && strings.HasPrefix(name, "system.") {
			continue
		}
		if value, ok := extra(from, name); ok {
			_ = unix.Lsetxattr(to, name, value, 0)
		}
	}
}

// ofBytes reports whether an extended attribute is about the bytes that the file had, and
// would be wrong of others.
func ofBytes(name string) bool {
	return slices.Contains([]string{"security.capability", "security.evm", "security.ima"}, name)
}

// extras are the names of the extended attributes of a file.
func extras(path string) []string {
	size, err := unix.Llistxattr(path, nil)
	if err != nil || size == 0 {
		return nil
	}
	names := make([]byte, size)
	if size, err = unix.Llistxattr(path, names); err != nil {
		return nil
	}
	return strings.FieldsFunc(string(names[:size]), func(r rune) bool { return r == 0 })
}

func extra(path, name string) (value []byte, ok bool) {
	size, err := unix.Lgetxattr(path, name, nil)
	if err != nil || size == 0 {
		return nil, err == nil
	}
	value = make([]byte, size)
	size, err = unix.Lgetxattr(path, name, value)
	return value[:max(size, 0)], err == nil
}
