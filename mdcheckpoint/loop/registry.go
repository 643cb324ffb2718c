package loop

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"mdck/internal/protocols/loop/tracks"
	"mdck/mdcheckpoint/loop/tasks"
	"mdck/mdcheckpoint/source"
)

// A registration is what tracks.md and the archives say about a track.
type registration struct {
	list       *tracks.List // nil without tracks.md
	entry      *tracks.Entry
	stage      tracks.Stage // stage in tracks.md
	trackStage tracks.Stage // from the files of the track, without loop_state
	unlisted   bool         // tracks.md exists, but does not list the track
	copy       string       // path of a folder with the same name in an archive, or ""
}

// String returns text such as "done, line 7" or "not listed", or "" without tracks.md.
func (r *registration) String() string {
	switch {
	case r.unlisted:
		return "not listed"
	case r.entry == nil:
		return ""
	}
	return fmt.Sprintf("%s, line %d", cmp.Or(r.stage.String(), "open"), r.entry.Number)
}

// archives lists the folders for finished tracks, next to tracks.md. Source: workflow, track
// manager, real files.
var archives = [...]string{"archive", "archived", "_archive", "tracks/archive", "tracks/archived", "tracks/_archive", "tracks/_archived", "tracks/completed"}

func (t *Track) registered() *registration {
	if t.registration == nil {
		t.registration = &registration{}
		if t.Tree != nil && t.ID != "" {
			t.register(t.registration)
		}
	}
	return t.registration
}

func (t *Track) register(r *registration) {
	for _, dir := range archives {
		name := path.Join(t.home, dir, t.ID)
		if _, err := fs.Stat(t.Tree, name); err == nil && name != t.Dir {
			r.copy = name
		}
	}
	if t.Metadata == nil || t.Metadata.lacksLoop() {
		r.trackStage = t.ownStage()
	}
	if text, err := source.ReadFile(t.Tree, path.Join(t.home, tracksFile)); err == nil {
		r.list = tracks.Parse(text)
		r.entry = r.list.Find(t.ID)
		r.unlisted, r.stage = r.entry == nil, r.entry.Stage()
	}
}

func (t *Track) stage() tracks.Stage {
	r := t.registered()
	if r.trackStage != tracks.Unknown && (r.stage == tracks.Unknown || r.stage == tracks.Open) {
		return r.trackStage
	}
	return r.stage
}

// stateFiles can begin with a status. Source: track manager, real files.
var stateFiles = [...]string{"state.md", "index.md", PlanFile}

func (t *Track) ownStage() tracks.Stage {
	stage := tracks.OfWord(t.Metadata.Status())
	for _, name := range stateFiles {
		if stage != tracks.Unknown && stage != tracks.Open {
			break
		}
		text, _ := source.ReadRegular(t.Tree, t.PathOf(name))
		const most = 12 // lines to search, because a status further down can be that of a task
		lines := strings.Split(text, "\n")
		stage = cmp.Or(tracks.StatusIn(lines[:min(most, len(lines))]), stage)
	}
	return stage
}

// whyFinished returns why the track is finished although something is open, or "".
func (t *Track) whyFinished() string {
	r := t.registered()
	switch {
	case r.stage == tracks.Finished:
		return tracksFile + " lists the track as done"
	case t.Metadata.stopped():
		return "a person decided to stop"
	case r.trackStage == tracks.Finished:
		return "the track is complete"
	case r.unlisted && r.copy != "":
		return r.copy + " is its archived copy, and " + tracksFile + " does not list it"
	}
	return ""
}

// unplanned returns the path of the first open track of tracks.md, if it has no files and comes
// before this one, or if this one is finished. Otherwise it returns "".
func (t *Track) unplanned() string {
	r := t.registered()
	if r.entry == nil || r.list.First == nil {
		return ""
	}
	first := r.list.First
	dir := path.Join(t.home, path.Base(tracksDir), first.Link)
	isBefore := first.Number < r.entry.Number || t.whyFinished() != ""
	isIn := func(archive string) bool {
		_, err := fs.Stat(t.Tree, path.Join(t.home, archive, first.Link))
		return err == nil
	}
	if !isBefore || !fs.ValidPath(dir) || t.hasFiles(dir) || slices.ContainsFunc(archives[:], isIn) {
		return ""
	}
	return dir
}

func (t *Track) hasFiles(dir string) bool {
	return slices.ContainsFunc([]string{MetadataFile, PlanFile, specFile}, func(name string) bool {
		_, err := fs.Stat(t.Tree, path.Join(dir, name))
		return err == nil
	})
}

func (t *Track) remark() string {
	r := t.registered()
	switch {
	case r.copy != "":
		return r.copy + " is its archived copy"
	case r.unlisted:
		return tracksFile + " does not list it"
	case t.stage() == tracks.Paused:
		return "it is paused"
	case t.stage() == tracks.Underway || t.Plan.Count(tasks.Done) > 0:
		return ""
	}
	if dir := t.unplanned(); dir != "" {
		return dir + " is before it in " + tracksFile + ", but has no " + PlanFile
	}
	return ""
}

// Finished reports whether nothing remains to be done.
func (t *Track) Finished() bool {
	r := t.registered()
	unstated := r.unlisted || r.entry != nil && t.stage() == tracks.Unknown
	return unstated && t.Plan.AllDone() || t.whyFinished() != "" || t.Metadata.Done()
}

// rank returns a number for sorting: work begins with the lowest. Source: workflow.
func (t *Track) rank() int {
	const class = 1 << 20
	r, s := t.registered(), t.stage()
	begun, worked := t.Plan.Count(tasks.Begun), 0
	for _, sign := range [...]bool{
		s == tracks.Underway || t.Metadata.statusNow() == InProgress,
		begun > 0 && begun <= (t.Plan.Total()+1)/2, // if most tasks are begun, the marks do not show where the work is
		t.Plan.Count(tasks.Done) > 0,
		t.Plan.Count(tasks.Done) > 0 && r.stage == tracks.Underway, // what two files agree on is the strongest sign
	} {
		if sign {
			worked++
		}
	}
	line := class - 1
	if r.entry != nil {
		line = min(r.entry.Number, line)
	}
	switch {
	case t.Finished():
		line += 7 * class
	case t.Plan.AllDone():
		line += 6 * class
	case s == tracks.Paused, r.copy != "":
		line += 5 * class
	default:
		line += (4 - worked) * class
	}
	return line
}
