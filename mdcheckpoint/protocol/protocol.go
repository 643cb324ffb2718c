// Package protocol describes a kind of checkpoint: a [Protocol] says which files belong to it, how
// they are read and linted, what is due, and which edits it offers.
//
// Programs that use checkpoints take a [Table] from package protocols and ask its protocols for
// what they need: a nil function means that the protocol does not offer it. An [Edit] is a pure
// function from what a [Reader] gives it to a [Change]; package store makes it on a disk. Who adds
// a protocol fills in a [Protocol] and passes it to [NewTable], or to protocols.Default.
//
// Nothing here knows one of the protocols, reads a disk or asks a clock.
package protocol

import (
	"io/fs"
	"sync"

	"mdck/bootstrap"
	"mdck/lint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/schema"
)

// A Protocol is a kind of checkpoint. A nil function means that the protocol does not offer
// it: callers ask for the function and never compare Name.
type Protocol struct {
	Name string // "ohrfc"
	// Separate says that each file of a checkpoint is one by itself, as those of agents are.
	Separate bool
	// Yields says that a format of a configuration may have the name of the protocol, and goes
	// before it.
	Yields bool

	Words                 // what messages say of it
	Place                 // where its files are
	Checker *lint.Checker // how its files are read, and its rules
	// Limits are those of a main file without a configuration, which can change them; zero if
	// it cannot.
	Limits schema.Limits
	// Settings returns the other keys of a configuration that belong to the protocol.
	Settings func() []Setting
	// Presets returns entries of a configuration that mdck init offers.
	Presets func() []Preset
	// Outline returns the sections of a checkpoint that was read and has a document, with
	// their budgets, and its shape if the protocol has several.
	Outline func(c *lint.Checkpoint, limits schema.Limits, count func(string) int) (o *schema.Outline, shape string)
	// Status returns the status of a checkpoint that was read, in several lines if each of its
	// files is a checkpoint.
	Status func(c *lint.Checkpoint, in StatusInput) []Status
	// FolderStatus returns the status of a folder whose files share one line, or of a part of it.
	FolderStatus func(in bootstrap.Input, part string) FolderStatus
	// Part returns the directory in a folder that has an order of its own and contains the file
	// called name, and whether its work is over; "" if there is none.
	Part func(name string) (dir string, past bool)
	// Members returns the files of t, which tree has, that can be asked for by themselves: those that
	// name means or, if there are names for all, all of them for "".
	Members func(tree fs.FS, t Target, name string) ([]Member, error)
	// History returns which files of a folder in tree are history: nobody acts on them any more,
	// so what is found in them is counted and not reported. It reads the folder once. Nil: none is.
	History func(tree fs.FS, folder string) func(name string) bool
	// Restart returns the restart sequence.
	Restart func(in bootstrap.Input) *bootstrap.Sequence
	// Skilled says that the sequence lists references of the skill called Name.
	Skilled bool
	// Args returns the words by which commands name the checkpoint in the file at t.Path. root is
	// the root of t as the user is shown it, and quote quotes a word for a shell.
	Args func(t Target, root string, quote func(string) string) string
	// Verify returns a sequence with verdicts and notes alone, and why files that exist cannot
	// be read, by path. Nil: the claims are those of [lint.Checkpoint.Claims].
	Verify func(in bootstrap.Input) (*bootstrap.Sequence, map[string]error)
	// Content returns a hash that is equal for two main files with the same content, and the version in the text, below 0 without one. If it is
	// nil, texts that differ only in white space are equal and there is no version.
	Content func(text string) (hash string, version int)
	// Events returns what a text of the main file keeps of earlier runs of its steps, by time.
	// Nil: it keeps nothing.
	Events func(text string) []Event

	// Glance returns how far the work on t is. It reads state files of at most [MaxGlance]
	// bytes: there may be a thousand checkpoints.
	Glance func(tree fs.FS, t Target) Standing
	// Facts returns the state of the repository that t records; ok is false if it records none.
	// Hooks record the present state beside t, as FactsNote, and give [bootstrap.Input.Outside]
	// what they recorded.
	Facts func(tree fs.FS, t Target) (f claim.Facts, ok bool)
	// PackBytes is how many bytes a pack has at most; 0 is [bootstrap.DefaultPackBytes].
	PackBytes int
	// Summary returns the facts of a checkpoint that was read which a summary of a conversation
	// should keep, and sentences with more of them, the most important first. s is what Glance
	// returned.
	Summary func(c *lint.Checkpoint, s Standing) (facts, sentences []string)
	// Due returns what the protocol demands now, in the order in which it is to be provided, of
	// the checkpoint c that was read from in; of the whole folder if it has one and c is nil, and
	// otherwise at least what the main file shows. Two that follow each other may have one command. It asks no clock.
	Due func(in lint.Input, c *lint.Checkpoint) []Due
	// Allow returns nil if the transition called name is possible, or a [*Refused]. Any other
	// error is about a file that cannot be read.
	Allow func(in lint.Input, c *lint.Checkpoint, name string) error
	Init  *Init
	Start *Start
	Prune Edit // removes what is more than the protocol keeps
	Stamp Edit // brings up to date what the files record of each other
	// Append writes to a section of Sections, which are those of the protocol or, if it has
	// none called name, also those of the file.
	Append   func(a Append) Edit
	Sections func(read *Reader, name string) *schema.Schema
	// Restore puts an earlier text in place of a file, and PutBack an archived one back
	// where it was. Without Restore a file gets the earlier text as it is.
	Restore, PutBack func(k Kept) Edit
	// Archived returns what a text is that was archived under name beside t; nil for one of
	// another checkpoint. A protocol without it archives nothing.
	Archived func(t Target, name, text string) *Archived
	// Version returns the version in a text of the file called name, below 0 without one. Nil:
	// there are no versions.
	Version func(name, text string) int
	// Copies is the command that restores copies which the protocol itself keeps; "" if only
	// mdck keeps backups. Copy adds to a change those of the files that it replaces.
	// HasCopy reports whether tree, the files of a project, has one of the file called base.
	Copies  string
	HasCopy func(tree fs.FS, base string) bool
	Copy    func(read *Reader, change *Change) error

	// LedgerRule is the id of the rule that compares a checkpoint with the ledger; "" if none does.
	LedgerRule string
}

// Words are the parts of messages that name a protocol.
type Words struct {
	Noun     string // what it calls a checkpoint: "a session (ccc)"
	Searched string // its files, for people
	Help     string // where the commands that work on it are listed
	Create   string // the command that makes a checkpoint
	Past     string // its checkpoints that are history: "finished plans"
}

// A Member is a file of a checkpoint that can be asked for by itself, as that of an agent.
type Member struct {
	ID    string
	Path  string // slash path
	About string // what it says of itself, for people
}

// An Event is how a run of a step ended, or what was decided about it. Names are part of the
// interface.
type Event struct {
	Step   string `json:"step"`
	Time   string `json:"time,omitempty"` // as recorded
	Status string `json:"status"`
	Note   string `json:"note,omitempty"`
}

// ContentOf is Content with what a nil one means.
func (p *Protocol) ContentOf(text string) (hash string, version int) {
	if p.Content == nil {
		return claim.ContentHash(text), -1
	}
	return p.Content(text)
}

// A Table is the protocols that a program knows, in the order of the documentation. A nil
// Table has none.
type Table struct {
	all   []*Protocol
	rules func() lint.RuleSet
}

// NewTable returns the table of these protocols.
func NewTable(all ...*Protocol) *Table {
	t := &Table{all: all}
	t.rules = sync.OnceValue(func() lint.RuleSet {
		var checkers []*lint.Checker
		for _, p := range all {
			checkers = append(checkers, p.Checker)
		}
		return lint.NewRuleSet(checkers...)
	})
	return t
}

// All returns the protocols. The caller must not change them.
func (t *Table) All() []*Protocol {
	if t == nil {
		return nil
	}
	return t.all
}

// Named returns the protocol of that name; nil if there is none.
func (t *Table) Named(name string) *Protocol {
	for _, p := range t.All() {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Names returns the names of the protocols.
func (t *Table) Names() []string {
	var names []string
	for _, p := range t.all {
		names = append(names, p.Name)
	}
	return names
}

// Rules returns the rules about any file and those of the protocols. It makes them when it
// is first called.
func (t *Table) Rules() lint.RuleSet { return t.rules() }
