package lsp

import (
	"mdck/mdcheckpoint/jsondoc"
)

// Types of the protocol. Source: Language Server Protocol 3.17. Lines and characters are 0-based.
// Characters are UTF-16 code units.
type (
	position struct {
		Line      int `json:"line"`
		Character int `json:"character"`
	}
	span struct {
		Start position `json:"start"`
		End   position `json:"end"` // exclusive
	}
	textEdit struct {
		Range   span          `json:"range"`
		NewText jsondoc.Exact `json:"newText"`
	}
	documentID struct {
		URI string `json:"uri"`
	}
	versionedID struct {
		URI     jsondoc.Exact `json:"uri"`
		Version *int          `json:"version"` // nil for the file on disk
	}
)

type (
	initializeParams struct {
		Capabilities struct {
			Workspace struct {
				DidChangeWatchedFiles struct {
					DynamicRegistration bool `json:"dynamicRegistration"`
				} `json:"didChangeWatchedFiles"`
			} `json:"workspace"`
		} `json:"capabilities"`
	}
	initializeResult struct {
		Capabilities capabilities `json:"capabilities"`
		ServerInfo   serverInfo   `json:"serverInfo"`
	}
	serverInfo struct {
		Name    string `json:"name"`
		Version string `json:"version,omitempty"`
	}
	capabilities struct {
		TextDocumentSync           syncOptions   `json:"textDocumentSync"`
		CodeActionProvider         actionOptions `json:"codeActionProvider"`
		DocumentFormattingProvider bool          `json:"documentFormattingProvider"`
		HoverProvider              bool          `json:"hoverProvider"`
	}
	syncOptions struct {
		OpenClose bool `json:"openClose"`
		Change    int  `json:"change"` // 1: a change is the whole text
		Save      bool `json:"save"`
	}
	actionOptions struct {
		CodeActionKinds []string `json:"codeActionKinds"`
	}
	registrationParams struct {
		Registrations []registration `json:"registrations"`
	}
	registration struct {
		ID      string       `json:"id"`
		Method  string       `json:"method"`
		Options watchOptions `json:"registerOptions"`
	}
	watchOptions struct {
		Watchers []watcher `json:"watchers"`
	}
	watcher struct {
		GlobPattern string `json:"globPattern"`
	}
	messageParams struct {
		Type    int    `json:"type"` // 1 error, 2 warning, 3 info, 4 log
		Message string `json:"message"`
	}
)

type (
	openParams struct {
		TextDocument struct {
			URI     string `json:"uri"`
			Version int    `json:"version"`
			Text    string `json:"text"`
		} `json:"textDocument"`
	}
	changeParams struct {
		TextDocument   versionedID `json:"textDocument"`
		ContentChanges []change    `json:"contentChanges"`
	}
	change struct {
		Text string `json:"text"`
	}
	documentParams struct {
		TextDocument documentID `json:"textDocument"`
	}
	positionParams struct {
		documentParams
		Position position `json:"position"`
	}
	diagnosticsParams struct {
		URI         jsondoc.Exact `json:"uri"`
		Version     *int          `json:"version,omitempty"`
		Diagnostics []diagnostic  `json:"diagnostics"`
	}
	diagnostic struct {
		Range    span   `json:"range"`
		Severity int    `json:"severity"` // 1 error, 2 warning
		Code     string `json:"code,omitempty"`
		Source   string `json:"source"`
		Message  string `json:"message"`
	}
)

type (
	actionParams struct {
		documentParams
		Range   span `json:"range"`
		Context struct {
			Only []string `json:"only"`
		} `json:"context"`
	}
	codeAction struct {
		Title       string         `json:"title"`
		Kind        string         `json:"kind"`
		Diagnostics []diagnostic   `json:"diagnostics,omitempty"`
		IsPreferred bool           `json:"isPreferred,omitempty"`
		Edit        *workspaceEdit `json:"edit"`
	}
	workspaceEdit struct {
		DocumentChanges []documentEdit `json:"documentChanges"`
	}
	documentEdit struct {
		TextDocument versionedID `json:"textDocument"`
		Edits        []textEdit  `json:"edits"`
	}
	hover struct {
		Contents markup `json:"contents"`
		Range    span   `json:"range"`
	}
	markup struct {
		Kind  string `json:"kind"`
		Value string `json:"value"`
	}
)

const (
	severityError   = 1
	severityWarning = 2

	severityInformation = 3

	messageError   = 1
	messageWarning = 2

	notInitialized = -32002
	requestFailed  = -32803
)
