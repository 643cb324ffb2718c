package linear

import (
	"crypto/rand"
	"encoding/hex"
	"strings"
)

// NewID is a new random UUID of version 4, the form that Linear takes ids in.
func NewID() string {
	var b [16]byte
	rand.Read(b[:]) // never fails
	b[6] = b[6]&0x0f | 0x40
	b[8] = b[8]&0x3f | 0x80
	return strings.Join([]string{
		hex.EncodeToString(b[:4]), hex.EncodeToString(b[4:6]), hex.EncodeToString(b[6:8]),
		hex.EncodeToString(b[8:10]), hex.EncodeToString(b[10:]),
	}, "-")
}

// isUUID reports whether s has the form of a UUID, of whatever version.
func isUUID(s string) bool {
	const form = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"
	if len(s) != len(form) {
		return false
	}
	for i := range len(form) {
		digit := strings.IndexByte("0123456789abcdefABCDEF", s[i]) >= 0
		if form[i] == '-' && s[i] != '-' || form[i] == 'x' && !digit {
			return false
		}
	}
	return true
}
