package loop

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"

	"mdck/mdcheckpoint/source"
)

// A stage is how far a track is, as a word for it says.
type stage int

const (
	unknown stage = iota
	underway
	open
	paused
	finished
)

// word is the word that a status prints for a stage that tracks.md says; "" if it says no more
// than that the track is open.
func (s stage) word() string {
	return [...]string{underway: "in progress", paused: "paused", finished: "done"}[s]
}

// stages are the words for each stage, as [Fold] spells them. Source: manager; real files.
var stages = [...]struct {
	stage stage
	mark  Mark // in a box
	words []string
}{
	{finished, Done, []string{"X", "COMPLETE", "COMPLETED", "DONE", "FINISHED", "IMPLEMENTED", "ARCHIVED", "ARCHIVE", "CLOSED", "MERGED", "SHIPPED", "RELEASED", "CANCELLED", "CANCELED", "SUPERSEDED", "ABANDONED"}},
	{underway, Begun, []string{"IN_PROGRESS", "INPROGRESS", "ACTIVE", "STARTED", "ONGOING", "WIP", "IN_REVIEW", "REVIEW"}},
	{paused, Stopped, []string{"PAUSED", "ON_HOLD", "DEFERRED", "BLOCKED", "WAITING"}},
	{open, Open, []string{"NEW", "PLANNED", "PLANNING", "PENDING", "TODO", "NOT_STARTED", "DRAFT", "READY", "BACKLOG", "PROPOSED", "OPEN", "QUEUED", "UPCOMING", "APPROVED"}},
}

// stageOf returns the stage whose word text is, in any spelling; unless exact, more may follow
// the word. What follows "complete" may take it back, unless it is a date or in parentheses.
func stageOf(text string, exact bool) stage {
	if strings.Trim(text, emphasis+" \t") == "✅" {
		return finished
	}
	text = strings.TrimFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
	text = strings.TrimSuffix(Fold(text), "_TRACKS")
	for _, s := range stages {
		for _, word := range s.words {
			behind, ok := strings.CutPrefix(text, word)
			if s.stage == finished {
				behind = strings.TrimLeft(behind, "_")
			}
			if ok && (behind == "" || !exact && !unicode.IsLetter(rune(behind[0]))) {
				return s.stage
			}
		}
	}
	return unknown
}

// boxStage is the stage that the box at the beginning of text says.
func boxStage(text string) stage {
	mark, _, ok := boxOf(text)
	for _, s := range stages {
		if ok && s.mark == mark {
			return s.stage
		}
	}
	return unknown
}

// A listing is an entry of tracks.md: a heading, an item of a list or a row of a table, with
// the lines that belong to it.
type listing struct {
	line  int      // 1-based
	level int      // of a heading; 0 for what is not one
	title string   // without marker and box
	box   stage    // of its box; unknown without one
	lines []string // the first included
	row   []string // cells
	head  []string // cells of the first row of the table
	above *listing // the heading that it is below; nil without one
}

// listings reads tracks.md.
func listings(text string) []*listing {
	var all []*listing
	var above *listing
	var table []string
	line := 0
	for raw := range strings.Lines(text) {
		line++
		raw = strings.TrimRight(raw, " \t\r\n")
		l := readListing(raw)
		l.line, l.above = line, above
		if l.row == nil {
			table = nil
		} else if table == nil {
			table = l.row
		}
		switch l.head = table; {
		case l.level > 0:
			for l.above != nil && l.above.level >= l.level {
				l.above = l.above.above
			}
			above = l
		case l.row != nil, l.box != unknown:
		case l.title == "", strings.TrimLeft(raw, " \t") != raw, isAttribute(l.title), above != nil && above.box != unknown:
			if len(all) > 0 {
				all[len(all)-1].lines = append(all[len(all)-1].lines, raw)
				continue
			}
		}
		all = append(all, l)
	}
	return all
}

// readListing reads a line as the first of an entry; without title and row if it is not.
func readListing(raw string) *listing {
	bare := strings.TrimLeft(raw, " \t")
	l := &listing{lines: []string{raw}}
	if strings.HasPrefix(bare, "|") {
		for _, cell := range strings.Split(strings.Trim(bare, "|"), "|") {
			l.row = append(l.row, strings.Trim(cell, emphasis+" \t"))
		}
		return l
	}
	rest, heading := cutMarker(bare)
	if heading {
		l.level = strings.IndexAny(bare, " \t")
	}
	l.box = boxStage(rest)
	_, rest, _ = boxOf(rest)
	l.title = strings.Trim(rest, emphasis+" \t")
	if word, behind, ok := cutWord(l.title); ok && strings.EqualFold(word, "track:") {
		l.title = strings.TrimLeft(behind, emphasis)
	}
	return l
}

// attributes are the labels of items that are about the entry above them. Source: real files.
const attributes = "|status|state|goal|plan|link|spec|type|priority|created|updated|progress|depends on|dependencies|domain|notes|scope|outcome|summary|description|path|id|track id|"

func isAttribute(title string) bool {
	label, _, ok := strings.Cut(title, ":")
	return ok && strings.Contains(attributes, "|"+strings.ToLower(strings.Trim(label, emphasis+" \t"))+"|")
}

// stage is what the entry says, else the headings above it: by its box, else by a status, else
// at the end of its title.
func (l *listing) stage() stage {
	for ; l != nil; l = l.above {
		if s := l.own(); s != unknown {
			return s
		}
	}
	return unknown
}

func (l *listing) own() stage {
	switch {
	case l.row != nil:
		return l.ofRow()
	case l.box != unknown && l.box != open:
		return l.box
	}
	if s := cmp.Or(statusIn(l.lines), l.box); s != unknown {
		return s
	}
	for _, mark := range [...]string{"(", ": ", " - ", " — "} {
		if i := strings.LastIndex(l.title, mark); i >= 0 && l.level == 0 {
			return stageOf(l.title[i+len(mark):], true)
		}
	}
	return stageOf(l.title, true) // "Completed Tracks"
}

// statusIn returns the stage behind the first "Status:" in lines.
func statusIn(lines []string) stage {
	for _, line := range lines {
		if _, behind, ok := strings.Cut(strings.ToLower(line), "status"); ok {
			if behind = strings.TrimLeft(behind, emphasis); strings.HasPrefix(behind, ":") && stageOf(behind, false) != unknown {
				return stageOf(behind, false)
			}
		}
	}
	return unknown
}

// ofRow is the stage in the column of that name or, without one, in any cell that says no more.
func (l *listing) ofRow() stage {
	column := slices.IndexFunc(l.head, func(name string) bool { return strings.EqualFold(name, "status") || strings.EqualFold(name, "state") })
	for i, cell := range l.row {
		if s := cmp.Or(boxStage(cell), stageOf(cell, column < 0)); s != unknown && (column < 0 || i == column) {
			return s
		}
	}
	return unknown
}

// names reports whether the entry is that of the track: a path leads to it, or its id is the
// beginning of the title, a cell, or a word in code.
func (l *listing) names(id string) bool {
	for i, line := range l.lines {
		switch lower := strings.ToLower(line); {
		case strings.Contains(lower, "depend"):
		case leadsTo(line, id), (i == 0 || strings.Contains(lower, "id:")) && (strings.Contains(line, "`"+id+"`") || strings.Contains(line, "["+id+"]")):
			return true
		}
	}
	behind, ok := strings.CutPrefix(l.title, id)
	return ok && !continues(behind) || slices.Contains(l.row, id)
}

// leadsTo reports whether a path in line is that of the folder of the track, or of one in an archive.
func leadsTo(line, id string) bool {
	before, rest, ok := strings.Cut(line, "/"+id)
	for ; ok; before, rest, ok = strings.Cut(rest, "/"+id) {
		if !continues(rest) && (strings.Contains(before, "tracks") || strings.Contains(before, "archive")) {
			return true
		}
	}
	return false
}

// continues reports whether the id before s goes on in it.
func continues(s string) bool {
	s = strings.TrimLeft(s, "_-.")
	return strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) == 0
}

// A registration is what tracks.md and the archive say of a track. A zero one means that there
// is no tracks.md.
type registration struct {
	*listing
	stage stage  // by tracks.md
	own   stage  // by the track itself, if it has no state of the loop
	file  bool   // there is a tracks.md
	copy  string // path of a folder of that name in an archive; "" if there is none
}

// String returns what tracks.md says, with the line; "" without it.
func (r *registration) String() string {
	switch {
	case !r.file:
		return ""
	case r.listing == nil:
		return "not listed"
	}
	return fmt.Sprintf("%s, line %d", cmp.Or(r.stage.word(), "open"), r.line)
}

// archives are the folders of tracks that a project is done with, beside its tracks. Source:
// workflow; manager; real files.
var archives = [...]string{"archive", "archived", "_archive", "tracks/archive", "tracks/archived", "tracks/_archive", "tracks/_archived", "tracks/completed"}

// registered returns what tracks.md and the archives say. They are read once.
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
	if t.Metadata == nil || t.Metadata.LacksLoop() {
		r.own = t.ownStage()
	}
	text, err := source.ReadFile(t.Tree, path.Join(t.home, TracksFile))
	if r.file = err == nil; !r.file {
		return
	}
	all := listings(strings.ReplaceAll(text, "\x00", "")) // a shell that appends UTF-16 leaves them
	if i := slices.IndexFunc(all, func(l *listing) bool { return l.names(t.ID) }); i >= 0 {
		r.listing, r.stage = all[i], all[i].stage()
	}
}

// stage is how far the track is by tracks.md or, if that says no more than that it is open, by its
// own files.
func (t *Track) stage() stage {
	s := t.registered().stage
	if own := t.registered().own; own != unknown && (s == unknown || s == open) {
		return own
	}
	return s
}

// stateFiles are the files of a track whose beginning may have a status. Source: manager; real files.
var stateFiles = [...]string{"state.md", "index.md", PlanFile}

// ownStage is how far the track is by its metadata, else by the beginning of another file.
func (t *Track) ownStage() stage {
	own := stageOf(t.Metadata.Status().Text, true)
	for _, name := range stateFiles {
		if own != unknown && own != open {
			break
		}
		text, _ := source.ReadRegular(t.Tree, t.Beside(name))
		const most = 12 // lines: below them is what tasks say
		lines := strings.Split(text, "\n")
		own = cmp.Or(statusIn(lines[:min(most, len(lines))]), own)
	}
	return own
}

// over returns why nothing is left to do although a step or a task may be open; "" if something is.
func (t *Track) over() string {
	r := t.registered()
	switch {
	case r.stage == finished:
		return TracksFile + " has the track as done"
	case t.Metadata.Stopped():
		return "a person decided to stop"
	case r.own == finished:
		return "the track is complete"
	case r.file && r.listing == nil && r.copy != "":
		return r.copy + " is its copy in the archive, and " + TracksFile + " does not list it"
	}
	return ""
}

// remark is what a reader should know of the track before going on; "" if there is nothing.
func (t *Track) remark() string {
	r := t.registered()
	switch {
	case r.copy != "":
		return r.copy + " is a copy of it in the archive"
	case r.file && r.listing == nil:
		return TracksFile + " does not list it"
	case t.stage() == paused:
		return "it is paused"
	}
	return ""
}

// Finished reports whether nothing is left to do: the track is over or complete, or all its
// tasks are done and nobody lists it any more.
func (t *Track) Finished() bool {
	r := t.registered()
	return t.over() != "" || t.Metadata.Done() || t.allDone() && r.file && r.listing == nil
}

func (t *Track) allDone() bool { return t.Plan.Total() > 0 && t.Plan.Count(Done) == t.Plan.Total() }

// rank is below that of another track of the project if the track is to be worked on before it:
// those underway first, then in the order of tracks.md; those that nobody lists, that are paused,
// and of which no task is open come last. Source: workflow, for the order.
func (t *Track) rank() int {
	const class = 1 << 20 // lines of tracks.md
	r, done := t.registered(), t.Plan.Count(Done)
	line := class - 1
	switch {
	case r.listing != nil:
		line = min(r.line, line)
	case t.Plan.Count(Begun) > 0:
		line -= 2
	case done > 0:
		line--
	}
	switch s := t.stage(); {
	case t.Finished():
		return 6*class + line
	case t.allDone():
		return 5*class + line
	case s == paused:
		return 4*class + line
	case r.file && r.listing == nil:
		return 3*class + line
	case s == underway, t.Plan.Count(Begun) > 0, done > 0, t.Metadata.StatusNow() == InProgress:
		return class + line
	}
	return 2*class + line
}
