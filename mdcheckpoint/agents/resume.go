package agents

import (
	"cmp"
	"fmt"
	"time"

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

// known is text on one line, or a word that there is none.
func known(text string) string { return cmp.Or(oneLine(text), "not known") }
