package agents

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// A Checkpoint is the file of one agent. Its methods return zero values for missing keys.
type Checkpoint struct {
	Doc  *jsondoc.Document // empty for an unreadable file
	Err  error             // why the file cannot be read, or nil
	Same []*Checkpoint     // all files of the same agent, the one in use first
}

// Parse parses text as the checkpoint at the path name. Its errors are those of [jsondoc.Parse] and
// [jsondoc.Document.CheckObject].
func Parse(name, text string) (*Checkpoint, error) {
	d, err := jsondoc.Parse(name, text)
	if err != nil {
		return nil, err
	}
	if err := d.CheckObject(); err != nil {
		return nil, err
	}
	return &Checkpoint{Doc: d}, nil
}

func readCheckpoint(tree fs.FS, name string) *Checkpoint {
	text, err := source.ReadRegular(tree, name)
	c, fault := Parse(name, text)
	if err = cmp.Or(err, fault); err != nil {
		return unreadable(name, err)
	}
	return c
}

func unreadable(name string, err error) *Checkpoint {
	c, _ := Parse(name, "{}")
	c.Err = err
	return c
}

func namesAgent(text string) bool {
	c, err := Parse("", text)
	return err == nil && c.namesAgent()
}

func (c *Checkpoint) namesAgent() bool {
	_, ok := c.Doc.Root.Get(idKey).Str()
	return ok
}

// Text returns the text of the file.
func (c *Checkpoint) Text() string { return c.Doc.File.Text }

// Path returns the name that [Parse] was given.
func (c *Checkpoint) Path() string { return c.Doc.File.Name }

// Base returns the name of the file without its folder.
func (c *Checkpoint) Base() string { return path.Base(c.Path()) }

func (c *Checkpoint) has(key string) bool { return c.Doc.Root.Get(key) != nil }

func (c *Checkpoint) span(path ...string) source.Span {
	if v := c.Doc.Root.Get(path...); v != nil {
		return v.Span
	}
	return source.Between(c.Doc.Root.Span.Start, c.Doc.Root.Span.Start+1)
}

// Str returns the string at key, or "".
func (c *Checkpoint) Str(key string) string {
	s, _ := c.Doc.Root.Get(key).Str()
	return s
}

// ID returns agent_id, or "".
func (c *Checkpoint) ID() string { return c.Str(idKey) }

// Agent returns the folded id, which is the same for all files of one agent.
func (c *Checkpoint) Agent() string {
	if id := foldID(c.ID()); id != "" {
		return id
	}
	return foldID(stem(c.Base()))
}

// DisplayID returns the id to print.
func (c *Checkpoint) DisplayID() string { return cmp.Or(c.ID(), idOf(c.Agent())) }

// Feature returns the value of feature.
func (c *Checkpoint) Feature() string { return c.Str(featureKey) }

// Stage returns the value of stage.
func (c *Checkpoint) Stage() string { return c.Str(stageKey) }

// Status returns the status as it is written in the file.
func (c *Checkpoint) Status() string { return c.Str(statusKey) }

// Step returns the value of current_step.
func (c *Checkpoint) Step() string { return c.Str(stepKey) }

// CanResume returns can_resume. A string such as "true" counts. For other values, known is false.
func (c *Checkpoint) CanResume() (can, known bool) {
	v := c.Doc.Root.Get(canResumeKey)
	if text, ok := v.Str(); ok {
		can, err := strconv.ParseBool(identity(text))
		return can, err == nil
	}
	return v.Bool()
}

// Last returns last_checkpoint.
func (c *Checkpoint) Last() (at time.Time, ok bool) { return readTime(c.Str(lastKey)) }

// Expected returns next_checkpoint_expected.
func (c *Checkpoint) Expected() (at time.Time, ok bool) { return readTime(c.Str(expectedKey)) }

// Unread returns unread_messages.
func (c *Checkpoint) Unread() (n int, ok bool) {
	return c.Doc.Root.Get(coordinationKey, unreadKey).Int()
}

// An Item is an entry of a list and its position in the file.
type Item struct {
	Text   string // the string, or the JSON text of an entry that is not a string
	Span   source.Span
	IsText bool
}

// Blockers returns the entries of blockers.
func (c *Checkpoint) Blockers() []Item { return c.Items(blockersKey) }

// Next returns the entries of next_steps.
func (c *Checkpoint) Next() []Item { return c.Items(nextKey) }

// Items returns the entries of the list at key. A single value counts as a list. Blank entries and
// words such as "none" are left out.
func (c *Checkpoint) Items(key string) []Item {
	list := c.Doc.Root.Get(key).List()
	all := make([]Item, 0, len(list))
	for _, v := range list {
		text, ok := v.Str()
		if !ok {
			text = c.Doc.File.Slice(v.Span)
		}
		if !spelling.IsNone(text) {
			all = append(all, Item{text, v.Span, ok})
		}
	}
	return all
}

func texts(items []Item) []string {
	all := make([]string, len(items))
	for i, item := range items {
		all[i] = item.Text
	}
	return all
}

// A Class is the meaning of a checkpoint's age.
type Class string

const (
	Active  Class = "active"
	Warning Class = "warning"   // older than warningAfter
	Stale   Class = "stale"     // older than staleAfter
	Resting Class = "resting"   // the agent is complete, or waits for a person
	Unknown Class = "unknown"   // last_checkpoint cannot be read
	Unused  Class = "duplicate" // another file of the same agent is in use
)

// An Age is the time since a checkpoint was written.
type Age struct {
	Minutes int  // negative for a time in the future
	Known   bool // false if last_checkpoint cannot be read
	Class   Class
}

// Age returns how old c is.
func (c *Checkpoint) Age(now time.Time) Age {
	last, ok := c.Last()
	a := Age{Known: ok, Class: Unknown}
	if ok {
		a.Minutes = int(now.Sub(last) / time.Minute)
		a.Class = classOf(a.Minutes)
	}
	switch {
	case c.inUse() != c:
		a.Class = Unused
	case c.resting():
		a.Class = Resting
	}
	return a
}

// Source: the script in checkpoint.
func classOf(minutes int) Class {
	switch {
	case minutes > staleAfter:
		return Stale
	case minutes > warningAfter:
		return Warning
	}
	return Active
}

// resting reports whether the agent is complete or waits for a person.
func (c *Checkpoint) resting() bool {
	can, known := c.CanResume()
	status := foldStatus(c.Status())
	return c.complete() || known && !can && (status == Waiting || strings.HasPrefix(status, Waiting+"_"))
}

func (c *Checkpoint) complete() bool {
	return slices.Contains(finishedWords[:], foldStatus(c.Status()))
}

var finishedWords = [...]string{Complete, "COMPLETED", "DONE", "FINISHED"}

// foldStatus returns a status in capitals, with underscores: IN_PROGRESS for "in-progress".
func foldStatus(text string) string {
	return underscored(strings.ToUpper(spelling.CleanLine(text)))
}

func underscored(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "-", "_"), " ", "_")
}
