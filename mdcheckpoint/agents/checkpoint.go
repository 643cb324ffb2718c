package agents

import (
	"cmp"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// A Checkpoint is the file of one agent. Missing or unusable values are zero.
type Checkpoint struct {
	Doc  *jsondoc.Document // an empty object if the file cannot be read
	Err  error             // why it cannot be read; nil if it can
	Same []*Checkpoint     // all readable files of the same agent in the folder, the one in use first; nil without a folder
}

// Parse parses text as the checkpoint called name, a path that ends in the file name. It returns
// the errors of [jsondoc.Parse], and a [*source.Error] that wraps [ErrNotObject] if the text is
// not an object.
func Parse(name, text string) (*Checkpoint, error) {
	d, err := jsondoc.Parse(name, text)
	if err != nil {
		return nil, err
	}
	if d.Root.Kind != jsondoc.Object {
		return nil, d.File.Errorf(d.Root.Span.Start, "%w: found %s", ErrNotObject, d.Root.Kind)
	}
	return &Checkpoint{Doc: d}, nil
}

// readCheckpoint reads the checkpoint called name in a tree, if it can be read.
func readCheckpoint(tree fs.FS, name string) *Checkpoint {
	text, err := source.ReadRegular(tree, name)
	c, fault := Parse(name, text)
	if err = cmp.Or(err, fault); err != nil {
		return unreadable(name, err)
	}
	return c
}

// unreadable returns the checkpoint called name with the error err.
func unreadable(name string, err error) *Checkpoint {
	c, _ := Parse(name, "{}")
	c.Err = err
	return c
}

// namesAgent reports whether text is a JSON object with a string agent_id: a checkpoint,
// whatever the name of its file. Others that lie beside checkpoints, such as a schema
// or a list of messages, are not.
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

// has reports whether the key exists, with any value.
func (c *Checkpoint) has(key string) bool { return c.Doc.Root.Get(key) != nil }

// span returns the span of the value at path, or else of the brace that opens the file.
func (c *Checkpoint) span(path ...string) source.Span {
	if v := c.Doc.Root.Get(path...); v != nil {
		return v.Span
	}
	return source.Span{Start: c.Doc.Root.Span.Start, End: c.Doc.Root.Span.Start + 1}
}

// Str returns the string at key; "" for everything else.
func (c *Checkpoint) Str(key string) string {
	s, _ := c.Doc.Root.Get(key).Str()
	return s
}

// ID returns agent_id; "" if there is none.
func (c *Checkpoint) ID() string { return c.Str(idKey) }

// Agent returns the folded id, which all files of one agent share: from agent_id, or else from
// the file name.
func (c *Checkpoint) Agent() string {
	if id := foldID(c.ID()); id != "" {
		return id
	}
	return foldID(stem(c.Base()))
}

// Shown returns agent_id, or else the id from the file name.
func (c *Checkpoint) Shown() string { return cmp.Or(c.ID(), idOf(c.Agent())) }

// Feature returns the value of feature.
func (c *Checkpoint) Feature() string { return c.Str(featureKey) }

// Stage returns the value of stage.
func (c *Checkpoint) Stage() string { return c.Str(stageKey) }

// Status returns the status as written.
func (c *Checkpoint) Status() string { return c.Str(statusKey) }

// Step returns the value of current_step.
func (c *Checkpoint) Step() string { return c.Str(stepKey) }

// CanResume returns can_resume, quoted or not; known is false if it is neither true nor false.
func (c *Checkpoint) CanResume() (can, known bool) {
	v := c.Doc.Root.Get(canResumeKey)
	if text, ok := v.Str(); ok {
		switch identity(text) {
		case "true":
			return true, true
		case "false":
			return false, true
		}
		return false, false
	}
	return v.Bool()
}

// Last returns last_checkpoint; ok is false if it cannot be read.
func (c *Checkpoint) Last() (at time.Time, ok bool) { return readTime(c.Str(lastKey)) }

// Expected returns next_checkpoint_expected; ok is false if it cannot be read.
func (c *Checkpoint) Expected() (at time.Time, ok bool) { return readTime(c.Str(expectedKey)) }

// Unread returns unread_messages; ok is false if it is not a number.
func (c *Checkpoint) Unread() (n int, ok bool) {
	return c.Doc.Root.Get(coordinationKey, unreadKey).Int()
}

// An Item is an entry of a list with its place.
type Item struct {
	Text   string // what is not a string, as JSON spells it
	Span   source.Span
	IsText bool // whether it is a string
}

// Blockers returns the blockers.
func (c *Checkpoint) Blockers() []Item { return c.Items(blockersKey) }

// Next returns the next_steps.
func (c *Checkpoint) Next() []Item { return c.Items(nextKey) }

// Items returns the entries of the list at key, without blank ones. A value that is not a list is
// one entry, or none if it is null or a word such as "none".
func (c *Checkpoint) Items(key string) []Item {
	list := c.Doc.Root.Get(key).List()
	all := make([]Item, 0, len(list))
	for _, v := range list {
		text, ok := v.Str()
		if !ok {
			text = c.Doc.File.Slice(v.Span)
		}
		if !isBlank(text) {
			all = append(all, Item{text, v.Span, ok})
		}
	}
	return all
}

// texts returns the texts of items.
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
	Resting Class = "resting"   // complete, or waiting and not to be resumed: the age is irrelevant
	Unknown Class = "unknown"   // last_checkpoint cannot be read
	Unused  Class = "duplicate" // another file of the same agent is in use
)

// An Age is how long ago a checkpoint was written.
type Age struct {
	Minutes int  // in whole minutes; negative for a time in the future
	Known   bool // whether last_checkpoint can be read; else Minutes is 0
	Class   Class
}

// Age returns the age of c at now.
func (c *Checkpoint) Age(now time.Time) Age {
	last, ok := c.Last()
	a := Age{Known: ok, Class: Unknown}
	if ok {
		a.Minutes = int(now.Sub(last) / time.Minute)
		a.Class = classOf(a.Minutes)
	}
	switch {
	case c.InUse() != c:
		a.Class = Unused
	case c.resting():
		a.Class = Resting
	}
	return a
}

// classOf returns the class of an age in whole minutes. Source: checkpoint (its script).
func classOf(minutes int) Class {
	switch {
	case minutes > staleAfter:
		return Stale
	case minutes > warningAfter:
		return Warning
	}
	return Active
}

// resting reports whether c is of an agent that has nothing to do: it is complete, or not to be
// resumed before others are.
func (c *Checkpoint) resting() bool {
	can, known := c.CanResume()
	status := foldStatus(c.Status())
	return c.complete() || known && !can && (status == Waiting || strings.HasPrefix(status, Waiting+"_"))
}

// complete reports whether the status says, in one word, that the agent has nothing left to do.
func (c *Checkpoint) complete() bool {
	return slices.Contains([]string{Complete, "COMPLETED", "DONE", "FINISHED"}, foldStatus(c.Status()))
}

// foldStatus returns a status in capitals with underscores: IN_PROGRESS for "in-progress".
func foldStatus(text string) string {
	return underscored(strings.ToUpper(oneLine(text)))
}

// underscored is text with underscores for hyphens and spaces.
func underscored(text string) string {
	return strings.ReplaceAll(strings.ReplaceAll(text, "-", "_"), " ", "_")
}
