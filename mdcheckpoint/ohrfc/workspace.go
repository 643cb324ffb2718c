package ohrfc

import (
	"io/fs"
	"path"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// A Workspace is the files of one RFC, read from a tree, as far as they are
// there and can be read.
type Workspace struct {
	Tree fs.FS
	Dir  string // slash path of the workspace in Tree
	ID   string // name of the workspace's directory below .ohrfc; "" if it lies elsewhere

	CheckpointPath string
	Checkpoint     *Checkpoint // nil if it does not exist or cannot be read
	State          *State      // likewise

	docs map[string]*jsondoc.Document // the JSON files that can be read, by name
	// Files are the files that exist, by path in Tree, whether or not they
	// could be parsed. rfc.md is not among them: it is only hashed.
	Files map[string]*source.File
	// Faults says why a file that exists could not be used, by path.
	Faults map[string]error
	// Ledger returns what is recorded of earlier writes, as in [lint.Input]; nil for nothing.
	Ledger func() ([]claim.Entry, error)
}

// entries returns what the ledger records, up to a line that is broken.
func (w *Workspace) entries() []claim.Entry {
	if w.Ledger == nil {
		return nil
	}
	all, _ := w.Ledger()
	return all
}

// finished reports whether the baseline is accepted and finalized, and does not change.
func (w *Workspace) finished() bool {
	return w.State.Phase() == phaseFinalize && w.State.changesBaseline()
}

// lastPhase returns the phase of the last checkpoint, as state.json has it.
func (s *State) lastPhase() string {
	return s.str("last_checkpoint_phase")
}

// Read reads the workspace that the checkpoint at name belongs to. Files that
// do not exist are no error. Checkpoints that the caller has read, nil ones aside,
// are not read again where their name and text are those of the tree.
func Read(tree fs.FS, name string, known ...*Checkpoint) *Workspace {
	w := &Workspace{
		Tree: tree, Dir: path.Dir(name), ID: workspaceID(name), CheckpointPath: name,
		Files: map[string]*source.File{}, Faults: map[string]error{}, docs: map[string]*jsondoc.Document{},
	}
	parse := func(name, text string) (*Checkpoint, error) { return parseUnless(known, name, text) }
	w.Checkpoint = source.Load(tree, name, w.Files, w.Faults, parse)
	for _, file := range [...]string{StateFile, EvidenceFile, SummaryFile} {
		w.docs[file] = source.Load(tree, w.path(file), w.Files, w.Faults, jsondoc.Parse)
	}
	if doc := w.docs[StateFile]; doc != nil {
		w.State = &State{doc}
	}
	return w
}

// parseUnless reads text as the checkpoint called name, unless one of known is that.
func parseUnless(known []*Checkpoint, name, text string) (*Checkpoint, error) {
	for _, c := range known {
		if c != nil && c.Document.File.Name == name && c.Text() == text {
			return c, nil
		}
	}
	return ParseCheckpoint(name, text)
}

// path is the path in the tree of a file of the workspace.
func (w *Workspace) path(name string) string { return path.Join(w.Dir, name) }

// has reports whether the file called name, relative to the workspace, is there.
func (w *Workspace) has(name string) bool {
	info, err := fs.Stat(w.Tree, w.path(name))
	return err == nil && !info.IsDir()
}

// currentHash returns the first [hashDigits] hex digits of the SHA-256 of rfc.md, those that c
// records if they are of the same text, as [claim.Hashes] has it.
func (w *Workspace) currentHash(c *Checkpoint) (string, error) {
	return w.rfcHash(c)(w.Tree)
}

func (w *Workspace) rfcHash(c *Checkpoint) func(fs.FS) (string, error) {
	recorded := ""
	if c != nil {
		recorded = c.Meta.Artifact.Hash.Text
	}
	return claim.HashPrefix(w.path(RFCFile), recorded, hashDigits)
}

// A State is a state.json, read; nil is one that has no keys. Its keys are read one by one: a
// missing key or one of another kind is zero.
type State struct{ Doc *jsondoc.Document }

// ParseState reads text as the state called name. It fails as [jsondoc.Parse]
// does.
func ParseState(name, text string) (*State, error) { return jsondoc.ParseAs[State](name, text) }

// get is the value at key; nil where there is none.
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

// Int is the whole number at key; ok is false where there is none.
func (s *State) Int(key string) (n int, ok bool) { return s.get(key).Int() }

func (s *State) int(key string) int {
	n, _ := s.Int(key)
	return n
}

// ID is rfc_id.
func (s *State) ID() string { return s.str("rfc_id") }

// Phase is current_phase.
func (s *State) Phase() string { return s.str("current_phase") }

// Strictness is strictness as it is written.
func (s *State) Strictness() string { return s.str("strictness") }

// Version is checkpoint_version, 0 where there is none.
func (s *State) Version() int { return s.int("checkpoint_version") }

// failed reports whether the last Gate-B failed, and passed whether it did not.
func (s *State) failed() bool { return strings.EqualFold(s.str("gate_b_result"), "fail") }
func (s *State) passed() bool { return strings.EqualFold(s.str("gate_b_result"), "pass") }

// Round is gate_b_round, 0 where there is none.
func (s *State) Round() int { return s.int("gate_b_round") }

// MaxRounds is how many Gate-B rounds the RFC may have: gate_b_max_rounds, or
// where that is missing what the strictness has. A change of an accepted baseline
// needs the rounds of Standard at least. Source: schema, methodology §9,
// phase_review "Post-Baseline Change Flow".
func (s *State) MaxRounds() int {
	own, ok := s.Int("gate_b_max_rounds")
	if !ok {
		folded, _ := Strictness(s.Strictness())
		own, _ = roundsAndReviewers(folded)
	}
	if s.changesBaseline() {
		return max(2, own)
	}
	return own
}

// changesBaseline reports whether the RFC is on the way from an accepted baseline
// to the next: nothing takes baseline_accepted back. Source: phase_review.
func (s *State) changesBaseline() bool {
	accepted, _ := s.get("baseline_accepted").Bool()
	return accepted || s.Phase() == phaseBaseline
}

// span is the place of the value at key, or of the opening brace where there is
// none.
func (s *State) span(key string) source.Span {
	if v := s.get(key); v != nil {
		return v.Span
	}
	start := s.Doc.Root.Span.Start
	return source.Span{Start: start, End: start + 1}
}

// value is the value at key of a JSON file; nil where there is none.
func (w *Workspace) value(file, key string) *jsondoc.Value {
	if w.docs[file] == nil {
		return nil
	}
	return w.docs[file].Root.Get(key)
}

// evidence is the number of items of evidence.json; ok is false where there is no list of items.
func (w *Workspace) evidence() (n int, ok bool) {
	items := w.value(EvidenceFile, "items")
	if items == nil || items.Kind != jsondoc.Array {
		return 0, false
	}
	return len(items.Elements), true
}

// result is the result in summary.json as it is written.
func (w *Workspace) result() string {
	text, _ := w.value(SummaryFile, "result").Str()
	return text
}

// reviewed are the texts of a list of summary.json, each on one line: of an object "location: edit".
func (w *Workspace) reviewed(key string) (all []string) {
	for _, v := range w.value(SummaryFile, key).List() {
		text, _ := v.Str()
		if v.Kind == jsondoc.Object {
			location, _ := v.Get("location").Str()
			if text, _ = v.Get("edit").Str(); location != "" {
				text = location + ": " + text
			}
		}
		if text = OneLine(text); strings.Trim(text, ": ") != "" {
			all = append(all, text)
		}
	}
	return all
}
