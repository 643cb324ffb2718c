package pick

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/config"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

// FormatsAt are the formats of the configuration that holds for the file at a path, which
// need not be there; none where it makes no sense, which is told by who asks for it.
func (f *ConfigFlags) FormatsAt(name string) []protocol.Format {
	if f.Loader == nil {
		return nil
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil
	}
	c, err := f.Loader.For(filepath.Dir(abs), workspace.Top(abs))
	if err != nil {
		return nil
	}
	return c.Formats()
}

// FormatNames are the names of formats, for people.
func FormatNames(all []protocol.Format) string {
	var names []string
	for _, own := range all {
		names = append(names, own.Name)
	}
	return strings.Join(names, ", ")
}

// formatsHint says which files the formats take that hold for the file at a path; it has
// no line without any, and for a command that works on a protocol, "" for any.
func (f *ConfigFlags) formatsHint(name, protocol string) []string {
	if protocol != "" {
		return nil
	}
	files := formatFiles(f.FormatsAt(name))
	if files == "" {
		return nil
	}
	return []string{"formats of " + config.Name + ": " + files}
}

// formatFiles says which files formats take, of the first few; "" without any.
func formatFiles(all []protocol.Format) string {
	const most = 5
	var texts []string
	for i, own := range all {
		if i == most {
			texts = append(texts, "more")
			break
		}
		texts = append(texts, fmt.Sprintf("%s (%s)", own.Name, strings.Join(own.Files, ", ")))
	}
	return strings.Join(texts, ", ")
}

// OnlyFormats is for a choice: --as takes formats alone.
func OnlyFormats() []string { return []string{} }

// UnknownHint adds to err, if it is about a file that nobody knows, what would read it.
func (f *ConfigFlags) UnknownHint(err error, name string, c TargetOptions) error {
	if _, unknown := errors.AsType[*workspace.UnknownError](err); !unknown {
		return err
	}
	lines := f.formatsHint(name, c.Protocol)
	if as := AsHint(c.As, FormatNames(f.FormatsAt(name))); as != "" {
		if c.Skips {
			as += ", --ignore-unknown skips it"
		}
		lines = append([]string{as}, lines...)
	}
	if len(lines) == 0 {
		return err
	}
	return app.Hinted(err, lines...)
}

// AsHint says what --as takes where it takes these protocols besides formats; "" if it
// takes nothing.
func AsHint(protocols []string, formats string) string {
	names := strings.Join(protocols, ", ")
	switch {
	case names == "" && formats == "" || protocols == nil:
		return ""
	case formats == "":
		return "--as PROTOCOL reads it as one (" + names + ")"
	case names == "":
		return "--as FORMAT reads it as one (" + formats + ")"
	}
	return "--as NAME reads it as one, of a protocol (" + names + ") or a format (" + formats + ")"
}

// MissingHint adds to err, about a path that is not there, what could have been meant to
// a command that works on a protocol, "" for any.
func (f *ConfigFlags) MissingHint(err error, name, protocol string) error {
	lines := f.formatsHint(name, protocol)
	if cwd, fault := os.Getwd(); fault == nil {
		if ids := f.knownIDs(cwd, name); ids != "" {
			lines = append([]string{"ids of checkpoints here: " + ids}, lines...)
		}
	}
	if len(lines) == 0 {
		return err
	}
	return app.Hinted(err, lines...)
}

// Strange is why name, a path of Markdown that no protocol and no format takes, cannot be
// worked on where there are formats; nil where it is none or there are none.
func (f *ConfigFlags) Strange(name string) error {
	if !workspace.IsMarkdown(name) || app.IsDir(name) || len(f.FormatsAt(name)) == 0 {
		return nil
	}
	return f.UnknownHint(&workspace.UnknownError{Path: name}, name, TargetOptions{As: OnlyFormats()})
}
