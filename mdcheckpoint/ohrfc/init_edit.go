package ohrfc

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/protocol"
)

func checkInit(r protocol.InitRequest) error {
	levels := []string{"", "light", "standard", "full"}
	if level := r.Flags["strictness"]; !slices.Contains(levels, level) {
		return fmt.Errorf("--strictness is %q, want %s", level, strings.Join(levels[1:], ", "))
	}
	_, err := New(r.ID, r.Title, "standard", time.Time{})
	return err
}

// makeInit returns the edit that makes what a workspace lacks.
func makeInit(r protocol.InitRequest) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		tree, err := read.Snapshot(path.Join(path.Dir(read.Main), RFCFile))
		if err != nil {
			return nil, err
		}
		w := Read(tree, read.Main)
		entries, _ := read.Ledger() // those before a broken one count
		made, err := w.Init(Init{Title: r.Title, Strictness: r.Flags["strictness"], Recorded: highest(entries)}, read.Now)
		if err != nil {
			return nil, err
		}
		if len(made) == 0 {
			return nil, fmt.Errorf("workspace %q already exists with all its files, and nothing was written; mdck append writes the checkpoint", w.ID)
		}
		return w.initial(made), nil
	}
}

// initial returns the change that makes these files.
func (w *Workspace) initial(made []NewFile) *protocol.Change {
	out := &protocol.Change{}
	for _, f := range made {
		out.Files = append(out.Files, w.file(w.Path(f.Name), f.Text))
	}
	if w.State != nil {
		return out
	}
	out.Anew = w.Path(StateFile)
	if w.Checkpoint != nil {
		out.Notes = []string{fmt.Sprintf("%s is in step with %s, but for current_phase, which begins at %s.", StateFile, CheckpointFile, PhaseDiscover)}
	} else {
		out.Due = "Next: mdck ohrfc prompt discover asks the questions, mdck append --section discover writes the answers."
	}
	return out
}
