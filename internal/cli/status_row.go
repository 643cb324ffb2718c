package cli

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/format"
	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/spelling"
)

// rowsOf says where t stands at now by what lint read of it. The errors are about
// files that cannot be read.
func rowsOf(t *workspace.Target, u *lint.Unit, now time.Time) ([]statusRow, []error) {
	r := statusRow{protocol: t.Protocol, id: t.ID(), path: t.Shown(t.Path), place: shownPath(t.Dir())}
	switch m := u.Model.(type) {
	case *agents.Folder:
		return agentRows(t, m, r, now)
	case *ccc.Session:
		r.ofSession(m, u.Outside.Team, now)
	case *loop.Track:
		r.ofTrack(t, m, now)
	case *format.Reading:
		r.ofOwn(t, m)
	case *ohrfc.Model:
		r.ofRFC(m.RFC, now)
	} // plans have one row for each folder: planRows
	faults := faultsOf(u.Faults, t.Main, t.State)
	r.unread = len(faults) > 0
	return []statusRow{r}, faults
}

// faultsOf are those of faults that are about the files of these names.
func faultsOf(faults map[string]error, names ...string) []error {
	var all []error
	for _, name := range names {
		if err := faults[name]; err != nil {
			all = append(all, atFile(name, err))
		}
	}
	return all
}

// at notes when the checkpoint was written.
func (r *statusRow) at(updated time.Time, ok bool, now time.Time) {
	if !ok {
		return
	}
	minutes := int(now.Sub(updated) / time.Minute)
	if now.Before(updated) {
		minutes = min(minutes, -1)
	}
	r.updated, r.minutes = updated, &minutes
}

// inOneLine is text on one line.
func inOneLine(text string) string { return spelling.OneLine(text) }

func (r *statusRow) ofRFC(w *ohrfc.Workspace, now time.Time) {
	if w.State == nil {
		r.next = "mdck init " + workspace.Ohrfc + " makes " + ohrfc.StateFile
		if w.Faults[w.Path(ohrfc.StateFile)] != nil {
			r.next = ohrfc.StateFile + " cannot be read"
		}
		return
	}
	r.phase, r.round = inOneLine(w.State.Phase()), w.State.Round()
	version := w.State.Version()
	r.version = &version
	updated, _ := w.State.Doc.Root.Get("updated_at").Str()
	at, ok := ohrfc.ReadTime(updated)
	r.at(at, ok, now)
	r.next = nextOfRFC(w)
}

// nextOfRFC is the section that is to be written, or else the events that the phase
// waits for.
func nextOfRFC(w *ohrfc.Workspace) string {
	switch {
	case w.Faults[w.CheckpointPath] != nil:
		return ohrfc.CheckpointFile + " cannot be read"
	case w.Checkpoint == nil && w.State.Version() > 0:
		return "mdck restore"
	case w.PendingRound() > 0:
		return "mdck append --section " + ohrfc.GateBKey
	}
	if w.Checkpoint != nil {
		if missing := w.Checkpoint.MissingGroups(); len(missing) > 0 {
			return "mdck append --section " + missing[0].Group.Key
		}
	}
	moves, _ := w.Moves() // what it cannot go by is a finding
	var events []string
	for _, m := range moves {
		events = append(events, string(m.Event))
	}
	if len(events) == 0 {
		return ""
	}
	return strings.Join(events, " or ")
}

func (r *statusRow) ofSession(s *ccc.Session, team string, now time.Time) {
	facts := ccc.NewFacts(s.Progress, s.State, "", team)
	r.name, r.phase = inOneLine(facts.Issue), inOneLine(s.State.Phase())
	if at, ok := s.State.Updated(); ok {
		r.at(at, true, now)
	} else if s.Progress != nil {
		at, ok := ccc.ReadTime(s.Progress.Session.Text)
		r.at(at, ok, now)
	}
	r.next = nextOfSession(s, &facts)
}

func nextOfSession(s *ccc.Session, facts *ccc.Facts) string {
	if s.Faults[s.ProgressPath] != nil {
		return path.Base(s.ProgressPath) + " cannot be read"
	}
	if refused := s.Refusal(); refused != "" {
		return inOneLine(refused)
	}
	p := s.Progress
	switch {
	case p != nil && len(p.Blockers) > 0:
		return "blocked: " + inOneLine(p.Blockers[0].Line)
	case s.State == nil && p != nil && len(p.Completed)+len(p.Current)+len(p.Remaining) == 0:
		return "mdck ccc next adds tasks"
	case s.Finished():
		return "review and close the issue"
	case facts.TaskOf() != "":
		return inOneLine(facts.TaskOf())
	case p != nil && len(p.Current) > 0:
		return inOneLine(p.Current[0].Line)
	}
	return ""
}

func (r *statusRow) ofTrack(at *workspace.Target, t *loop.Track, now time.Time) {
	m := t.Metadata
	if m == nil {
		r.next = cmp.Or(wayOut(at, at.Main), loop.MetadataFile+" cannot be read")
		return
	}
	updated, ok := m.Updated()
	if n, err := strconv.Atoi(m.VersionText()); err == nil {
		r.version = &n
	} else {
		r.oddVersion = inOneLine(m.VersionText())
	}
	r.at(updated, ok, now)
	x, err := t.Resume()
	if err != nil {
		r.phase, r.next = inOneLine(m.Status().Text), cmp.Or(wayOut(at, at.Main), byHand)
		if m.LacksLoop() {
			r.next = "mdck loop migrate --track " + quote(at.ID())
		}
		return
	}
	r.phase, r.status, r.next = inOneLine(x.Step), inOneLine(x.Status), nextOfTrack(x)
}

// nextOfTrack is the action of the table.
func nextOfTrack(x *loop.Resume) string {
	task := ""
	if x.Next != nil {
		task = " with task " + inOneLine(x.Next.Name())
	}
	switch x.Action {
	case loop.Move:
		return "go to " + x.To
	case loop.Escalate:
		return "escalate: a person decides"
	case loop.Board:
		return "the board decides"
	case loop.Conclude:
		return "write the retrospective"
	case loop.Nothing:
		return "nothing"
	case loop.Partial:
		return "handle what failed" + task
	case loop.Dispatch:
		switch x.Status {
		case loop.Failed:
			return "read its notes, then dispatch again" + task
		case loop.Blocked:
			return "no blocker stands: dispatch anew" + task
		}
	}
	return string(x.Action) + task
}

// agentRows are the rows of the agents of t, by the names of their files. A folder
// that cannot be read is told by lint.
func agentRows(t *workspace.Target, folder *agents.Folder, r statusRow, now time.Time) ([]statusRow, []error) {
	if folder == nil {
		r.next = t.Main + " cannot be read"
		return []statusRow{r}, nil
	}
	var rows []statusRow
	var faults []error
	asked := func(name string) bool { return t.Path == t.Main || t.Path == name }
	for _, c := range folder.Agents {
		if row := r; asked(c.Path()) {
			row.path = t.Shown(c.Path())
			row.ofAgent(c, now)
			rows = append(rows, row)
		}
	}
	for _, f := range folder.Faults {
		if name := path.Join(t.Main, f.Name); asked(name) {
			row := r
			row.path, row.file, row.agent = t.Shown(name), name, agents.IDOf(agentIn(f.Name))
			row.class, row.unread = string(agents.Unknown), true
			row.next = cmp.Or(wayOut(t, name), f.Name+" cannot be read")
			rows = append(rows, row)
			faults = append(faults, atFile(name, f.Err))
		}
	}
	slices.SortStableFunc(rows, func(a, b statusRow) int { return strings.Compare(a.path, b.path) })
	return rows, faults
}

func (r *statusRow) ofAgent(c *agents.Checkpoint, now time.Time) {
	age := c.Age(now)
	at, ok := c.Last()
	r.at(at, ok, now)
	r.file, r.agent, r.class = c.Path(), inOneLine(c.Shown()), string(age.Class)
	r.phase, r.status = inOneLine(c.Stage()), inOneLine(c.Status())
	can, known := c.CanResume()
	switch blockers, next := c.Blockers(), c.Next(); {
	case len(blockers) > 0:
		r.next = "blocked: " + inOneLine(blockers[0].Text)
	case strings.EqualFold(r.status, agents.Complete):
		r.next = "nothing"
	case known && !can:
		r.next = "not to be resumed by itself"
	case inOneLine(c.Step()) != "":
		r.next = inOneLine(c.Step())
	case len(next) > 0:
		r.next = inOneLine(next[0].Text)
	}
}
