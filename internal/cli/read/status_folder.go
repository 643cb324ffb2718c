package read

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sync"
	"time"

	"mdck/bootstrap"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/schema"
)

// planFolderPaths replaces each file of plans by its folder.
func planFolderPaths(f *pick.Picker, paths []string) (all []string) {
	for _, name := range paths {
		if t, ok, err := f.PlainFinder().Unsaved(name); err == nil && ok && t.Row().FolderStatus != nil && t.Folder != "." && app.IsFile(name) {
			part, past := t.Row().Part(t.Path)
			if !past {
				part = t.Folder
			}
			name = t.DisplayPath(part)
		}
		all = append(all, name)
	}
	return all
}

type statusRows struct {
	rows   []statusRow
	faults []error
	now    time.Time
	talk   io.Writer       // receives warnings
	at     map[string]int  // directory -> index of its row
	past   map[string]bool // folders with only archived files selected
	trees  sync.Map        // by root; deleted when the folder has a row, because a tree caches files
}

func (s *statusRows) tree(t *workspace.Target) fs.FS {
	files, _ := s.trees.LoadOrStore(t.Root, tree.Read(t.Root))
	return files.(fs.FS)
}

func (s *statusRows) add(t *workspace.Target, rows []statusRow) {
	if t.Row().FolderStatus == nil {
		s.rows = append(s.rows, rows...)
		return
	}
	dir, part := t.File(t.Folder), ""
	if s.past[dir] {
		part, _ = t.Row().Part(t.Path)
		dir = t.File(part)
	}
	i, had := s.at[dir]
	if !had {
		i = len(s.rows)
		s.at[dir] = i
		s.rows = append(s.rows, s.folder(t, part))
	}
	for _, r := range rows {
		s.rows[i].addFile(&r)
	}
}

func (r *statusRow) addFile(of *statusRow) {
	r.errors += of.errors
	r.warnings += of.warnings
	r.unread = r.unread || of.unread
	r.lines, r.tokens = sum(r.lines, of.lines), sum(r.tokens, of.tokens)
}

func sum(a, b *schema.Amount) *schema.Amount {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return &schema.Amount{Used: a.Used + b.Used}
}

func (s *statusRows) folder(t *workspace.Target, part string) statusRow {
	git := t.Git()
	defer git.Close()
	in := bootstrap.Input{Tree: s.tree(t), Path: t.Folder, ID: t.ID(), Repository: t.Repository(git)}
	stand := t.Row().FolderStatus(in, part)
	s.trees.Delete(t.Root)
	if stand.Note != "" {
		fmt.Fprintf(s.talk, "mdck: note: %s: %s\n", report.Name(t.DisplayPath(t.Folder)), report.OneLine(stand.Note))
	}
	for _, name := range slices.Sorted(maps.Keys(stand.Unread)) {
		s.faults = app.AppendDistinct(s.faults, app.WithDisplayPath(t, app.WithPath(name, stand.Unread[name])))
	}
	shown := t.DisplayPath(cmp.Or(part, t.Folder))
	r := statusRow{Status: stand.Status, stale: stand.Stale, protocol: t.Protocol, id: t.ID(), path: shown, place: shown}
	r.setAge(s.now)
	switch {
	case part != "":
		r.id = path.Base(part)
		return r
	case isArchived(t):
		r.Next = "nothing, because it is archived"
		return r
	}
	r.setDue(pick.DueItems(t, stand.Due))
	if len(r.due) > 0 && r.due[0].Person {
		r.Next = stand.Next // a person must act, without a command
	}
	return r
}
