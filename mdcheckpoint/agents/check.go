package agents

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// A Topic says what a problem is about.
type Topic string

const (
	Schema        Topic = "schema"
	Time          Topic = "time"
	Naming        Topic = "name"
	Duplicate     Topic = "duplicate"
	Contradiction Topic = "contradiction"
)

// A Problem is one thing that is wrong with a file.
type Problem struct {
	Topic   Topic
	Error   bool // a script of the protocol misbehaves on it; else it is to be warned of
	Span    source.Span
	Message string
}

// Check finds what in c is not as the protocol wants it, in the order of the text.
// Missing keys, values of another kind and unknown keys are one problem together.
func (c *Checkpoint) Check() []Problem {
	all := slices.Concat(c.checkSchema(), c.checkTimes(), c.checkName(), c.checkType(), c.contradictions())
	slices.SortStableFunc(all, func(a, b Problem) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return all
}

// checkSchema returns an error for agent_id, for what a session needs to go on and for a
// status that is not one, a warning for each other value that is not allowed, and one warning
// that lists the other keys.
func (c *Checkpoint) checkSchema() []Problem {
	var all []Problem
	empty := c.emptyKeys()
	for _, key := range empty {
		all = append(all, Problem{Schema, true, c.Span(key), fmt.Sprintf("%q is empty or missing; expected what a session needs to go on", key)})
	}
	var listed []jsondoc.Problem
	for _, p := range c.Doc.Check(CheckpointFields) {
		switch {
		case slices.Contains(empty, p.Path):
		case p.Path == IDKey:
			all = append(all, Problem{Schema, true, p.Span, p.Message + ": the protocol's scripts do not know whose checkpoint this is"})
		case p.Path == StatusKey && p.Class != jsondoc.Missing:
			all = append(all, Problem{Schema, !isStatus(c.Status()), p.Span, p.Message})
		case p.Class == jsondoc.BadValue:
			all = append(all, Problem{Schema, false, p.Span, p.Message})
		default:
			listed = append(listed, p)
		}
	}
	if len(listed) > 0 {
		all = append(all, Problem{Schema, false, listed[0].Span, list(listed)})
	}
	return all
}

// emptyKeys returns the keys of the texts that a session needs to go on, and that say nothing.
// An agent that is complete needs none, and the validator ignores a file with an odd name.
func (c *Checkpoint) emptyKeys() []string {
	if c.complete() || KindOf(c.Base()) == Odd {
		return nil
	}
	return slices.DeleteFunc([]string{StageKey, InstructionsKey}, func(key string) bool {
		text, isText := c.Doc.Root.Get(key).Str()
		return isText && strings.TrimSpace(text) != "" || !isText && !c.Doc.Root.Get(key).IsNothing()
	})
}

// most is how many keys of one sort a message lists.
const most = 20

// list is one message of problems: no "feature", "stage"; "blockers" is a string,
// want an array; unknown key "timestamp".
func list(problems []jsondoc.Problem) string {
	var missing, wrong, unknown []string
	for _, p := range problems {
		switch p.Class {
		case jsondoc.Missing:
			missing = append(missing, fmt.Sprintf("%q", p.Path))
		case jsondoc.Unknown:
			unknown = append(unknown, strings.TrimPrefix(p.Message, "unknown key "))
		default:
			wrong = append(wrong, p.Message)
		}
	}
	var parts []string
	add := func(words string, texts []string, separator string) {
		if n := len(texts) - most; n > 0 {
			texts = append(texts[:most:most], fmt.Sprintf("and %d more", n))
		}
		if len(texts) > 0 {
			parts = append(parts, words+strings.Join(texts, separator))
		}
	}
	add("no ", missing, ", ")
	add("", wrong, "; ")
	add("unknown key ", unknown, ", ")
	return strings.Join(parts, "; ")
}

// timePaths lead to the times of a checkpoint.
var timePaths = [...][]string{
	{LastKey}, {ExpectedKey}, {CoordinationKey, InboxCheckKey}, {CoordinationKey, EpicUpdateKey}, {CoordinationKey, StatusUpdateKey},
}

func (c *Checkpoint) checkTimes() []Problem {
	var all []Problem
	warn := func(v *jsondoc.Value, format string, args ...any) {
		all = append(all, Problem{Time, false, v.Span, fmt.Sprintf(format, args...)})
	}
	for _, at := range timePaths {
		v := c.Doc.Root.Get(at...)
		if text, ok := v.Str(); ok {
			if _, ok := ReadTime(text); !ok {
				warn(v, "%q is %q, want a time such as 2006-01-02T15:04:05Z%s", strings.Join(at, "."), shorten(text), zoneHint(text))
			}
		}
	}
	last, ok := c.Last()
	expected, known := c.Expected()
	if ok && known && spelling.Earlier(expected, c.Str(ExpectedKey), last, c.Str(LastKey)) {
		warn(c.Doc.Root.Get(ExpectedKey), "%q is before %q", ExpectedKey, LastKey)
	}
	if minutes := int(expected.Sub(last) / time.Minute); ok && known && minutes >= LateAfter {
		warn(c.Doc.Root.Get(ExpectedKey), "%q is %d minutes after %q; expected %d", ExpectedKey, minutes, LastKey, int(Interval/time.Minute))
	}
	return all
}

// zoneHint says what a time lacks that would be read with a zone.
func zoneHint(text string) string {
	if _, ok := ReadTime(strings.Replace(text, " ", "T", 1) + "Z"); ok {
		return ": it has no zone"
	}
	return ""
}

// shorten cuts what would make a message too long.
func shorten(text string) string {
	runes := 0
	for i := range text {
		if runes++; runes > 40 {
			return text[:i] + "…"
		}
	}
	return text
}

// checkName compares the name of the file with agent_id and with what the
// validator takes.
func (c *Checkpoint) checkName() []Problem {
	base, id := c.Base(), c.ID()
	want, err := FileName(id)
	warn := func(format string, args ...any) []Problem {
		return []Problem{{Naming, false, c.Span(IDKey), fmt.Sprintf(format, args...)}}
	}
	switch {
	case c.Path() == "" || !KindOf(base).MayBeAgent():
		return nil
	case id == "" && KindOf(base) != Standard:
		return warn("the file is called %q, want a name such as %q", base, "secondary_a.json")
	case id == "":
		return nil
	case err != nil || KindOf(want) != Standard:
		return warn("%q is %q, want Agent-Primary or an id such as Secondary-A", IDKey, shorten(id))
	case want != base:
		return warn("%q is %q, but the file is called %q, want %q", IDKey, shorten(id), base, want)
	}
	return nil
}

// checkType compares agent_type with agent_id, where both are of the protocol.
func (c *Checkpoint) checkType() []Problem {
	id, kind := FoldID(c.ID()), c.Str(TypeKey)
	want := ""
	switch {
	case id == Primary:
		want = Primary
	case strings.HasPrefix(id, Secondary+"_"):
		want = Secondary
	}
	if want == "" || kind == want || kind != Primary && kind != Secondary {
		return nil
	}
	return []Problem{{Contradiction, false, c.Span(TypeKey), fmt.Sprintf("%q is %q, and %q is %q", TypeKey, kind, IDKey, shorten(c.ID()))}}
}

// contradictions finds where status, blockers and can_resume cannot all be so.
func (c *Checkpoint) contradictions() []Problem {
	status, blockers := foldStatus(c.Status()), len(c.Blockers())
	can, known := c.CanResume()
	var all []Problem
	warn := func(key, format string, args ...any) {
		all = append(all, Problem{Contradiction, false, c.Span(key), fmt.Sprintf(format, args...)})
	}
	switch {
	case status == Blocked && blockers == 0:
		warn(StatusKey, "%q is %s and %q is empty", StatusKey, status, BlockersKey)
	case blockers > 0 && (status == InProgress || status == Complete):
		warn(StatusKey, "%q is %s and %q has %s", StatusKey, status, BlockersKey, entries(blockers))
	}
	switch {
	case known && !can && status == InProgress:
		warn(CanResumeKey, "%q is %s and %q is false: after a crash nobody would go on", StatusKey, status, CanResumeKey)
	case known && can && status == Complete:
		warn(CanResumeKey, "%q is %s and %q is true: nothing is left to resume", StatusKey, status, CanResumeKey)
	}
	return all
}

func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}
