package plan

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// notes are what a session has to know before it starts.
func (r *resumption) notes() []string {
	var notes []string
	add := func(text string) {
		if text != "" {
			notes = append(notes, text)
		}
	}
	notes = bootstrap.AppendCount(notes, textsIn(r.blockers()), "blocker", "to see to first")
	notes = bootstrap.AppendCount(notes, textsIn(r.concerns()), "concern", "among the blockers of the state: see what still holds")
	notes = bootstrap.AppendCount(notes, textsIn(r.unticked()), "constraint", "not ticked: do not go on before all are")
	add(statesNote(r.Project))
	if p := r.at.Plan; p != nil {
		id := bootstrap.QuoteValue(p.ID().String())
		if len(r.at.Earlier) > 0 {
			add(fmt.Sprintf("not done though they come before %s: %s", id, idsOf(r.at.Earlier)))
		}
	}
	notes = append(notes, r.against()...)
	add(r.begunNote())
	notes = append(notes, r.strayNotes()...)
	if names := r.streams(); len(names) > 0 {
		add("workstreams have a state of their own, which is not read: " + someOf(names))
	}
	notes = bootstrap.AppendCount(notes, len(r.Faults), "plan", "cannot be read: mdck lint says why")
	if r.Answers == nil {
		add(r.brokenAnswers() + " cannot be read: no checkpoint counts as answered")
	}
	if err := r.Order.Err(); err != nil && r.isAtHand(err) {
		add("the order of the plans is not certain: " + bootstrap.Cause(err))
	}
	for _, name := range r.at.Over {
		add(fmt.Sprintf("%s is stale: the work went on after it; it is for one session, and deleted once it was taken up", bootstrap.QuotePath(name)))
	}
	return notes
}

// textsIn counts the texts of parts.
func textsIn(parts []bootstrap.Part) int {
	n := 0
	for _, p := range parts {
		n += len(p.Texts)
	}
	return n
}

// isAtHand reports whether an error about the order is about a plan on which work may still come.
func (r *resumption) isAtHand(err error) bool {
	located, ok := errors.AsType[*source.Error](err)
	i := slices.IndexFunc(r.Plans, func(x *planfile.Plan) bool { return ok && x.File.Name == located.Pos.Name })
	return i < 0 || !r.IsHistory(r.Plans[i])
}

// brokenAnswers is the path of the file of answers that cannot be read.
func (r *resumption) brokenAnswers() string {
	all := planfile.AnswerFiles()
	return all[max(0, slices.IndexFunc(all, func(name string) bool { return r.Unread[name] != nil }))]
}

// streams are the paths of the states of workstreams. Source: GSD.
func (r *resumption) streams() []string {
	var names []string
	for name := range r.Names {
		if dir := path.Dir(name); path.Base(name) == "STATE.md" && path.Dir(dir) == path.Join(r.Dir, "workstreams") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// strayNotes name the plans that files for one session are about and that are not here.
func (r *resumption) strayNotes() []string {
	var notes []string
	for _, name := range slices.Sorted(maps.Keys(r.at.Astray)) {
		notes = append(notes, fmt.Sprintf("%s is about plan %s, which is not here", bootstrap.QuotePath(name), bootstrap.QuoteValue(spelling.OneLine(r.at.Astray[name].String()))))
	}
	return notes
}

// oneShot are the paths of the files for one session.
func (r *resumption) oneShot() []string {
	var names []string
	for _, c := range r.Left {
		names = append(names, c.File.Name)
	}
	if r.Handoff != nil {
		names = append(names, r.Handoff.Doc.File.Name)
	}
	return names
}
