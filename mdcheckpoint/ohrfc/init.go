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
	"mdck/mdcheckpoint/source"
)

// Template of a new RFC. Source: script.
const (
	templateID      = "rfc_template_os_service"
	templateVersion = "2026-02-09"
)

func validID(id string) error {
	why := spelling.NameFault(id)
	if c, err := ParseCheckpoint("", "# Checkpoint: "+id+"\n"); why == "" && (err != nil || c.ID != id || spelling.OneLine(id) != id || strings.HasPrefix(id, "<") || strings.ContainsAny(id, "*`：")) {
		why = "of letters, digits and hyphens"
	}
	if why == "" {
		return nil
	}
	return fmt.Errorf("id %q: expected a name %s", id, why)
}

// New returns the files of a new workspace, equal to those of the protocol's script. Source:
// script, create.
func New(id, title, strictness string, now time.Time) ([]source.Named, error) {
	if err := validID(id); err != nil {
		return nil, err
	}
	folded := Strictness(strictness)
	if folded == "" {
		return nil, fmt.Errorf("strictness %q: expected light, standard or full", strictness)
	}
	if title = spelling.OneLine(title); strings.ContainsFunc(title, func(r rune) bool { return !unicode.IsGraphic(r) }) {
		return nil, fmt.Errorf("title %q: expected text without invisible characters", title)
	}
	rounds, reviewers := roundsAndReviewers(folded)
	state := fmt.Sprintf(stateTemplate, jsondoc.Quote(id), folded, templateID, templateVersion, spelling.FormatTime(now), rounds, reviewers)
	return []source.Named{
		{Name: StateFile, Text: state},
		{Name: EvidenceFile, Text: "{\n  \"schema_version\": \"v1\",\n  \"items\": []\n}\n"},
		{Name: RFCFile, Text: fmt.Sprintf("---\ntemplate_id: %s\ntemplate_version: %s\nstrictness: %s\n---\n\n# RFC-%s：%s\n",
			templateID, templateVersion, folded, cmp.Or(dateIn(id), now.UTC().Format(dateLayout)), title)},
	}, nil
}

// dateLayout is the date layout in the title of an RFC. Source: script.
const dateLayout = "20060102"

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

// stateTemplate is the state.json of a new workspace, with all keys except template_ref.
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

// roundsAndReviewers returns gate_b_max_rounds and reviewer_count for a strictness. Source: script.
func roundsAndReviewers(strictness string) (rounds, reviewers int) {
	switch strictness {
	case "standard":
		return 2, 3
	case "full":
		return 3, 4
	}
	return 0, 0
}

// init returns the files that w lacks, except the checkpoint.
func (w *Workspace) init(title, strictness string, now time.Time) ([]source.Named, error) {
	fresh := !w.has(StateFile)
	fault := w.Faults[w.CheckpointPath]
	if !fresh {
		fault = cmp.Or(w.Faults[w.path(EvidenceFile)], w.checkState())
	}
	if fault != nil {
		return nil, fault
	}
	strictness, err := w.initStrictness(strictness)
	if err != nil {
		return nil, err
	}
	if spelling.OneLine(title) != "" && w.has(RFCFile) {
		return nil, protocol.BadRequest("init changes no existing file; omit --title", "--title %q cannot change %s, which already exists", title, RFCFile)
	}
	files, err := New(w.ID, cmp.Or(spelling.OneLine(title), w.ID), strictness, now)
	if err == nil && fresh {
		files[0].Text, err = w.inStep(files[0].Text)
	}
	return slices.DeleteFunc(files, func(f source.Named) bool { return w.has(f.Name) }), err
}

func (w *Workspace) initStrictness(flag string) (string, error) {
	there, file := w.State.Strictness(), StateFile
	if w.State == nil && w.Checkpoint != nil {
		there, file = w.Checkpoint.Meta.Value(strictnessKey), CheckpointFile
	}
	folded := Strictness(there)
	if want := Strictness(flag); flag != "" && folded != "" && want != folded {
		return "", protocol.BadRequest("init changes no existing file; omit --strictness", "--strictness is %q, but %s has %q", flag, file, there)
	}
	return cmp.Or(flag, folded, "standard"), nil
}

// inStep returns text, a new state.json, with the checkpoint's values.
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
			return nil, fmt.Errorf("workspace %q already has all its files, so nothing was written; mdck append writes the checkpoint", w.ID)
		case w.State != nil:
			return out, nil
		case w.Checkpoint != nil:
			out.Notes = []string{fmt.Sprintf("%s now matches %s, except current_phase, which starts at %s.", StateFile, CheckpointFile, phaseDiscover)}
		default:
			out.Due = "Next: print the questions with mdck ohrfc prompt discover, then write the answers with mdck append --section discover."
		}
		out.Recreated = w.path(StateFile)
		return out, nil
	}
}
