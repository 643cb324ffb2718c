package engine

import (
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// MaxFiles is how many files a state is taken to name at most: each of them is looked for.
const MaxFiles = 200

// SetScope returns the change that makes files the activeTaskFiles of the state called name.
// It makes no state: the loop does.
func SetScope(read *protocol.Reader, name string, files []string) (*protocol.Change, error) {
	if len(files) > MaxFiles {
		return nil, protocol.BadRequest("name their directories", "%d files in %s, want at most %d", len(files), ActiveFilesField, MaxFiles)
	}
	text, exists, err := read.Text(name)
	if err != nil {
		return nil, err
	}
	if !exists {
		return nil, protocol.BadRequest("mdck ccc save --file FILE commits without it", "there is no %s, which the loop makes", name)
	}
	s, err := Parse(name, text)
	if err != nil {
		return nil, err
	}
	var quoted []string
	for _, f := range files {
		quoted = append(quoted, jsondoc.Quote(f))
	}
	edits, err := s.Doc.Set("["+strings.Join(quoted, ", ")+"]", ActiveFilesField)
	if err != nil || len(edits) == 0 {
		return &protocol.Change{}, err
	}
	after, err := source.Apply(text, edits)
	did := ActiveFilesField + " is empty"
	if len(files) > 0 {
		did = ActiveFilesField + ": " + spelling.List(files)
	}
	return &protocol.Change{
		Files:  []protocol.File{{Name: name, Before: text, After: after, Exists: true, Did: []string{did}}},
		Ledger: []claim.Entry{{Path: name, Content: claim.ContentHash(after), Event: "scope"}},
	}, err
}
