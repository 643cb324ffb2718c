package read

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"path"
	"slices"
	"time"

	"mdck/bootstrap"
	"mdck/internal/cli/app"
	"mdck/internal/cli/pick"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
)

// planFolderPaths are the paths with each file of a folder of plans replaced by the
// folder, or by the milestone that was put away which it lies in: where the work stands is
// asked about all of them.
func planFolderPaths(f *pick.ConfigFlags, paths []string) []string {
	var all []string
	for _, name := range paths {
		if t, ok, err := f.PlainFinder().Unsaved(name); err == nil && ok && t.Row().FolderStatus != nil && t.Folder != "." && app.IsFile(name) {
			part, past := t.Row().Part(t.Path)
			if !past {
				part = t.Folder
			}
			name = t.Shown(part)
		}
		all = append(all, name)
	}
	return all
}

// planRows make the rows of folders of plans out of those of their files.
type planRows struct {
	now  time.Time
	talk io.Writer      // is told what is odd
	at   map[string]int // indexes of the rows, by folder

	past   map[string]bool // folders of which only what was put away is meant
	faults []error         // about files that cannot be read
}

// add adds what is known of a file of a folder, whose row is made when the first of them
// comes.
func (p *planRows) add(rows []statusRow, t *workspace.Target, s *pick.Settings, of []statusRow) []statusRow {
	key, part := t.File(t.Folder), ""
	if p.past[key] {
		part, _ = t.Row().Part(t.Path)
		key = t.File(part)
	}
	i, had := p.at[key]
	if !had {
		i = len(rows)
		p.at[key] = i
		rows = append(rows, p.row(t, part, s))
	}
	for _, r := range of {
		rows[i].errors += r.errors
		rows[i].warnings += r.warnings
		rows[i].add(&r)
		rows[i].unread = rows[i].unread || r.unread
	}
	return rows
}

// putAwayFolders are the folders of plans of which nothing is meant but what was put away:
// it was named.
func putAwayFolders(found []workspace.Target) map[string]bool {
	all := map[string]bool{}
	for i := range found {
		t := &found[i]
		if t.Row().FolderStatus == nil {
			continue
		}
		_, past := t.Row().Part(t.Path)
		other, had := all[t.File(t.Folder)]
		all[t.File(t.Folder)] = past && (other || !had)
	}
	return all
}

// row says where the work on the plans of the folder of t stands, or on those of a part of
// it that was put away.
func (p *planRows) row(t *workspace.Target, part string, s *pick.Settings) statusRow {
	in := bootstrap.Input{Tree: tree.Dir(t.Root), Path: t.Folder, ID: t.ID(), Repository: t.Repository()}
	stand := t.Row().FolderStatus(in, part)
	if stand.Note != "" {
		fmt.Fprintf(p.talk, "mdck: note: %s: %s\n", report.Name(t.Shown(t.Folder)), report.OneLine(stand.Note))
	}
	for _, name := range slices.Sorted(maps.Keys(stand.Unread)) {
		p.faults = append(p.faults, app.WithDisplayPath(t, app.WithPath(name, stand.Unread[name])))
	}
	shown := t.Shown(cmp.Or(part, t.Folder))
	r := statusRow{Status: stand.Status, stale: stand.Stale, protocol: t.Protocol, id: t.ID(), path: shown, place: shown}
	if part != "" {
		r.id = path.Base(part)
	}
	r.setAge(p.now)
	if part == "" {
		rows := []statusRow{r}
		folder := *t
		folder.Main, folder.Path = t.Folder, t.Folder
		setDue(rows, pick.DueItems(t, s.Due(&folder)))
		if r = rows[0]; len(r.due) > 0 && r.due[0].Person {
			r.Next = stand.Next // no command of the agent's
		}
	}
	return r
}
