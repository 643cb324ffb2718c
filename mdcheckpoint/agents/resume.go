package agents

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/jsondoc"
)

// Resume makes the change by which the same agent goes on in another session: a
// new session_id, IN_PROGRESS and both times. All else stays.
func (c *Checkpoint) Resume(session string, now time.Time) (*Change, error) {
	session = oneLine(session)
	e := newEditor(c)
	if _, known := c.CanResume(); !known {
		e.note("%q says neither true nor false, which is taken for true", CanResumeKey)
	}
	e.Set(jsondoc.Quote(session), SessionKey)
	e.times(now)
	e.Set(jsondoc.Quote(InProgress), StatusKey)
	if e.c.Doc != c.Doc {
		e.did = []string{fmt.Sprintf("resumed %s in session %q", c.Shown(), shorten(session))}
	}
	return e.change()
}

// ResumeMessage is what the session that goes on has to know of c, which is the
// checkpoint as it was before: where it stood, what was being done, how to go on.
// drift says of a file of files_modified what differs from what c knew, "" if
// nothing does; nil asks nobody. The text is Markdown, ends with a line feed, and
// has no control characters.
func (c *Checkpoint) ResumeMessage(now time.Time, drift func(file string) string) string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	line("Checkpoint of %s found: the work goes on.", oneLine(c.Shown()))
	line("\n**Previous Session:**")
	line("- Feature: %s", known(c.Feature()))
	line("- Stage: %s", c.stagePhase())
	line("- Last Update: %s", c.lastUpdate(now))
	line("- Status: %s", known(c.Status()))
	list := func(title, marker string, items []string) {
		if len(items) > 0 {
			line("\n**%s:**", title)
		}
		for i, item := range items {
			line("%s %s", strings.ReplaceAll(marker, "N", fmt.Sprint(i+1)), oneLine(item))
		}
	}
	list("Current State", "-", c.fileStates(drift))
	list("Blockers", "-", texts(c.Blockers()))
	line("\n**Resuming from:** %s", known(c.Step()))
	if text := strings.TrimSpace(clean(c.Instructions())); text != "" {
		line("\n**Instructions:**\n%s", text)
	}
	list("Next Steps", "N.", texts(c.Next()))
	return b.String()
}

// known is text on one line, or a word that there is none.
func known(text string) string { return cmp.Or(oneLine(text), "not known") }

// stagePhase is "S2.P2 (Specification)".
func (c *Checkpoint) stagePhase() string {
	phase := oneLine(c.Phase())
	if phase == "" {
		return known(c.Stage())
	}
	return fmt.Sprintf("%s (%s)", known(c.Stage()), phase)
}

func (c *Checkpoint) lastUpdate(now time.Time) string {
	last, ok := c.Last()
	if !ok {
		return known(c.Str(LastKey))
	}
	if last.After(now) {
		return stamp(last) + " (which is still to come)"
	}
	return fmt.Sprintf("%s (%s ago)", stamp(last), bootstrap.Count(c.Age(now).Minutes, "minute"))
}

// fileStates are the files of c, each with what drift says of it.
func (c *Checkpoint) fileStates(drift func(string) string) []string {
	all := texts(c.Files())
	for i, name := range all {
		if drift == nil {
			continue
		}
		if says := drift(name); says != "" {
			all[i] = name + ": " + says
		}
	}
	return all
}
