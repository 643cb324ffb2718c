package cli

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"mdck/bootstrap"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
)

// planFolderPaths are the paths with each file of a folder of plans replaced by the
// folder: where the work stands is asked about all of them.
func planFolderPaths(paths []string) []string {
	var all []string
	for _, name := range paths {
		if t, ok, err := workspace.Unsaved(name); err == nil && ok && t.Protocol == workspace.Plan && t.Folder != "." && isFile(name) {
			name = t.Shown(t.Folder)
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

	told   map[string]bool // files of which it is told already that they cannot be read
	unread []unreadFile    // those that cannot be
}

// An unreadFile is a file that cannot be read, and why, as the user is shown it.
type unreadFile struct {
	file string
	err  error
}

// faults are the causes that nobody told yet.
func (p *planRows) faults() []error {
	var all []error
	for _, u := range p.unread {
		if !p.told[u.file] {
			all = distinctError(all, u.err)
		}
	}
	return all
}

// add adds what is known of a file of a folder, whose row is made when the first of them
// comes.
func (p *planRows) add(rows []statusRow, t *workspace.Target, of []statusRow) []statusRow {
	dir := t.File(t.Folder)
	i, had := p.at[dir]
	if !had {
		i = len(rows)
		p.at[dir] = i
		rows = append(rows, p.row(t))
	}
	for _, r := range of {
		rows[i].errors += r.errors
		rows[i].warnings += r.warnings
		rows[i].unread = rows[i].unread || r.unread
	}
	return rows
}

// row says where the work on the plans of the folder of t stands.
func (p *planRows) row(t *workspace.Target) statusRow {
	stand := bootstrap.PlanStanding(bootstrap.Input{Tree: tree.Dir(t.Root), Path: t.Folder, ID: t.ID()})
	if stand.Note != "" {
		fmt.Fprintf(p.talk, "mdck: note: %s: %s\n", report.Name(t.Shown(t.Folder)), report.OneLine(stand.Note))
	}
	for _, name := range slices.Sorted(maps.Keys(stand.Unread)) {
		p.unread = append(p.unread, unreadFile{t.File(name), asShown(t, atFile(name, stand.Unread[name]))})
	}
	r := statusRow{protocol: t.Protocol, id: t.ID(), path: t.Shown(t.Folder), place: t.Shown(t.Folder), phase: stand.Phase, status: stand.Status, next: stand.Next}
	r.at(stand.Updated, !stand.Updated.IsZero(), p.now)
	return r
}
