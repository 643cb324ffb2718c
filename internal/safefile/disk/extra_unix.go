//go:build linux || darwin

package disk

import (
	"slices"
	"strings"

	"golang.org/x/sys/unix"
)

// copyExtra ignores errors, because only the system may set some attributes.
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

// ofBytes reports whether an attribute describes the bytes of the file, such as a signature.
func ofBytes(name string) bool {
	return slices.Contains([]string{"security.capability", "security.evm", "security.ima"}, name)
}

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
