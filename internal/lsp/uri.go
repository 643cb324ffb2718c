package lsp

import (
	"net/url"
	"path/filepath"
	"strings"
)

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
	case host != "": // a Windows share
		return `\\` + host + strings.ReplaceAll(u.Path, "/", `\`), true
	case !hasDrive(u.Path[1:]):
		return "", false
	}
	drive := strings.ToUpper(u.Path[1:2]) // editors differ in the case of the drive letter
	return drive + strings.ReplaceAll(u.Path[2:], "/", `\`), true
}

func hasDrive(path string) bool {
	if len(path) < 2 || path[1] != ':' || len(path) > 2 && path[2] != '/' && path[2] != '\\' {
		return false
	}
	c := path[0] | 0x20
	return 'a' <= c && c <= 'z'
}

func uriOf(path string) string { return uriOfSlash(filepath.ToSlash(path)) }

func uriOfSlash(path string) string {
	u := url.URL{Scheme: "file", Path: path}
	if rest, ok := strings.CutPrefix(path, "//"); ok {
		u.Host, u.Path, _ = strings.Cut(rest, "/")
	}
	u.Path = "/" + strings.TrimPrefix(u.Path, "/") // for example C:/x
	return u.String()
}
