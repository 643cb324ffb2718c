package hook

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"

	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/tokens"
)

// maxJudged is how many bytes of one event lint reads: a usual workspace has
// 20,000, and half a mebibyte is judged in less than 200 ms.
const maxJudged = 512 << 10

// A Written is a checkpoint file that was written, and what lint needs to judge it.
type Written struct {
	lint.Input
	Shown     func(string) string // paths of Tree as the agent is shown them
	Unchecked []error             // why something of it is not judged
	Skipped   bool                // all of it is not
}

// written are the files of the event that belong to a checkpoint and are not
// ignored.
func (s *scout) written(in Input) []Written {
	var all []Written
	seen := map[string]bool{}
	room := int64(maxJudged)
	for _, name := range in.Files {
		if !filepath.IsAbs(name) {
			name = filepath.Join(s.cwd, name)
		}
		t, ok := s.finder().Detect(filepath.Clean(name))
		if !ok || seen[t.File(t.Path)] || s.config(t.Dir(), t.Root).Ignored(t.File(t.Main)) {
			continue
		}
		seen[t.File(t.Path)] = true
		w := s.judged(&t, &room)
		if len(w.Unchecked) == 0 || !errors.Is(w.Unchecked[0], fs.ErrNotExist) {
			all = append(all, w)
		}
	}
	return all
}

// judged is what lint needs to judge the file that t asks for, as mdck lint
// does. room is how many bytes may still be read.
func (s *scout) judged(t *workspace.Target, room *int64) Written {
	s.finish([]workspace.Target{*t})
	files := modest{tree.Dir(t.Root)}
	w := Written{Shown: s.shown(t), Input: lint.Input{Path: t.Path}}
	if _, err := files.Stat(t.Path); err != nil {
		w.Unchecked, w.Skipped = []error{err}, true
		return w
	}
	if *room -= size(files, t); *room < 0 {
		w.Unchecked, w.Skipped = []error{fmt.Errorf("a hook reads %d bytes of what was written", maxJudged)}, true
		return w
	}
	c := s.config(t.Dir(), t.Root)
	counter, err := tokens.New(c.Encoding())
	if err != nil {
		w.Unchecked = append(w.Unchecked, fmt.Errorf("tokens: %w", err))
		counter = nil
	}
	w.Input = workspace.Input(c, counter, files, t)
	w.Visible = nil // git is not asked: that takes a process
	if w.Above != nil {
		w.Above = modest{w.Above}
	}
	if t.Protocol != workspace.Ohrfc {
		return w // only its versions go by the ledger
	}
	last, err := t.Last()
	if err != nil {
		w.Unchecked = append(w.Unchecked, fmt.Errorf("ohrfc/version-not-bumped: %w", err))
	}
	w.Last = workspace.Record(last)
	return w
}

// size is how many bytes lint reads of the workspace of t. What is only hashed, or
// is too large to be parsed, takes little time and counts for an eighth.
func size(files modest, t *workspace.Target) int64 {
	sum := int64(0)
	rfc := path.Join(path.Dir(t.Main), ohrfc.RFCFile)
	for _, name := range append(t.Files(), rfc) {
		info, err := files.Stat(name)
		switch {
		case err != nil || info.Size() > maxFile:
		case name == rfc || info.Size() > maxParsed:
			sum += info.Size() / 8
		default:
			sum += info.Size()
		}
	}
	return sum
}

// maxParsed is how many bytes a file may have that lint parses. Source: the rule
// any/too-large.
const maxParsed = 1 << 20

// finder finds files of the formats of the configuration, too.
func (s *scout) finder() workspace.Finder {
	return workspace.Finder{Own: func(file, top string) (format, root string, ok bool) {
		c := s.config(filepath.Dir(file), top)
		if own := c.Format(file); own != nil {
			return own.Name, c.FormatsBase(), true
		}
		return "", "", false
	}}
}
