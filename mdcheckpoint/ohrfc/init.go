package ohrfc

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// Template is what the protocol's script names as the template of a new RFC.
// Source: script.
const (
	templateID      = "rfc_template_os_service"
	templateVersion = "2026-02-09"
)

// validID says why id cannot name a workspace: it is the name of a directory, and reads back from
// the title of its checkpoint.
func validID(id string) error {
	why := spelling.NameFault(id)
	if why == "" && strings.HasPrefix(id, "<") && strings.HasSuffix(id, ">") {
		why = "without angle brackets, which mark a placeholder"
	}
	if c, err := ParseCheckpoint("", "# Checkpoint: "+id+"\n"); why == "" && (err != nil || c.ID != id || OneLine(id) != id || strings.ContainsAny(id, "*`：")) {
		why = "of letters, digits and hyphens; mdck could not read the checkpoint title back with this one"
	}
	if why == "" {
		return nil
	}
	return fmt.Errorf("id %q: expected a name %s", id, why)
}

func isInvisible(r rune) bool { return !unicode.IsGraphic(r) }

// New gives the files of a new workspace, as the protocol's script writes them:
// the keys of state.json in its order, rounds and reviewers by strictness, the
// title with a full-width colon. Source: script, create.
func New(id, title, strictness string, now time.Time) ([]protocol.Text, error) {
	if err := validID(id); err != nil {
		return nil, err
	}
	folded, _ := Strictness(strictness)
	if folded == "" {
		return nil, fmt.Errorf("strictness %q: expected light, standard or full", strictness)
	}
	if title = OneLine(title); strings.ContainsFunc(title, isInvisible) {
		return nil, fmt.Errorf("title %q: expected text without invisible characters", title)
	}
	rounds, reviewers := roundsAndReviewers(folded)
	state := fmt.Sprintf(stateTemplate, jsondoc.Quote(id), folded, templateID, templateVersion, now.UTC().Format(timeLayout), rounds, reviewers)
	return []protocol.Text{
		{Name: StateFile, Text: state},
		{Name: EvidenceFile, Text: "{\n  \"schema_version\": \"v1\",\n  \"items\": []\n}\n"},
		{Name: RFCFile, Text: fmt.Sprintf("---\ntemplate_id: %s\ntemplate_version: %s\nstrictness: %s\n---\n\n# RFC-%s：%s\n",
			templateID, templateVersion, folded, cmp.Or(dateIn(id), now.UTC().Format(dateLayout)), title)},
	}, nil
}

// dateLayout is how the title of an RFC has its date. Source: script.
const dateLayout = "20060102"

// dateIn returns the first date in an id, with or without hyphens; "" if there is none.
func dateIn(id string) string {
	for _, layout := range [...]string{dateLayout, time.DateOnly} {
		for i := range max(0, len(id)-len(layout)+1) {
			end := i + len(layout)
			at, err := time.Parse(layout, id[i:end])
			if err == nil && !isDigit(id, i-1) && !isDigit(id, end) {
				return at.Format(dateLayout)
			}
		}
	}
	return ""
}

func isDigit(s string, i int) bool { return i >= 0 && i < len(s) && '0' <= s[i] && s[i] <= '9' }

// stateTemplate is the state of a new workspace: 23 keys, all but template_ref.
const stateTemplate = `{
  "schema_version": "v2",
  "rfc_id": %s,
  "current_phase": "discover",
  "strictness": %q,
  "template_id": %q,
  "template_version": %q,
  "created_at": %[5]q,
  "updated_at": %[5]q,
  "gate_a_result": null,
  "gate_b_round": 0,
  "gate_b_max_rounds": %d,
  "gate_b_result": null,
  "reviewer_count": %d,
  "upgrade_triggers": [],
  "baseline_accepted": false,
  "checkpoint_version": 0,
  "last_checkpoint_phase": null,
  "sub_step_progress": null,
  "detour_count": 0,
  "rejection_count": 0,
  "gate_b_mode": null,
  "reviewer_dispatch": {},
  "web_search_enabled": false
}
`

// roundsAndReviewers are gate_b_max_rounds and reviewer_count of a folded
// strictness. Source: script.
func roundsAndReviewers(strictness string) (rounds, reviewers int) {
	switch strictness {
	case "standard":
		return 2, 3
	case "full":
		return 3, 4
	}
	return 0, 0
}

// init returns the files that w lacks, those of the protocol's own script: what an existing
// checkpoint has of state.json is in a new one, and the checkpoint is written by [Workspace.Append].
// A title or a strictness that contradicts the existing files is a [*protocol.RequestError]; "" is the id,
// and what they have or else standard.
func (w *Workspace) init(title, strictness string, now time.Time) ([]protocol.Text, error) {
	fresh := !w.has(StateFile)
	fault := w.Faults[w.CheckpointPath]
	if !fresh {
		fault = cmp.Or(w.Faults[w.path(EvidenceFile)], w.Faults[w.path(StateFile)], w.noObject())
	}
	if fault != nil {
		return nil, fault
	}
	strictness, err := w.initStrictness(strictness)
	if err != nil {
		return nil, err
	}
	if OneLine(title) != "" && w.has(RFCFile) {
		return nil, protocol.BadRequest("init changes no existing file; omit --title", "--title is %q, but %s already exists", title, RFCFile)
	}
	files, err := New(w.ID, cmp.Or(OneLine(title), w.ID), strictness, now)
	if err == nil && fresh {
		files[0].Text, err = w.inStep(files[0].Text)
	}
	return slices.DeleteFunc(files, func(f protocol.Text) bool { return w.has(f.Name) }), err
}

// initStrictness is the strictness of new files: the one asked for, unless the
// files that exist have another.
func (w *Workspace) initStrictness(asked string) (string, error) {
	there, file := w.State.Strictness(), StateFile
	if w.State == nil && w.Checkpoint != nil {
		there, file = w.Checkpoint.Meta.Value(strictnessKey), CheckpointFile
	}
	folded, _ := Strictness(there)
	if want, _ := Strictness(asked); asked != "" && folded != "" && want != folded {
		return "", protocol.BadRequest("init changes no existing file; omit --strictness", "--strictness is %q, but %s has %q", asked, file, there)
	}
	return cmp.Or(asked, folded, "standard"), nil
}

// inStep is text, that of a new state.json, with what the checkpoint records, or else the ledger.
func (w *Workspace) inStep(text string) (string, error) {
	s, err := ParseState(w.path(StateFile), text)
	switch {
	case err != nil:
		return "", err
	case w.Checkpoint == nil:
		return setJSON(s.Doc, "checkpoint_version", strconv.Itoa(highest(w.entries())))
	}
	return setJSON(s.Doc, w.Checkpoint.shared()...)
}

// shared are the keys of state.json that repeat Meta, with their values.
func (c *Checkpoint) shared() []string {
	pairs := []string{"checkpoint_version", strconv.Itoa(max(c.Meta.Version, 0))}
	if phase := ReadPhase(c.Meta.Value(LastPhaseKey)); phase.Name != "" {
		pairs = append(pairs, "last_checkpoint_phase", jsondoc.Quote(phase.state()))
	}
	if round, ok := c.recordedRound(); ok {
		pairs = append(pairs, "gate_b_round", strconv.Itoa(round))
	}
	return pairs
}

func checkInit(r protocol.InitRequest) error {
	levels := []string{"", "light", "standard", "full"}
	if level := r.Flags["strictness"]; !slices.Contains(levels, level) {
		return fmt.Errorf("--strictness is %q; expected %s", level, strings.Join(levels[1:], ", "))
	}
	_, err := New(r.ID, r.Title, "standard", time.Time{})
	return err
}

// makeInit returns the edit that makes what a workspace lacks.
func makeInit(r protocol.InitRequest) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		w, err := open(read, path.Join(path.Dir(read.Main), RFCFile))
		if err != nil {
			return nil, err
		}
		made, err := w.init(r.Title, r.Flags["strictness"], read.Now)
		if err != nil {
			return nil, err
		}
		out := &protocol.Change{}
		for _, f := range made {
			out.Files = append(out.Files, w.file(w.path(f.Name), f.Text))
		}
		switch {
		case len(made) == 0:
			return nil, fmt.Errorf("workspace %q is complete, nothing was written; mdck append writes the checkpoint", w.ID)
		case w.State != nil:
			return out, nil
		case w.Checkpoint != nil:
			out.Notes = []string{fmt.Sprintf("%s now matches %s, except current_phase, which starts at %s.", StateFile, CheckpointFile, phaseDiscover)}
		default:
			out.Due = "Next: mdck ohrfc prompt discover prints the questions, mdck append --section discover writes the answers."
		}
		out.Anew = w.path(StateFile)
		return out, nil
	}
}
