package lsp

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/sourcegraph/jsonrpc2"

	"mdck/internal/tree"
	"mdck/mdcheckpoint/jsondoc"
)

type method func(s *Server, params *json.RawMessage) (any, error)

func methodOf(name string) method {
	return map[string]method{
		"initialize":                      with((*Server).initialize),
		"initialized":                     with((*Server).initialized),
		"shutdown":                        with((*Server).shutdown),
		"textDocument/didOpen":            with((*Server).didOpen),
		"textDocument/didChange":          with((*Server).didChange),
		"textDocument/didSave":            with((*Server).didSave),
		"textDocument/didClose":           with((*Server).didClose),
		"workspace/didChangeWatchedFiles": with((*Server).didChangeFiles),
		"textDocument/codeAction":         with((*Server).codeActions),
		"textDocument/formatting":         with((*Server).format),
		"textDocument/hover":              with((*Server).hover),
	}[name]
}

func with[P any](run func(*Server, *P) (any, error)) method {
	return func(s *Server, params *json.RawMessage) (any, error) {
		p := new(P)
		if params != nil {
			if err := json.Unmarshal(*params, p); err != nil {
				return nil, failure(jsonrpc2.CodeInvalidParams, err)
			}
		}
		return run(s, p)
	}
}

// call handles a message if the state allows it. Unexpected notifications are ignored.
func (s *Server) call(m *jsonrpc2.Request) (any, error) {
	run := methodOf(m.Method)
	var fault *jsonrpc2.Error
	switch {
	case s.state == fresh && m.Method != "initialize":
		fault = failure(notInitialized, fmt.Errorf("%q before initialize", m.Method))
	case s.state == running && m.Method == "initialize":
		fault = failure(jsonrpc2.CodeInvalidRequest, fmt.Errorf("%q for the second time", m.Method))
	case s.state == shut:
		fault = failure(jsonrpc2.CodeInvalidRequest, fmt.Errorf("%q after shutdown", m.Method))
	case run == nil:
		fault = failure(jsonrpc2.CodeMethodNotFound, fmt.Errorf("unknown method %q", m.Method))
	default:
		return run(s, m.Params)
	}
	if m.Notif {
		return nil, nil
	}
	return nil, fault
}

func (s *Server) initialize(p *initializeParams) (any, error) {
	s.state, s.asked = running, *p
	return initializeResult{
		ServerInfo: serverInfo{Name: "mdck", Version: s.Version},
		Capabilities: capabilities{
			TextDocumentSync:           syncOptions{OpenClose: true, Change: 1, Save: true},
			CodeActionProvider:         actionOptions{CodeActionKinds: []string{quickFix, fixAll}},
			DocumentFormattingProvider: true, HoverProvider: true,
		},
	}, nil
}

func (s *Server) initialized(*struct{}) (any, error) { return nil, s.watch() }

// shutdown first checks the stale documents, so that the client gets all findings.
func (s *Server) shutdown(*struct{}) (any, error) {
	for len(s.stale) > 0 {
		s.publishNext()
	}
	s.state = shut
	return nil, nil
}

func (s *Server) didOpen(p *openParams) (any, error) {
	path, ok := localPath(p.TextDocument.URI)
	if !ok {
		return nil, nil // a buffer without a file
	}
	d := &document{uri: p.TextDocument.URI, path: path, real: tree.RealPath(path), version: p.TextDocument.Version, text: p.TextDocument.Text}
	s.place(d)
	if old := s.documents[path]; old != nil { // opened again without closing
		s.forget(old)
		d.shown = old.shown
	}
	s.documents[path] = d
	s.touched(d)
	return nil, nil
}

func (s *Server) didChange(p *changeParams) (any, error) {
	d := s.open(string(p.TextDocument.URI))
	if d == nil {
		return nil, nil
	}
	d.version++
	if p.TextDocument.Version != nil {
		d.version = *p.TextDocument.Version
	}
	for _, c := range p.ContentChanges {
		d.text = c.Text
	}
	s.touched(d)
	return nil, nil
}

func (s *Server) didSave(p *documentParams) (any, error) {
	switch d := s.open(p.TextDocument.URI); {
	case d == nil:
	case isConfig(d.path):
		return s.didChangeFiles(nil)
	default:
		s.touched(d)
	}
	return nil, nil
}

func (s *Server) didClose(p *documentParams) (any, error) {
	d := s.open(p.TextDocument.URI)
	if d == nil {
		return nil, nil
	}
	delete(s.documents, d.path)
	delete(s.faults, filepath.Dir(d.path))
	s.forget(d)
	if d.target != nil || d.shown {
		s.notify("textDocument/publishDiagnostics", diagnosticsParams{URI: jsondoc.Exact(d.uri), Diagnostics: []diagnostic{}})
	}
	s.touchedBeside(d)
	return nil, nil
}

func (s *Server) didChangeFiles(*struct{}) (any, error) {
	for _, d := range s.sorted() {
		s.outdated(d)
	}
	return nil, nil
}
