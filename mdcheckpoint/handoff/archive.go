package handoff

import (
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// archivedItems has the archived completed items, by [identity].
type archivedItems map[string]bool

func (k archivedItems) has(text string) bool { return k[identity(text)] }

// mostArchive is how many archived files of a note are read: the newest.
const mostArchive = 1000

// archiveName returns the name of an archived text: "HANDOFF.md.done.md" for the ending ".md".
func archiveName(name, ending string) string {
	return protocol.ArchivePrefix(name) + doneKey + ending
}

// keptOf returns the archived items of a note. It ignores files that cannot be read.
func keptOf(tree fs.FS, name string) archivedItems {
	kept := archivedItems{}
	dir := path.Join(path.Dir(name), protocol.ArchiveDir)
	entries, _ := fs.ReadDir(tree, dir)
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		_, base, _ := strings.Cut(e.Name(), "-")
		return !e.Type().IsRegular() || !strings.HasPrefix(base, archiveName(name, "."))
	})
	for _, e := range entries[max(0, len(entries)-mostArchive):] {
		if n, err := load(tree, path.Join(dir, e.Name())); err == nil {
			for _, e := range n.Entries[doneKey] {
				kept[identity(e.Text)], kept[identity(e.Line)] = true, true
			}
		}
	}
	return kept
}

func archived(t protocol.Target, name, text string) *protocol.Archived {
	if !strings.HasPrefix(name, archiveName(t.Main, ".")) {
		return nil
	}
	out := &protocol.Archived{Names: []string{doneKey}, Section: "completed items"}
	n, err := Parse(name, text)
	switch {
	case err != nil:
		out.Problem = err.Error()
	case len(n.Entries[doneKey]) == 1:
		out.Section = "completed: " + n.Entries[doneKey][0].Text
	case len(n.Entries[doneKey]) > 1:
		out.Section = "completed: " + n.Entries[doneKey][0].Text + " and later"
	}
	return out
}

func (n *Note) surplus() []Entry {
	all := n.Entries[doneKey]
	return all[:max(0, len(all)-mostDone)]
}

func (n *Note) prune(name string) (edits []source.Edit, archive []source.Named) {
	e, surplus := n.editor(), n.surplus()
	if len(surplus) == 0 {
		return nil, nil
	}
	lines := []string{"## " + groupOf(doneKey).Title, ""}
	for _, s := range surplus {
		edits = append(edits, e.Drop(s.Span, false))
		text := n.slice(s.Span)
		if s.Item == nil {
			text = "- " + text
		}
		lines = append(lines, strings.ReplaceAll(text, "\r\n", "\n"))
	}
	return edits, []source.Named{{Name: archiveName(name, ".md"), Text: strings.Join(lines, "\n") + "\n"}}
}

func (n *Note) editor() *schema.Editor {
	return &schema.Editor{Match: n.Match, Blank: schema.HasBlankLines(n.Document)}
}
