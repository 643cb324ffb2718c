package loop

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

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

// String returns text such as "done (line 7)" or "not listed", or "" without tracks.md.
func (r *registration) String() string {
	switch {
	case r.unlisted:
		return "not listed"
	case r.entry == nil:
		return ""
	}
	return fmt.Sprintf("%s (line %d)", cmp.Or(r.stage.String(), "open"), r.entry.Number)
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

// stateFiles lists files that can begin with a status. Source: track manager, real files.
var stateFiles = [...]string{"state.md", "index.md", PlanFile}

func (t *Track) ownStage() tracks.Stage {
	stage := tracks.OfWord(t.Metadata.Status())
	for _, name := range stateFiles {
		if stage != tracks.Unknown && stage != tracks.Open {
			break
		}
		text, _ := source.ReadRegular(t.Tree, t.PathOf(name))
		const most = 12 // lines to search, because a status further down can be that of a task
		text, _, _ = strings.Cut(strings.Replace(text, "\n### Status\n", "\n## Status\n", 1), "\n### ")
		text, _, _ = strings.Cut(text, "\n## Phase")
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

// unplanned returns the path of the first open track of tracks.md, or "". That track has no files and
// no archived copy, and it comes before this track unless this track is finished.
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
		return tracksFile + " does not list the track"
	case t.stage() == tracks.Paused:
		return "the track is paused"
	case t.stage() == tracks.Underway || t.Plan.Count(tasks.Done) > 0:
		return ""
	}
	if dir := t.unplanned(); dir != "" {
		return dir + " comes first in " + tracksFile + ", but has no " + PlanFile
	}
	return ""
}

// Finished reports whether nothing remains to be done.
func (t *Track) Finished() bool {
	r := t.registered()
	unstated := r.unlisted || r.entry != nil && t.stage() == tracks.Unknown
	return unstated && t.Plan.AllDone() || t.whyFinished() != "" || t.Metadata.Done()
}

// Classes of tracks, in the order of the work.
const (
	classBegun = 1 + iota
	classOpen
	classWaits
	classClosing
	classFinished
)

// rank returns a sort key: work continues at the track with the lowest. Tracks are sorted by class.
// Begun tracks are sorted by day, newest first, then those in progress in tracks.md or by a task, last
// line first; others by line. Source: workflow, history of real files.
func (t *Track) rank() int {
	const days, lines = 1 << 16, 1 << 11 // a date after 2149 does not count
	class, day, line := t.class(), 0, lines-1
	r := t.registered()
	if r.entry != nil {
		line = min(r.entry.Number, line)
	}
	if class == classBegun {
		if day = t.day(); day >= days {
			day = 0
		}
		if r.entry != nil {
			line = lines - line
		}
		if r.stage != tracks.Underway && !t.isMarked() {
			line += lines
		}
	}
	return (class*days-day)*2*lines + line
}

func (t *Track) class() int {
	switch {
	case t.Finished():
		return classFinished
	case t.Plan.AllDone() && (t.Metadata == nil || t.Metadata.lacksLoop()): // steps follow in a loop
		return classClosing
	case t.stage() == tracks.Paused, t.registered().copy != "", t.registered().unlisted && t.awaitsPerson():
		return classWaits
	case t.begun():
		return classBegun
	}
	return classOpen
}

func (t *Track) begun() bool {
	isStated := t.stage() == tracks.Underway || t.Metadata.statusNow() == InProgress
	return t.Plan.Count(tasks.Done) > 0 || t.isMarked() || isStated && !t.registered().unlisted
}

// isMarked reports whether a task is in progress. Marks on all tasks do not show where the work is.
func (t *Track) isMarked() bool { return t.Plan.Count(tasks.Begun) > 0 && t.Plan.Count(tasks.Open) > 0 }

// awaitsPerson reports whether only tasks for a person are open.
func (t *Track) awaitsPerson() bool {
	open := openOf(t.Plan.Tasks(), nil)
	return len(open) > 0 && !slices.ContainsFunc(open, func(t *tasks.Task) bool { return !t.Person() })
}

// day returns the day of the last update, or else of the date in the name, as days since 1970.
func (t *Track) day() int {
	at, ok := t.Metadata.Updated()
	if !ok {
		at, _ = time.Parse("20060102", t.ID[strings.LastIndexAny(t.ID, "_-")+1:])
	}
	return max(0, int(at.Unix()/(24*60*60)))
}
