// Package protocol describes kinds of checkpoints. A [Protocol] defines which files belong to a
// checkpoint, how they are read and linted, what is due, and which edits are possible.
//
// Programs that use checkpoints take a [Table] from package protocols and call the functions of its
// protocols. A nil function means that the protocol does not have the feature. An [Edit] is a pure
// function from a [Reader] to a [Change]; package store applies the change to a disk. To add a
// protocol, fill in a [Protocol] and pass it to [NewTable] or to protocols.Default.
//
// This package does not depend on a particular protocol, and reads neither a disk nor a clock.
package protocol

import (
	"io/fs"
	"sync"

	"mdck/bootstrap"
	"mdck/lint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/schema"
)

// A Protocol is a kind of checkpoint. A nil function means that the protocol does not have the
// feature. Callers test for nil; they do not compare Name.
type Protocol struct {
	Name string // "ohrfc"
	// Separate means that each file is a checkpoint of its own, as in the protocol agents.
	Separate bool
	// Yields means that the configuration may define a format with the same name. Then the format
	// replaces the protocol.
	Yields bool

	Words                 // names of the protocol for messages
	Place                 // where the files are
	Checker *lint.Checker // how the files are read, and the rules
	// Limits are the default limits of a main file, which a configuration can change. They are zero
	// if a configuration cannot set them.
	Limits schema.Limits
	// Settings returns the other configuration keys of the protocol.
	Settings func() []Setting
	// Presets returns the configuration entries that mdck init offers.
	Presets func() []Preset
	// Outline returns the sections of c and their budgets. c has a document. Some protocols have
	// several shapes of files; for these, shape is the shape of c.
	Outline func(c *lint.Checkpoint, limits schema.Limits, count func(string) int) (o *schema.Outline, shape string)
	// Status returns the status of c. If each file is a checkpoint, it returns one element per
	// file.
	Status func(c *lint.Checkpoint, in StatusInput) []Status
	// FolderStatus returns the status of a folder whose files share one line of mdck status. If
	// part is not "", it covers only that part of the folder.
	FolderStatus func(in bootstrap.Input, part string) FolderStatus
	// Part returns the directory above the file called name if the files in it have an order of
	// their own. Otherwise it returns "". past reports whether the work in that directory is
	// finished.
	Part func(name string) (dir string, past bool)
	// Members returns the files of t that match name and that the user can select separately. If
	// name is "", it returns all files, provided that all have names.
	Members func(tree fs.FS, t Target, name string) ([]Member, error)
	// History returns a function that reports whether a file of a folder in tree is history. Nobody
	// works on history any more. Findings in it are counted but not reported. History reads the
	// folder once. If History is nil, no file is history.
	History func(tree fs.FS, folder string) func(name string) bool
	Restart func(in bootstrap.Input) *bootstrap.Sequence
	// Skilled means that the sequence lists references of the skill called Name.
	Skilled bool
	// Args returns the words for a command line that identify the checkpoint of the file at t.Path.
	// root is the root of t in the form for the user. quote quotes a word for a shell.
	Args func(t Target, root string, quote func(string) string) string
	// Verify returns a sequence that has only verdicts and notes. The map has the errors of
	// existing files that cannot be read; its keys are paths. If Verify is nil, the claims are
	// those of [lint.Checkpoint.Claims].
	Verify func(in bootstrap.Input) (*bootstrap.Sequence, map[string]error)
	// Content returns a hash of the content of a main file, and the version in text. Files with
	// equal content have equal hashes. Without a version, the second result is negative. If Content
	// is nil, there is no version, and the hash ignores only white space.
	Content func(text string) (hash string, version int)
	// Events returns the earlier runs of steps that a main file records, ordered by time. If Events
	// is nil, there are none.
	Events func(text string) []Event

	// Glance returns the progress of the work on t. A project may have a thousand checkpoints. So
	// Glance reads only state files, and only if they have at most [MaxGlance] bytes.
	Glance func(tree fs.FS, t Target) Progress
	// Facts returns the state of the repository that t recorded earlier. ok is false if t has none.
	// Hooks write the current state to the note FactsNote beside t. They pass an earlier state to
	// [bootstrap.Input.Outside].
	Facts func(tree fs.FS, t Target) (f claim.Facts, ok bool)
	// PackBytes is the maximum size of a pack in bytes; 0 means [bootstrap.DefaultPackBytes].
	PackBytes int
	// Summary returns what a summary of a conversation should keep about c. facts are short.
	// sentences are more facts, most important first. s is the result of Glance.
	Summary func(c *lint.Checkpoint, s Progress) (facts, sentences []string)
	// Due returns what the protocol requires now, in the order of execution. If c is not nil, this
	// is about c, which was read from in. If c is nil, it is about the whole folder. Without a
	// folder, it is at least about the main file. Two successive elements may have the same
	// command. Due does not depend on the time.
	Due func(in lint.Input, c *lint.Checkpoint) []Due
	// Allow returns nil if the transition called name is possible. Otherwise it returns a
	// [*Refused]. Any other error reports a file that cannot be read.
	Allow func(in lint.Input, c *lint.Checkpoint, name string) error
	Init  *Init
	Start *Start
	Prune Edit // removes the oldest texts and files if there are more than the protocol keeps
	Stamp Edit // updates what the files record about each other
	// Append returns the edit that writes to a section. Sections returns the schema of the
	// protocol, which describes all sections. If it has no section called name, Sections may add
	// sections of the existing file.
	Append   func(a Append) Edit
	Sections func(read *Reader, name string) *schema.Schema
	// Restore returns the edit that replaces a file with an earlier text. If Restore is nil, that
	// text is written unchanged. PutBack returns the edit that puts an archived text back in its
	// former place.
	Restore, PutBack func(k Kept) Edit
	// Archived describes a text in the archive beside t. name is its file name. The result is nil
	// if the text belongs to another checkpoint. If Archived is nil, the protocol archives nothing.
	Archived func(t Target, name, text string) *Archived
	// Version returns the version in text, from the file called name. The version is negative if
	// there is none. If Version is nil, the files have no versions.
	Version func(name, text string) int
	// Some protocols keep copies of their own. Copies is the command that restores them; "" means
	// that only mdck keeps backups. Copy adds copies of the replaced files to change. HasCopy
	// reports whether tree, the files of a project, has a copy of the file called base.
	Copies  string
	HasCopy func(tree fs.FS, base string) bool
	Copy    func(read *Reader, change *Change) error

	// LedgerRule is the id of the rule that compares a checkpoint with the ledger, or "".
	LedgerRule string
}

// Words are the words of messages that differ between protocols.
type Words struct {
	Noun     string // word for a checkpoint, such as "a session (ccc)"
	Searched string // description of the files of the protocol, for people
	Help     string // where to find the list of commands
	Create   string // command that creates a checkpoint
	Past     string // word for checkpoints that are history, such as "finished plans"
}

// A Member is a file of a checkpoint that the user can select separately, such as the file of an
// agent.
type Member struct {
	ID    string
	Path  string // slash path
	About string // what the file says about itself, for people
}

// An Event is the result of a run of a step, or a decision about the run. The JSON keys are part of
// the interface.
type Event struct {
	Step   string `json:"step"`
	Time   string `json:"time,omitempty"` // as recorded
	Status string `json:"status"`
	Note   string `json:"note,omitempty"`
}

// ContentOf calls Content. If Content is nil, it returns the hash of text without white space, and
// no version.
func (p *Protocol) ContentOf(text string) (hash string, version int) {
	if p.Content == nil {
		return claim.ContentHash(text), -1
	}
	return p.Content(text)
}

// A Table is a list of protocols, in the order of the documentation. A nil Table contains no
// protocols.
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

// Named returns the protocol with the given name, or nil if there is none.
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
func (t *Table) Names() []string {
	var names []string
	for _, p := range t.All() {
		names = append(names, p.Name)
	}
	return names
}

// Rules returns the general rules and the rules of the protocols. The first call computes them.
func (t *Table) Rules() lint.RuleSet {
	if t == nil || t.rules == nil {
		return lint.NewRuleSet()
	}
	return t.rules()
}
