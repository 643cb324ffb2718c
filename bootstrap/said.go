package bootstrap

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// maxSaid is how many bytes of a text from a file stand on a line of ours.
const maxSaid = 200

// What a file says stands on lines of ours as these have it, or in a fence: nothing of
// it can be taken for a word of mdck.

// said is a value: as it is if it is known to the protocols or an id, else quoted.
func said(value string) string { return spelling.Value(value, maxSaid) }

// pathSaid is a path, or what commands take for an id: quoted if it is no plain word.
func pathSaid(name string) string { return spelling.Path(name, maxSaid) }

// quoted is a text.
func quoted(text string) string { return spelling.Quoted(text, maxSaid) }

// named are the facts that are names of files, directories and branches.
var named = [...]string{"track", "next_plan", "plan", "checkpoint", "branch"}

// factSaid is the value of a fact.
func factSaid(f Fact) string {
	if slices.Contains(named[:], f.Name) {
		return pathSaid(f.Value)
	}
	return said(f.Value)
}

// headingSaid is the title of a section: as it is if it is one of those that the protocol
// gives it.
func headingSaid(title string, ours ...string) string {
	if slices.Contains(ours, title) {
		return title
	}
	return quoted(title)
}

// groupSaid is the title of a group without its last word, "Gate-B Round 2".
func groupSaid(g *schema.GroupMatch) string {
	title := g.Group.TitleFor(g.N)
	if own := g.Title(); own != title {
		return quoted(own)
	}
	return strings.TrimSuffix(title, " Exit")
}

// planSaid is the id of a plan, or its path.
func (r *planner) planSaid(p *planfile.Plan) string { return pathSaid(r.idOf(p)) }

// why is an error about a file, as the reason of something: its place, then the cause.
func why(err error) string {
	err = cause(err)
	placed, ok := errors.AsType[*source.Error](err)
	if !ok {
		return err.Error()
	}
	at := placed.Pos
	return fmt.Sprintf("%s:%d:%d: %v", pathSaid(at.Name), at.Line, at.Column, placed.Err)
}

// claimed are how the names of claims begin that have a text from the file behind it, and
// how they may end. Source: the claims of the protocols.
var claimed = [...]struct{ before, after string }{
	{"file ", ""}, {"commit ", ""}, {"changes of ", ""}, {"plans of phase ", ""}, {"plan ", ""}, {"task ", " of plan.md"},
}

// VerdictLine is [claim.Verdict.String] with what the files say as it is said: as it is
// where it is a known value, an id or a plain path, else between quotation marks that it
// does not end.
func VerdictLine(v claim.Verdict) string {
	v.Recorded, v.Actual = said(v.Recorded), said(v.Actual)
	for _, c := range claimed {
		text, ok := strings.CutPrefix(v.Name, c.before)
		text, ended := strings.CutSuffix(text, c.after)
		if ok && ended && v.Name != "commit without a name" {
			if v.Name = c.before + pathSaid(text) + c.after; c.after != "" {
				v.Name = c.before + said(text) + c.after
			}
			break
		}
	}
	return v.String()
}

// clipped is a line in at most limit bytes. Where it is cut in a quotation, that ends.
func clipped(line string, limit int) string {
	if len(line) <= limit {
		return line
	}
	short := clip(line, limit-1)
	open := false
	for i := 0; i < len(short); i++ {
		switch {
		case open && short[i] == '\\':
			i++
		case short[i] == '"':
			open = !open
		}
	}
	if open {
		before := strings.TrimSuffix(short, "…")
		slashes := len(before) - len(strings.TrimRight(before, `\`))
		short = before[:len(before)-slashes%2] + `…"`
	}
	return short
}
