package ohrfc

import (
	"fmt"
	"io/fs"
	"strings"
	"time"
	"unicode"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/spelling"
)

// Template is what the protocol's script names as the template of a new RFC.
// Source: script.
const (
	TemplateID      = "rfc_template_os_service"
	TemplateVersion = "2026-02-09"
)

// A NewFile is a file of a new workspace.
type NewFile struct{ Name, Text string }

// ValidID says why id cannot name a workspace: it is one element of a path,
// visible, and reads back from the title of its checkpoint.
func ValidID(id string) error {
	switch {
	case id == "" || strings.HasPrefix(id, "."):
		return fmt.Errorf("id %q: want a name that does not begin with a dot", id)
	case strings.ContainsAny(id, `/\:`) || strings.ContainsFunc(id, isInvisible) || strings.TrimSpace(id) != id:
		return fmt.Errorf("id %q: want a name without slashes, colons, invisible characters and white space around it", id)
	}
	if strings.HasPrefix(id, "<") && strings.HasSuffix(id, ">") {
		return fmt.Errorf("id %q: want a name; what stands between angle brackets is a placeholder", id)
	}
	if why := spelling.NameFault(id); why != "" {
		return fmt.Errorf("id %q: want a name %s", id, why)
	}
	if c, err := ParseCheckpoint("", "# Checkpoint: "+id+"\n"); err != nil || c.Match.ID != id || OneLine(id) != id || strings.ContainsAny(id, "*`：") {
		return fmt.Errorf("id %q: the title of a checkpoint would not be read back with it; want letters, digits and hyphens", id)
	}
	return nil
}

func isInvisible(r rune) bool { return !unicode.IsGraphic(r) }

// New gives the files of a new workspace, as the protocol's script writes them:
// the keys of state.json in its order, rounds and reviewers by strictness, the
// title with a full-width colon. Source: script, create.
func New(id, title, strictness string, now time.Time) ([]NewFile, error) {
	if err := ValidID(id); err != nil {
		return nil, err
	}
	folded, _ := Strictness(strictness)
	if folded == "" {
		return nil, fmt.Errorf("strictness %q: want light, standard or full", strictness)
	}
	if title = OneLine(title); strings.ContainsFunc(title, isInvisible) {
		return nil, fmt.Errorf("title %q: want text without invisible characters", title)
	}
	stamp := now.UTC().Format(TimeLayout)
	return []NewFile{
		{StateFile, newState(id, folded, stamp)},
		{EvidenceFile, "{\n  \"schema_version\": \"v1\",\n  \"items\": []\n}\n"},
		{RFCFile, fmt.Sprintf("---\ntemplate_id: %s\ntemplate_version: %s\nstrictness: %s\n---\n\n# RFC-%s：%s\n",
			TemplateID, TemplateVersion, folded, now.UTC().Format("20060102"), title)},
	}, nil
}

// newState is the state of a new workspace: 23 keys, all but template_ref.
func newState(id, strictness, stamp string) string {
	rounds, reviewers := RoundsAndReviewers(strictness)
	var b strings.Builder
	b.WriteString("{")
	for i, pair := range [][2]string{
		{"schema_version", `"v2"`},
		{"rfc_id", jsondoc.Quote(id)},
		{"current_phase", jsondoc.Quote(PhaseDiscover)},
		{"strictness", jsondoc.Quote(strictness)},
		{"template_id", jsondoc.Quote(TemplateID)},
		{"template_version", jsondoc.Quote(TemplateVersion)},
		{"created_at", jsondoc.Quote(stamp)},
		{"updated_at", jsondoc.Quote(stamp)},
		{"gate_a_result", "null"},
		{"gate_b_round", "0"},
		{"gate_b_max_rounds", fmt.Sprint(rounds)},
		{"gate_b_result", "null"},
		{"reviewer_count", fmt.Sprint(reviewers)},
		{"upgrade_triggers", "[]"},
		{"baseline_accepted", "false"},
		{"checkpoint_version", "0"},
		{"last_checkpoint_phase", "null"},
		{"sub_step_progress", "null"},
		{"detour_count", "0"},
		{"rejection_count", "0"},
		{"gate_b_mode", "null"},
		{"reviewer_dispatch", "{}"},
		{"web_search_enabled", "false"},
	} {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, "\n  %q: %s", pair[0], pair[1])
	}
	b.WriteString("\n}\n")
	return b.String()
}

// RoundsAndReviewers are gate_b_max_rounds and reviewer_count of a folded
// strictness. Source: script.
func RoundsAndReviewers(strictness string) (rounds, reviewers int) {
	switch strictness {
	case "standard":
		return 2, 3
	case "full":
		return 3, 4
	}
	return 0, 0
}

// rfcTitle is the title that rfc.md has, behind the first full-width colon of its
// heading of level 1.
func (w *Workspace) rfcTitle() (title string, ok bool, err error) {
	text, err := fs.ReadFile(w.Tree, w.Path(RFCFile))
	if err != nil {
		return "", false, err
	}
	for line := range strings.Lines(string(text)) {
		if _, title, ok := strings.Cut(line, "："); ok && strings.HasPrefix(line, "# ") {
			return OneLine(title), true, nil
		}
	}
	return "", false, nil
}
