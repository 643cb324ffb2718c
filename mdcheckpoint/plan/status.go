package plan

import (
	"cmp"
	"fmt"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/protocol"
)

func folderStatus(in bootstrap.Input, part string) protocol.FolderStatus {
	r := newResumption(&in)
	if part != "" {
		return protocol.FolderStatus{Status: r.pastStatus(part)}
	}
	s := protocol.Status{Phase: r.at.Phase, State: cmp.Or(r.State().Meaning(), r.planned()), Updated: r.Updated()}
	s.Next, s.Because = r.nextLine(), r.reason(r.at.Answer)
	s.Against, s.Unsure = r.contradictions(), r.at.Unsure
	stale := 0
	claims := r.sequence()
	r.verify(claims)
	for _, v := range claims.Verdicts {
		if v.Status == claim.Stale {
			stale++
		}
	}
	return protocol.FolderStatus{Status: s, Due: r.due(), Note: statesNote(r.Project), Stale: stale, Unread: r.Unread}
}

func (r *resumption) planned() string {
	done, all := r.done()
	switch {
	case all > 0:
		return fmt.Sprintf("%d of %d done", done, all)
	case len(r.Faults) > 0:
		return "no readable plan"
	case len(r.Quick) > 0:
		return "only quick tasks"
	case len(r.Plans) > 0:
		return "only archived plans"
	}
	return "no plans"
}

func (r *resumption) pastStatus(part string) protocol.Status {
	done, all := 0, 0
	for _, p := range r.Plans {
		if of, _ := planfile.PartOf(p.File.Name); of == part {
			all++
			if r.Done(p) {
				done++
			}
		}
	}
	return protocol.Status{State: fmt.Sprintf("%d of %d done", done, all), Next: "nothing, because it is archived"}
}

func (r *resumption) nextLine() string {
	entry, _ := r.nextAction()
	o := r.obstacle()
	if o.refuses {
		return o.String()
	}
	text := cmp.Or(r.uncertainty(), o.String(), entry)
	if all := r.contradictions(); len(all) > 0 && !r.at.Unsure && o.what == "" {
		text += " (but " + all[0] + ")"
	}
	return text
}
