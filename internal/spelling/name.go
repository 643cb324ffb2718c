package spelling

import (
	"slices"
	"strings"
	"unicode"

	"mdck/mdcheckpoint/source"
)

// devices are names that mean a device on Windows, whatever stands after a dot. Source:
// "Naming Files, Paths, and Namespaces" in the documentation of Windows.
var devices = [...]string{"con", "prn", "aux", "nul", "conin$", "conout$"}

// longestName is how many bytes a name may have: file systems take 255, and what is made
// of it is longer.
const longestName = 200

// NameFault says why name is not the name of a file or directory on every system, as what
// follows "want a name "; "" if it is one. It is one element of a path, hidden nowhere, and
// nothing that a shell, a decoder or a file system reads as something else.
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
		return "that is not a device on any system"
	}
	return ""
}

// isDevice reports whether a name in small letters, without extension, means a device.
func isDevice(base string) bool {
	port := strings.HasPrefix(base, "com") || strings.HasPrefix(base, "lpt")
	return slices.Contains(devices[:], base) || port && slices.Contains([]string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "¹", "²", "³"}, base[3:])
}

func isUnseen(r rune) bool {
	return !unicode.IsGraphic(r) || r == unicode.ReplacementChar || source.Hidden(0, r, 0)
}
