package planfile

import (
	"io/fs"
	"strings"

	"mdck/mdcheckpoint/source"
)

// ReadHeads is [ReadFolder] of plans of which only the head is kept: what places them
// among others. Their File ends behind the front matter, and they have no more than that,
// their front matter, and whether they are gated; [Read] gives the rest. Of a folder of
// thousands the whole plans are some ten times that.
func ReadHeads(tree fs.FS, dir string) (*Folder, error) { return readFolder(tree, dir, parseHead) }

// parseHead reads the head of text, of which nothing else is kept. It fails as [Parse] does.
func parseHead(name, text string) (*Plan, error) {
	whole := source.NewFile(name, text)
	if err := checkLimits(whole); err != nil {
		return nil, err
	}
	front := outline(whole)
	p := &Plan{File: source.NewFile(name, strings.Clone(text[:front.Span.End])), gated: hasCheckpoint(text, front.Span.End)}
	front.file = p.File
	front.read()
	p.Front = front
	return p, nil
}

// hasCheckpoint reports whether one of the tasks in text from start on is a checkpoint.
// The type of each of these stands in its tag as it is.
func hasCheckpoint(text string, start int) bool {
	if !strings.Contains(text[start:], Prefix) {
		return false
	}
	var p Plan
	p.tasks(scan(text, start))
	return len(p.checkpoints()) > 0
}
