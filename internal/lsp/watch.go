package lsp

import (
	"context"

	"mdck/internal/config"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/protocol"
)

// watched returns the patterns of the files that findings depend on: Markdown, JSON and YAML,
// those that a protocol names besides; the ledger, which is lines of JSON; what git ignores.
func watched(table *protocol.Table) []string {
	all := []string{"**/*.json", "**/*.jsonl", "**/*.yaml", "**/*.yml", "**/" + config.Name, "**/.gitignore"}
	for _, ending := range mdcheckpoint.Endings() {
		all = append(all, "**/*"+ending)
	}
	for _, p := range table.All() {
		all = append(all, p.Watched...)
	}
	return all
}

// watch has the client report changes of such files, if it can. Its answer is not waited for.
func (s *Server) watch() error {
	if !s.asked.Capabilities.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		return nil
	}
	var all []watcher
	for _, glob := range watched(s.Loader().Table) {
		all = append(all, watcher{glob})
	}
	files := registration{ID: "files", Method: "workspace/didChangeWatchedFiles", Options: watchOptions{all}}
	_, err := s.conn.DispatchCall(context.Background(), "client/registerCapability", registrationParams{[]registration{files}})
	return err
}
