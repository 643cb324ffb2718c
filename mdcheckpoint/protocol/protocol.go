// Package protocol describes kinds of checkpoints. A [Protocol] defines which files belong to a
// checkpoint, how they are read and linted, what is due, and which edits are possible.
//
// Programs take a [Table] from package protocols and call the functions of its protocols. If a
// function is nil, the protocol lacks the feature. An [Edit] is a pure function from a [Reader] to a
// [Change]; package store applies the change to a disk. To add a protocol, fill in a [Protocol] and
// pass it to [NewTable] or to protocols.Default.
//
// Paths have slashes, unless their comment says otherwise. The package depends on no particular
// protocol, and reads neither a disk nor a clock.
package protocol

import (
	"io/fs"
	"sync"

	"mdck/bootstrap"
	"mdck/lint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/schema"
)

// A Protocol is a kind of checkpoint. Its functions may be nil: test for that, and do not compare
// Name.
type Protocol struct {
	Name string // "ohrfc"
	// Separate means that each file is a checkpoint of its own.
	Separate bool
	// Yields means that a format of the configuration with the same name replaces the protocol.
	Yields bool

	Words
	Place
	Checker *lint.Checker // how the files are read, and the rules
	// Limits are the default limits of a main file. Zero means that a configuration cannot set
	// them.
	Limits schema.Limits
	// Settings returns further configuration keys.
	Settings func() []Setting
	// Presets returns the configuration entries that mdck init offers.
	Presets func() []Preset
	// Outline returns the sections of c with their budgets. c has a document.
	Outline func(c *lint.Checkpoint, limits schema.Limits, count func(string) int) *schema.Outline
	// Status returns the status of c, or of each file that is a checkpoint.
	Status func(c *lint.Checkpoint, in StatusInput) []Status
	// FolderStatus returns the status of a folder or, if part is not "", of that Part.
	FolderStatus func(in bootstrap.Input, part string) FolderStatus
	// Part returns the part of a folder that the file called name is in: a directory with an order
	// of its own, or "". past means an archive or a backlog.
	Part func(name string) (dir string, past bool)
	// Members returns the files of t that the user can select by name. "" selects all.
	Members func(tree fs.FS, t Target, name string) ([]Member, error)
	// History returns a function that reports whether a file of a folder is history. The findings
	// of such a file are only counted. Nil means that no file is history.
	History func(tree fs.FS, folder string) func(name string) bool
	Restart func(in bootstrap.Input) *bootstrap.Sequence
	// Skilled means that the sequence lists the references of the skill called Name.
	Skilled bool
	// Args returns the words of a command line that identify t. root is the displayed root of t.
	Args func(t Target, root string, quote func(string) string) string
	// Verify returns verdicts and notes, and unreadable files by path. Nil means
	// [lint.Checkpoint.Claims].
	Verify func(in bootstrap.Input) (*bootstrap.Sequence, map[string]error)
	// Content returns a hash of the content of a main file, and its version or a negative number.
	Content func(text string) (hash string, version int)
	// Events returns the events that a main file records, ordered by time.
	Events func(text string) []Event

	// Glance returns the progress of t. It must be quick: there may be a thousand checkpoints.
	Glance func(tree fs.FS, t Target) Progress
	// Branch means that claims or the restart sequence compare the branch.
	Branch bool
	// Facts returns the state of the repository that t recorded.
	Facts func(tree fs.FS, t Target) (f claim.Facts, ok bool)
	// PackBytes is the size of a pack; 0 means [bootstrap.DefaultPackBytes].
	PackBytes int
	// Summary returns what a summary of a conversation should keep about c. s is from Glance.
	Summary func(c *lint.Checkpoint, s Progress) (facts, sentences []string)
	// Due returns what the protocol requires now, in order. A nil c means the whole folder.
	Due func(in lint.Input, c *lint.Checkpoint) []Due
	// Allow returns a [*Refused] if the transition called name is forbidden.
	Allow func(in lint.Input, c *lint.Checkpoint, name string) error
	Init  *Init
	Start *Start
	Prune Edit // removes the oldest texts and files beyond what the protocol keeps
	Stamp Edit // updates what the files record about each other
	// Append returns the edit that writes to a section. Sections returns the schema for the section
	// called name, which the schema may lack.
	Append   func(a Append) Edit
	Sections func(read *Reader, name string) *schema.Schema
	// Restore returns the edit that replaces a file with an earlier text; nil writes the text
	// unchanged. PutBack returns the edit that puts an archived text back.
	Restore, PutBack func(k Kept) Edit
	// Archived describes text, from the archive file called name, or returns nil if it is not of t.
	// A nil Archived means no archive.
	Archived func(t Target, name, text string) *Archived
	// Version returns the version in text, or a negative number.
	Version func(name, text string) int
	// Copies is the command that restores the protocol's own copies, or "". Copy adds copies of the
	// replaced files to change. HasCopy reports whether tree has a copy of the file called base.
	Copies  string
	HasCopy func(tree fs.FS, base string) bool
	Copy    func(read *Reader, change *Change) error

	// LedgerRule is the rule that compares a checkpoint with the ledger, or "".
	LedgerRule string
}

// Words are words of messages that differ between protocols.
type Words struct {
	Noun     string // a checkpoint, such as "a session (ccc)"
	Searched string // the files of the protocol, for people
	Help     string // hint that prints the list of commands
	Create   string // hint that creates a checkpoint; begins with "to " if it ends in a command
}

// A Member is a file that the user can select, such as an agent.
type Member struct {
	ID    string
	Path  string
	About string // what the file says about itself, for people
}

// An Event is the result of a step, or a decision about a result. Programs read its JSON keys.
type Event struct {
	Step   string `json:"step"`
	Time   string `json:"time,omitempty"` // as recorded
	Status string `json:"status"`
	Note   string `json:"note,omitempty"`
}

// ContentOf calls Content. If Content is nil, it returns [claim.ContentHash] and -1.
func (p *Protocol) ContentOf(text string) (hash string, version int) {
	if p.Content == nil {
		return claim.ContentHash(text), -1
	}
	return p.Content(text)
}

// A Table is a list of protocols in order. A nil Table is empty.
type Table struct {
	all   []*Protocol
	rules func() lint.RuleSet
}

// NewTable returns the table of the protocols in all.
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

// All returns the protocols in order. The caller must not change the slice.
//
//go:noinline
func (t *Table) All() []*Protocol {
	if t == nil {
		return nil
	}
	return t.all
}

// Named returns the protocol called name, or nil.
//
//go:noinline
func (t *Table) Named(name string) *Protocol {
	for _, p := range t.All() {
		if p.Name == name {
			return p
		}
	}
	return nil
}

// Names returns the names of the protocols in order.
func (t *Table) Names() (names []string) {
	for _, p := range t.All() {
		names = append(names, p.Name)
	}
	return names
}

// Rules returns the general rules and those of the protocols.
func (t *Table) Rules() lint.RuleSet {
	if t == nil || t.rules == nil {
		return lint.NewRuleSet()
	}
	return t.rules()
}
