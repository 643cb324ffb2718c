package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"mdck/internal/config"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

// formatsAt are the formats of the configuration that holds for the file at a path, which
// need not be there; none where it makes no sense, which is told by who asks for it.
func (f *configFlags) formatsAt(name string) []protocol.Format {
	if f.loader == nil {
		return nil
	}
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil
	}
	c, err := f.loader.For(filepath.Dir(abs), workspace.Top(abs))
	if err != nil {
		return nil
	}
	return c.Formats()
}

// formatNames are the names of formats, for people.
func formatNames(all []protocol.Format) string {
	var names []string
	for _, own := range all {
		names = append(names, own.Name)
	}
	return strings.Join(names, ", ")
}

// formatsHint says which files the formats take that hold for the file at a path; it has
// no line without any, and for a command that works on a protocol, "" for any.
func (f *configFlags) formatsHint(name, protocol string) []string {
	if protocol != "" {
		return nil
	}
	files := formatFiles(f.formatsAt(name))
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

// onlyFormats is for a choice: --as takes formats alone.
func onlyFormats() []string { return []string{} }

// unknownHint adds to err, if it is about a file that nobody knows, what would read it.
func (f *configFlags) unknownHint(err error, name string, c targetOptions) error {
	if _, unknown := errors.AsType[*workspace.UnknownError](err); !unknown {
		return err
	}
	lines := f.formatsHint(name, c.protocol)
	if as := asHint(c.as, formatNames(f.formatsAt(name))); as != "" {
		if c.skips {
			as += ", --ignore-unknown skips it"
		}
		lines = append([]string{as}, lines...)
	}
	if len(lines) == 0 {
		return err
	}
	return hinted(err, lines...)
}

// asHint says what --as takes where it takes these protocols besides formats; "" if it
// takes nothing.
func asHint(protocols []string, formats string) string {
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

// missingHint adds to err, about a path that is not there, what could have been meant to
// a command that works on a protocol, "" for any.
func (f *configFlags) missingHint(err error, name, protocol string) error {
	lines := f.formatsHint(name, protocol)
	if cwd, fault := os.Getwd(); fault == nil {
		if ids := f.knownIDs(cwd, name); ids != "" {
			lines = append([]string{"ids of checkpoints here: " + ids}, lines...)
		}
	}
	if len(lines) == 0 {
		return err
	}
	return hinted(err, lines...)
}

// strange is why name, a path of Markdown that no protocol and no format takes, cannot be
// worked on where there are formats; nil where it is none or there are none.
func (f *configFlags) strange(name string) error {
	if !workspace.IsMarkdown(name) || isDir(name) || len(f.formatsAt(name)) == 0 {
		return nil
	}
	return f.unknownHint(&workspace.UnknownError{Path: name}, name, targetOptions{as: onlyFormats()})
}
