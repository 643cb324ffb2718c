package spelling

import (
	"slices"
	"strings"
	"unicode"
)

// devices are names of devices on Windows, from its "Naming Files, Paths, and Namespaces".
var devices = [...]string{"con", "prn", "aux", "nul", "conin$", "conout$"}

// longestName is in bytes. File systems allow 255, and mdck appends to names.
const longestName = 200

// NameFault returns what a portable file name must be and name is not, or "". The text continues
// "expected a name": "that does not start with a dot".
func NameFault(name string) string {
	base, _, _ := strings.Cut(strings.ToLower(name), ".")
	switch {
	case name == "" || name[0] == '.':
		return "that does not start with a dot"
	case name[0] == '-' || name[0] == '~':
		return "that does not start with a hyphen or a tilde"
	case strings.ContainsAny(name, `/\:$%`) || strings.ContainsFunc(name, isUnseen):
		return "without slashes, colons, $, % and invisible characters"
	case strings.TrimSpace(name) != name || name[len(name)-1] == '.':
		return "without a dot at its end, or surrounding white space"
	case len(name) > longestName:
		return "of at most 200 bytes"
	case isDevice(strings.TrimSpace(base)):
		return "that is not the name of a device, such as NUL"
	}
	return ""
}

func isDevice(base string) bool {
	port := strings.HasPrefix(base, "com") || strings.HasPrefix(base, "lpt")
	return slices.Contains(devices[:], base) || port && slices.Contains([]string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³"}, base[3:])
}

func isUnseen(r rune) bool {
	return !unicode.IsGraphic(r) || r == unicode.ReplacementChar || Hidden(0, r, 0)
}
