package ohrfc

import (
	"fmt"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
)

// RestoreState makes the change that puts an earlier text in the place of
// state.json, whatever that holds now. checkpoint_version becomes one above the
// present one, in Meta too if there is a checkpoint that can be read; what
// state.json repeats of Meta is as Meta has it now.
func (w *Workspace) RestoreState(r Restore, now string) (*Change, error) {
	earlier, err := ParseState(w.Path(StateFile), r.Text)
	if err != nil {
		return nil, r.unreadable(err)
	}
	if earlier.Doc.Root.Kind != jsondoc.Object {
		return nil, &RequestError{Reason: r.Name + " is no JSON object", Hint: "--print prints it as it is"}
	}
	room := *w
	room.State = earlier
	f, was := &finish{did: "restored " + r.Name}, r.version(w, earlier.Version())
	change := &Change{Was: was, Version: was, Did: f.did}
	if w.Checkpoint != nil && !conflicted(w.Checkpoint) {
		if change, err = room.followMeta(f, was, !w.holdsState(earlier), now); err != nil {
			return nil, err
		}
	} else if err := room.setState(f, change, now); err != nil {
		return nil, err
	}
	return change, w.settleState(r, change)
}

// conflicted reports whether git left the markers of a merge in c: then it is not
// written, as what is there would become its newest backup.
func conflicted(c *Checkpoint) bool {
	text := "\n" + c.Text()
	return strings.Contains(text, "\n<<<<<<< ") && strings.Contains(text, "\n>>>>>>> ")
}

// followMeta makes the change that writes the state of w with what it shares
// with Meta.
func (w *Workspace) followMeta(f *finish, was int, bump bool, now string) (*Change, error) {
	f.bump, f.phase = bump, ReadPhase(w.Checkpoint.Meta.Value(LastPhaseKey))
	f.newest, f.refresh = w.Checkpoint.recordedRound()
	return w.end(w.Checkpoint, w.Checkpoint.Text(), f, was, now)
}

// shared are the keys of state.json that [Workspace.RestoreState] sets.
var shared = [...]string{"checkpoint_version", "last_checkpoint_phase", "gate_b_round", "updated_at"}

// holdsState reports whether the state that is there says what earlier does, but
// for the keys that are set anyway.
func (w *Workspace) holdsState(earlier *State) bool {
	if w.State == nil {
		return false
	}
	text := earlier.Doc.File.Text
	for _, key := range shared {
		v := w.State.Doc.Root.Get(key)
		if v == nil {
			return false
		}
		var err error
		if text, err = SetJSON("", text, key, w.State.Doc.File.Slice(v.Span)); err != nil {
			return false
		}
	}
	return text == w.State.Doc.File.Text
}

// settleState takes back a change of nothing but the time, and says where the
// restored state differs from the earlier text.
func (w *Workspace) settleState(r Restore, change *Change) error {
	if w.State != nil && change.Version == change.Was {
		at := jsondoc.Quote(w.State.str("updated_at"))
		same, err := SetJSON("", change.State, "updated_at", at)
		if err != nil {
			return err
		}
		if same == w.State.Doc.File.Text && (w.Checkpoint == nil || w.Checkpoint.Text() == change.Checkpoint) {
			change.None = StateFile + " is what restoring " + r.Name + " would make of it"
			return nil
		}
	}
	earlier, err := ParseState("", r.Text)
	if err != nil {
		return err
	}
	restored, err := ParseState("", change.State)
	if err != nil {
		return err
	}
	for _, key := range []string{"last_checkpoint_phase", "gate_b_round"} {
		if was, is := earlier.literal(key), restored.literal(key); was != is {
			change.Notes = append(change.Notes, fmt.Sprintf("%s is %s, as %s has it; %s has %s", key, is, CheckpointFile, r.Name, was))
		}
	}
	return nil
}

// literal is the value at key as it is written, "none" where there is none.
func (s *State) literal(key string) string {
	if v := s.Doc.Root.Get(key); v != nil {
		return OneLine(s.Doc.File.Slice(v.Span))
	}
	return "none"
}
