package ohrfc

import (
	"cmp"
	"fmt"
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
	rounds, reviewers := RoundsAndReviewers(folded)
	state := fmt.Sprintf(stateTemplate, jsondoc.Quote(id), folded, TemplateID, TemplateVersion, now.UTC().Format(TimeLayout), rounds, reviewers)
	return []NewFile{
		{StateFile, state},
		{EvidenceFile, "{\n  \"schema_version\": \"v1\",\n  \"items\": []\n}\n"},
		{RFCFile, fmt.Sprintf("---\ntemplate_id: %s\ntemplate_version: %s\nstrictness: %s\n---\n\n# RFC-%s：%s\n",
			TemplateID, TemplateVersion, folded, cmp.Or(dateIn(id), now.UTC().Format(dateLayout)), title)},
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
