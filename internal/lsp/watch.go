package lsp

import (
	"context"

	"mdck/internal/config"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/protocol"
)

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
