package lsp

import (
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/config"
	"mdck/mdcheckpoint/protocol"
)

// alwaysWatched returns the patterns of the files that findings depend on: those of the
// protocols; the ledger, which is lines of JSON; what git ignores.
func alwaysWatched(table *protocol.Table) []string {
	all := []string{"**/*.md", "**/*.json", "**/*.jsonl", "**/*.yaml", "**/*.yml", "**/" + config.Name, "**/.gitignore"}
	for _, p := range table.All() {
		all = append(all, p.Watched...)
	}
	return all
}

// watched are the patterns of all files that verdicts on the open documents go by: those
// of every session, and what their configurations and variables name.
func (s *Server) watched() []string {
	var more []string
	add := func(pattern string) {
		more = append(more, "**/"+strings.TrimPrefix(pattern, "**/"))
	}
	loader := s.Loader()
	for _, d := range s.documents {
		dir, top := filepath.Dir(d.path), filepath.Dir(d.path)
		if t := d.target; t != nil {
			dir, top = t.Dir(), t.Root
			for _, name := range t.Files() {
				add(path.Base(name))
			}
		}
		c, err := loader.For(dir, top)
		if err != nil {
			continue // and its faults are told when d is judged
		}
		for _, f := range c.Formats() {
			for _, pattern := range f.Files {
				add(path.Clean(pattern))
			}
		}
		for _, name := range [...]string{c.Path(), c.Baseline()} {
			if name != "" {
				add(filepath.Base(name))
			}
		}
	}
	always := alwaysWatched(loader.Table)
	more = slices.DeleteFunc(more, func(pattern string) bool { return covers(always, pattern) })
	slices.Sort(more)
	return append(always, slices.Compact(more)...)
}

// covers reports whether a pattern asks for nothing that is not always watched.
func covers(always []string, pattern string) bool {
	base := path.Base(pattern)
	return slices.Contains(always, pattern) || base[0] != '.' && slices.Contains(always, "**/*"+path.Ext(base))
}

// watch has the client tell of the files that matter now, if it can and these are others
// than it was asked about last.
func (s *Server) watch() error {
	if !s.client.Capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration || s.state != running {
		return nil
	}
	patterns := s.watched()
	if slices.Equal(patterns, s.patterns) {
		return nil
	}
	const method = "workspace/didChangeWatchedFiles"
	old := s.registered
	s.registered, s.patterns = "files-"+strconv.Itoa(s.asked), patterns
	var all []watcher
	for _, glob := range patterns {
		all = append(all, watcher{glob})
	}
	err := s.ask("client/registerCapability", registrationParams{[]registration{{ID: s.registered, Method: method, Options: watchOptions{all}}}})
	if old == "" || err != nil {
		return err
	}
	return s.ask("client/unregisterCapability", unregistrationParams{[]unregistration{{ID: old, Method: method}}})
}

// ask sends a request of ours; what the client answers is not waited for.
func (s *Server) ask(method string, params any) error {
	s.asked++
	return s.stream.write(request{"2.0", s.asked, method, params})
}
