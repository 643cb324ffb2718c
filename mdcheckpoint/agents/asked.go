package agents

import (
	"errors"
	"io/fs"
	"path"
)

// ReadEpic reads the checkpoints of the epic in tree. A missing folder holds none.
func ReadEpic(tree fs.FS) (*Folder, error) {
	f, err := ReadFolder(tree, CheckpointDir)
	if errors.Is(err, fs.ErrNotExist) {
		return &Folder{Dir: CheckpointDir}, nil
	}
	return f, err
}

// AskedName returns the name of the checkpoint of an agent that is asked for by its id or
// by the name of its file, whether or not the file exists. A name that no agent can have is
// a [*protocol.RequestError].
func AskedName(tree fs.FS, asked string) (string, error) {
	f, err := ReadEpic(tree)
	if err != nil {
		return "", err
	}
	if name := f.Named(asked); name != "" {
		return name, nil
	}
	if KindOf(asked).MayBeAgent() {
		return asked, nil
	}
	return FileName(asked)
}

// AskedID returns the id of an agent that is asked for by its id or by the name of its
// file: as it was spelled, unless in the way of files.
func AskedID(asked string) string {
	folded := FoldID(stem(asked))
	if stem(asked) == folded || folded == Primary {
		return IDOf(folded)
	}
	return stem(asked)
}

func stem(name string) string {
	if path.Ext(name) == ".json" {
		return name[:len(name)-len(".json")]
	}
	return name
}
