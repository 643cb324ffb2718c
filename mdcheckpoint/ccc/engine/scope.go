package engine

import (
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// MaxFiles is the maximum number of files of a state that mdck looks for.
const MaxFiles = 200

// SetScope returns the change that sets activeTaskFiles. It does not create a state, because only
// the loop does.
func SetScope(read *protocol.Reader, name string, files []string) (*protocol.Change, error) {
	if len(files) > MaxFiles {
		return nil, protocol.BadRequest("name directories instead", "%s would have %d files; expected at most %d", ActiveFilesField, len(files), MaxFiles)
	}
	text, exists, err := read.Text(name)
	if err != nil {
		return nil, err
	}
	if !exists {
		return nil, protocol.BadRequest("to commit a file anyway: mdck ccc save --file FILE", "%s does not exist; only the loop creates this file", name)
	}
	s, err := Parse(name, text)
	if err != nil {
		return nil, err
	}
	var quoted []string
	for _, f := range files {
		quoted = append(quoted, jsondoc.Quote(f))
	}
	did := "removed all files from " + ActiveFilesField
	if len(files) > 0 {
		did = "set " + ActiveFilesField + " to " + spelling.List(files)
	}
	return s.set(ActiveFilesField, "["+strings.Join(quoted, ", ")+"]", "scope", did)
}

// SetCommentID returns the change that sets checkpointCommentId.
func (s *State) SetCommentID(id string) (*protocol.Change, error) {
	return s.set(CommentField, jsondoc.Quote(id), "")
}

func (s *State) set(key, json, event string, did ...string) (*protocol.Change, error) {
	edits, err := s.Doc.Set(json, key)
	if err != nil || len(edits) == 0 {
		return &protocol.Change{}, err
	}
	file := s.Doc.File
	after, err := source.Apply(file.Text, edits)
	change := &protocol.Change{}
	change.AddFile(protocol.File{Name: file.Name, Before: file.Text, After: after, Exists: true, Did: did})
	change.Ledger[0].Event = event
	return change, err
}
