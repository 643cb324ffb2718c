package lsp

import (
	"net/url"
	"path/filepath"
	"strings"
)

// pathOf is the path that a URI of the scheme file names, on Windows or elsewhere,
// with the separators of that system. ok is false for other schemes, and for what is
// no absolute path.
func pathOf(uri string, windows bool) (path string, ok bool) {
	u, err := url.Parse(uri)
	if err != nil || !strings.EqualFold(u.Scheme, "file") || u.Opaque != "" || !strings.HasPrefix(u.Path, "/") || strings.ContainsRune(u.Path, 0) {
		return "", false
	}
	host := u.Host
	if strings.EqualFold(host, "localhost") {
		host = ""
	}
	switch {
	case !windows:
		return u.Path, host == ""
	case host != "": // a share
		return `\\` + host + strings.ReplaceAll(u.Path, "/", `\`), true
	case !hasDrive(u.Path[1:]):
		return "", false
	}
	drive := strings.ToUpper(u.Path[1:2]) // editors write it either way
	return drive + strings.ReplaceAll(u.Path[2:], "/", `\`), true
}

// hasDrive reports whether a path begins with a drive and a slash or its end.
func hasDrive(path string) bool {
	if len(path) < 2 || path[1] != ':' || len(path) > 2 && path[2] != '/' && path[2] != '\\' {
		return false
	}
	c := path[0] | 0x20
	return 'a' <= c && c <= 'z'
}

// uriOf is the URI of an absolute path of this system.
func uriOf(path string) string { return uriOfSlash(filepath.ToSlash(path)) }

// uriOfSlash is that of an absolute path with slashes.
func uriOfSlash(path string) string {
	if host, rest, ok := strings.Cut(strings.TrimPrefix(path, "//"), "/"); ok && strings.HasPrefix(path, "//") {
		return "file://" + host + escaped("/"+rest)
	}
	if !strings.HasPrefix(path, "/") { // C:/x
		path = "/" + path
	}
	return "file://" + escaped(path)
}

// escaped returns a path as a URI has it: all bytes but slashes and those that RFC 3986
// calls unreserved are escaped, the colon of a drive too, as editors write it.
func escaped(path string) string {
	return strings.NewReplacer("+", "%20", "%2F", "/").Replace(url.QueryEscape(path))
}
