package ohrfc

import (
	"io/fs"
	"path"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// A Workspace contains the files of one RFC in a tree.
type Workspace struct {
	Tree fs.FS
	Dir  string // directory of the workspace in Tree, with slashes
	ID   string // directory below .ohrfc, or ""

	CheckpointPath string
	Checkpoint     *Checkpoint
	State          *State

	docs map[string]*jsondoc.Document // readable JSON files, by name
	// Files has the existing files by path in Tree. It lacks rfc.md, because only its hash is
	// needed.
	Files map[string]*source.File
	// Faults has the errors of unreadable files, by path.
	Faults map[string]error
	// Ledger returns the record of earlier writes, see [lint.Input]. It may be nil.
	Ledger    func() ([]claim.Entry, error)
	committed func() (text string, ok bool, err error) // see [protocol.Subject]; only for edits
}

// entries returns the ledger entries before the first broken line.
func (w *Workspace) entries() []claim.Entry {
	if w.Ledger == nil {
		return nil
	}
	all, _ := w.Ledger()
	return all
}

func (w *Workspace) finished() bool {
	return w.State.Phase() == phaseFinalize && w.State.changesBaseline()
}

func (s *State) lastPhase() string {
	return s.str("last_checkpoint_phase")
}

// Read reads the workspace of the checkpoint at name. Files may be missing.
func Read(tree fs.FS, name string) *Workspace {
	w := &Workspace{
		Tree: tree, Dir: path.Dir(name), ID: workspaceID(name), CheckpointPath: name,
		Files: map[string]*source.File{}, Faults: map[string]error{}, docs: map[string]*jsondoc.Document{},
	}
	w.Checkpoint = source.Load(tree, name, w.Files, w.Faults, ParseCheckpoint)
	for _, file := range [...]string{StateFile, EvidenceFile, SummaryFile} {
		w.docs[file] = source.Load(tree, w.path(file), w.Files, w.Faults, jsondoc.Parse)
	}
	if doc := w.docs[StateFile]; doc != nil {
		w.State = &State{doc}
	}
	return w
}

//go:noinline
func (w *Workspace) path(name string) string { return path.Join(w.Dir, name) }

func (w *Workspace) has(name string) bool {
	info, err := fs.Stat(w.Tree, w.path(name))
	return err == nil && !info.IsDir()
}

func (w *Workspace) rfcHash(c *Checkpoint) func(fs.FS) (string, error) {
	recorded := ""
	if c != nil {
		recorded = c.Meta.Artifact.Hash.Text
	}
	return claim.HashPrefix(w.path(RFCFile), recorded, hashDigits)
}

// A State is a parsed state.json. Missing keys, and a nil State, have zero values.
type State struct{ Doc *jsondoc.Document }

// ParseState parses text as the state called name. Its errors are those of [jsondoc.Parse].
func ParseState(name, text string) (*State, error) { return jsondoc.ParseAs[State](name, text) }

func (s *State) get(key string) *jsondoc.Value {
	if s == nil {
		return nil
	}
	return s.Doc.Root.Get(key)
}

func (s *State) str(key string) string {
	text, _ := s.get(key).Str()
	return text
}

// Int returns the whole number at key.
func (s *State) Int(key string) (n int, ok bool) { return s.get(key).Int() }

//go:noinline
func (s *State) int(key string) int {
	n, _ := s.Int(key)
	return n
}

// ID returns rfc_id.
func (s *State) ID() string { return s.str("rfc_id") }

// Phase returns current_phase.
func (s *State) Phase() string { return s.str("current_phase") }

// Strictness returns strictness as written.
func (s *State) Strictness() string { return s.str("strictness") }

// Version returns checkpoint_version, or 0.
func (s *State) Version() int { return s.int("checkpoint_version") }

func (s *State) failed() bool { return strings.EqualFold(s.str("gate_b_result"), "fail") }
func (s *State) passed() bool { return strings.EqualFold(s.str("gate_b_result"), "pass") }

// Round returns gate_b_round, or 0.
func (s *State) Round() int { return s.int("gate_b_round") }

// MaxRounds returns the maximum number of Gate-B rounds. Source: schema, methodology §9, phase_review
// "Post-Baseline Change Flow".
func (s *State) MaxRounds() int {
	own, ok := s.Int("gate_b_max_rounds")
	if !ok {
		folded := Strictness(s.Strictness())
		own, _ = roundsAndReviewers(folded)
	}
	if s.changesBaseline() {
		return max(2, own)
	}
	return own
}

// changesBaseline reports whether the RFC has an accepted baseline or changes one. Source:
// phase_review.
func (s *State) changesBaseline() bool {
	accepted, _ := s.get("baseline_accepted").Bool()
	return accepted || s.Phase() == phaseBaseline
}

func (s *State) span(key string) source.Span {
	if v := s.get(key); v != nil {
		return v.Span
	}
	start := s.Doc.Root.Span.Start
	return source.Between(start, start+1)
}

func (w *Workspace) value(file, key string) *jsondoc.Value {
	if w.docs[file] == nil {
		return nil
	}
	return w.docs[file].Root.Get(key)
}

func (w *Workspace) evidence() (n int, ok bool) {
	items := w.value(EvidenceFile, "items")
	if items == nil || items.Kind != jsondoc.Array {
		return 0, false
	}
	return len(items.Elements), true
}

func (w *Workspace) result() string {
	text, _ := w.value(SummaryFile, "result").Str()
	return text
}

func (w *Workspace) reviewed(key string) (all []string) {
	for _, v := range w.value(SummaryFile, key).List() {
		text, _ := v.Str()
		if v.Kind == jsondoc.Object {
			location, _ := v.Get("location").Str()
			if text, _ = v.Get("edit").Str(); location != "" {
				text = location + ": " + text
			}
		}
		if text = spelling.OneLine(text); strings.Trim(text, ": ") != "" {
			all = append(all, text)
		}
	}
	return all
}
