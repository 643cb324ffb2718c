package agents

import (
	"fmt"
	"slices"
	"sort"
	"strings"
	"time"

	"mdck/internal/spelling"
	"mdck/lint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

const (
	schemaRule        = "agents/schema"
	timeRule          = "agents/time"
	nameRule          = "agents/name"
	duplicateRule     = "agents/duplicate"
	contradictionRule = "agents/contradiction"
)

type problem struct {
	Rule     string
	Severity lint.Severity // Error if a session or a script of the protocol fails
	Span     source.Span
	Message  string
}

func (c *Checkpoint) warning(rule string, path []string, format string, args ...any) problem {
	return problem{rule, lint.Warning, c.span(path...), fmt.Sprintf(format, args...)}
}

func (c *Checkpoint) check() []problem {
	all := slices.Concat(c.checkSchema(), c.checkTimes(), c.checkName(), c.checkSame(), c.contradictions())
	sort.SliceStable(all, func(i, j int) bool { return all[i].Span.Start < all[j].Span.Start })
	return all
}

func (c *Checkpoint) checkSchema() (all []problem) {
	empty := c.emptyKeys()
	for _, key := range empty {
		all = append(all, problem{schemaRule, lint.Error, c.span(key), fmt.Sprintf("%q is empty or missing, so a session cannot continue", key)})
	}
	var listed []jsondoc.Problem
	for _, p := range c.Doc.Check(checkpointFields()) {
		switch {
		case slices.Contains(empty, p.Path):
		case p.Path == idKey:
			all = append(all, problem{schemaRule, lint.Error, p.Span, p.Message + "; the protocol's scripts need this key"})
		case p.Path == statusKey && p.Class != jsondoc.Missing && !isStatus(c.Status()):
			all = append(all, problem{schemaRule, lint.Error, p.Span, p.Message})
		case p.Class == jsondoc.BadValue:
			all = append(all, problem{schemaRule, lint.Warning, p.Span, p.Message})
		default:
			listed = append(listed, p)
		}
	}
	if len(listed) > 0 {
		all = append(all, problem{schemaRule, lint.Warning, listed[0].Span, list(listed)})
	}
	return all
}

// emptyKeys returns the keys that a session needs but that are blank.
func (c *Checkpoint) emptyKeys() []string {
	if c.complete() || KindOf(c.Base()) == Odd {
		return nil
	}
	return slices.DeleteFunc([]string{stageKey, instructionsKey}, func(key string) bool {
		v := c.Doc.Root.Get(key)
		return !v.IsNothing() && (v.Kind != jsondoc.String || strings.TrimSpace(c.Str(key)) != "")
	})
}

const maxListed = 20

// list combines problems in one message, such as: missing keys "feature", "stage"; unknown key "timestamp".
func list(problems []jsondoc.Problem) string {
	var missing, parts []string
	for _, p := range problems[:min(len(problems), maxListed)] {
		if p.Class == jsondoc.Missing {
			missing = append(missing, p.Path)
		} else {
			parts = append(parts, strings.Replace(p.Message, "; expected ", ", not ", 1))
		}
	}
	switch names := spelling.List(missing); len(missing) {
	case 0:
	case 1:
		parts = append([]string{"missing key " + names}, parts...)
	default:
		parts = append([]string{"missing keys " + names}, parts...)
	}
	if more := len(problems) - maxListed; more > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(parts, "; ")
}

var timePaths = [...][]string{
	{lastKey}, {expectedKey}, {coordinationKey, inboxCheckKey}, {coordinationKey, epicUpdateKey}, {coordinationKey, statusUpdateKey},
}

func (c *Checkpoint) checkTimes() (all []problem) {
	for _, at := range timePaths {
		text, isText := c.Doc.Root.Get(at...).Str()
		if _, ok := readTime(text); isText && !ok {
			all = append(all, c.warning(timeRule, at, "%q is %q; expected a time such as 2006-01-02T15:04:05Z", strings.Join(at, "."), shorten(text)))
		}
	}
	last, ok := c.Last()
	expected, known := c.Expected()
	at, minutes := timePaths[1], int(expected.Sub(last)/time.Minute)
	switch {
	case !ok || !known:
	case spelling.Earlier(expected, c.Str(expectedKey), last, c.Str(lastKey)):
		all = append(all, c.warning(timeRule, at, "%q is before %q", expectedKey, lastKey))
	case minutes >= lateAfter:
		all = append(all, c.warning(timeRule, at, "%q is %d minutes after %q; expected %d", expectedKey, minutes, lastKey, int(interval/time.Minute)))
	}
	return all
}

func (c *Checkpoint) checkName() []problem {
	base, id, at := c.Base(), c.ID(), []string{idKey}
	want, err := checkpointFileName(id)
	switch {
	case c.Path() == "" || id == "" || !KindOf(base).MayBeAgent():
		return nil
	case err != nil || KindOf(want) != Standard:
		return []problem{c.warning(nameRule, at, "%q is %q; expected Agent-Primary or an id such as Secondary-A", idKey, shorten(id))}
	case want != base:
		return []problem{c.warning(nameRule, at, "%q is %q, but the file is named %q; expected %q", idKey, shorten(id), base, want)}
	}
	return nil
}

const maxTwinsListed = 5

func (c *Checkpoint) checkSame() []problem {
	if len(c.Same) < 2 {
		return nil
	}
	var names []string
	for _, same := range c.Same[:min(len(c.Same), maxTwinsListed)] {
		names = append(names, same.Base())
	}
	return []problem{c.warning(duplicateRule, []string{idKey}, "agent %q has %d checkpoints (%s); expected one",
		shorten(c.DisplayID()), len(c.Same), spelling.List(names))}
}

func (c *Checkpoint) contradictions() []problem {
	status, blockers := foldStatus(c.Status()), len(c.Blockers())
	can, known := c.CanResume()
	var all []problem
	warn := func(key, format string, args ...any) {
		all = append(all, c.warning(contradictionRule, []string{key}, format, args...))
	}
	switch {
	case status == Blocked && blockers == 0:
		warn(statusKey, "%q is %s, but %q is empty", statusKey, status, blockersKey)
	case blockers > 0 && (status == InProgress || status == Complete):
		warn(statusKey, "%q is %s, but %q has %s", statusKey, status, blockersKey, entries(blockers))
	}
	switch {
	case known && !can && status == InProgress:
		warn(canResumeKey, "%q is %s, but %q is false, so no session would continue after a crash", statusKey, status, canResumeKey)
	case known && can && status == Complete:
		warn(canResumeKey, "%q is %s, but %q is true; nothing remains to resume", statusKey, status, canResumeKey)
	}
	return all
}

func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}
