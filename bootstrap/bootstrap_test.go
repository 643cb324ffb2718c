package bootstrap_test

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"mdck/bootstrap"
	"mdck/internal/spelling"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/source"
)

// words counts words instead of tokens.
type words struct{}

func (words) Count(text string) int { return len(strings.Fields(text)) }
func (words) Name() string          { return "words" }

func asIs(path string) string { return path }

const (
	dir  = ".ohrfc/rfc-1/"
	main = dir + "checkpoint.md"
)

func files(texts map[string]string) fstest.MapFS {
	tree := fstest.MapFS{}
	for name, text := range texts {
		tree[dir+name] = &fstest.MapFile{Data: []byte(text)}
	}
	return tree
}

const goodCheckpoint = `# Checkpoint: rfc-1

## Meta
- checkpoint_version: 3
- last_phase: gate_b_round_2
- strictness: Standard
- artifact_state: rfc.md(2d711642), evidence(1 items), gate_b_round=2

## DISCOVER Exit

### Active Tensions
- tension one

## DESIGN Exit

### Tricky Sections
- tricky

## Gate-B Round 1 Exit

### Reviewer Feedback Digest
- old digest

### Active Tensions Updated
- Resolved: old

## Gate-B Round 2 Exit

### Reviewer Feedback Digest
- new digest

### Active Tensions Updated
- New: newest
`

const goodSummary = `{"result": "FAIL", "blocking_reasons": ["reason"], "required_actions": [{"location": "DEC-1", "edit": "say why"}, {"edit": "no place"}]}`

func good(phase string) map[string]string {
	return map[string]string{
		"checkpoint.md": goodCheckpoint,
		"state.json": `{"rfc_id": "rfc-1", "current_phase": "` + phase + `", "strictness": "standard", "gate_b_round": 2,
			"checkpoint_version": 3, "last_checkpoint_phase": "gate_b", "updated_at": "2026-11-06T15:40:09Z"}`,
		"rfc.md":                "x",
		"evidence.json":         `{"items": [{}]}`,
		".reviews/summary.json": goodSummary,
	}
}

// with changes texts by pairs of name and text; "" removes the name.
func with(texts map[string]string, pairs ...string) map[string]string {
	for i := 0; i < len(pairs); i += 2 {
		texts[pairs[i]] = pairs[i+1]
		if pairs[i+1] == "" {
			delete(texts, pairs[i])
		}
	}
	return texts
}

func sequence(texts map[string]string) *bootstrap.Sequence {
	return ohrfc.Restart(bootstrap.Input{Tree: files(texts), Path: main})
}

func numbers(s *bootstrap.Sequence) (all []int) {
	for _, step := range s.Steps {
		all = append(all, step.Number)
	}
	return all
}

func step(t testing.TB, s *bootstrap.Sequence, number int) bootstrap.Step {
	t.Helper()
	i := slices.Index(numbers(s), number)
	if i < 0 {
		t.Fatalf("no step %d", number)
	}
	return s.Steps[i]
}

func TestSteps(t *testing.T) {
	all := []int{0, 1, 2, 3, 4, 5, 6}
	noReview := []int{0, 1, 2, 4, 5, 6}
	state := func(text string) map[string]string { return with(good("design"), "state.json", text) }
	for name, c := range map[string]struct {
		texts   map[string]string
		force   bool
		steps   []int
		refused string   // part of the reason
		missing []string // relative to the workspace
	}{
		"all":                {texts: good("design"), steps: all},
		"round 0":            {texts: state(`{"checkpoint_version": 1, "gate_b_round": 0}`), steps: noReview},
		"no round":           {texts: state(`{"checkpoint_version": 1}`), steps: noReview},
		"round not a number": {texts: state(`{"checkpoint_version": 1, "gate_b_round": "2"}`), steps: noReview},
		"no checkpoint":      {texts: with(good("design"), "checkpoint.md", ""), steps: all, missing: []string{"checkpoint.md"}},
		"no rfc, no evidence": {texts: with(good("design"), "rfc.md", "", "evidence.json", ""), steps: all,
			missing: []string{"rfc.md", "evidence.json"}},
		"no summary, round":     {texts: with(good("design"), ".reviews/summary.json", ""), steps: all, missing: []string{".reviews/summary.json"}},
		"no summary, no round":  {texts: with(state(`{"checkpoint_version": 1}`), ".reviews/summary.json", ""), steps: noReview},
		"broken checkpoint":     {texts: with(good("design"), "checkpoint.md", "\xff"), steps: all, missing: []string{"checkpoint.md"}},
		"broken evidence":       {texts: with(good("design"), "evidence.json", "["), steps: all},
		"broken summary":        {texts: with(good("design"), ".reviews/summary.json", "{"), steps: all},
		"odd summary":           {texts: with(good("design"), ".reviews/summary.json", `[{"blocking_reasons": 1}]`), steps: all},
		"state of another kind": {texts: state(`[1]`), steps: []int{0}, refused: "checkpoint_version of state.json is 0"},

		"empty workspace": {steps: []int{0}, refused: "there is no state.json", missing: []string{"state.json"}},
		"empty workspace, force": {force: true, steps: noReview, refused: "there is no state.json",
			missing: []string{"state.json", "checkpoint.md", "rfc.md", "evidence.json"}},
		"no state":            {texts: with(good("design"), "state.json", ""), steps: []int{0}, refused: "there is no state.json", missing: []string{"state.json"}},
		"no state, force":     {texts: with(good("design"), "state.json", ""), force: true, steps: noReview, refused: "there is no state.json", missing: []string{"state.json"}},
		"broken state":        {texts: state(`{"checkpoint_version": `), steps: []int{0}, refused: "state.json cannot be read: "},
		"broken state, force": {texts: state(`{"checkpoint_version": `), force: true, steps: noReview, refused: "state.json cannot be read: "},
		"version 0":           {texts: state(`{"checkpoint_version": 0}`), steps: []int{0}, refused: "is 0, because no checkpoint has been written yet"},
		"version 0, force":    {texts: state(`{"checkpoint_version": 0, "gate_b_round": 1}`), force: true, steps: all, refused: "is 0"},
		"no version":          {texts: state(`{}`), steps: []int{0}, refused: "is 0"},
		"version below 0":     {texts: state(`{"checkpoint_version": -2}`), steps: []int{0}, refused: "is -2; expected 1 or more"},
	} {
		t.Run(name, func(t *testing.T) {
			s := ohrfc.Restart(bootstrap.Input{Tree: files(c.texts), Path: main, Force: c.force})
			if got := numbers(s); !slices.Equal(got, c.steps) {
				t.Errorf("steps %v, want %v", got, c.steps)
			}
			if (s.Refused == "") != (c.refused == "") || !strings.Contains(s.Refused, c.refused) {
				t.Errorf("refused because %q, want %q", s.Refused, c.refused)
			}
			var missing []string
			for _, name := range s.Missing() {
				missing = append(missing, strings.TrimPrefix(name, dir))
			}
			if !slices.Equal(missing, c.missing) {
				t.Errorf("missing %q, want %q", missing, c.missing)
			}
			if want := c.refused == "" && len(c.missing) == 0; s.Complete() != want {
				t.Errorf("complete is %v, want %v", s.Complete(), want)
			}
			checkForms(t, s)
		})
	}
}

func lineOf(text string) string {
	return fmt.Sprintf("(line %d)", source.NewFile("", goodCheckpoint).Line(strings.Index(goodCheckpoint, text)))
}

// TestAcute checks that the most important texts come first.
func TestAcute(t *testing.T) {
	s := sequence(with(good("design"), "checkpoint.md", goodCheckpoint+`
## REVIEW Exit

### Reviewer Feedback Digest
- review digest

### Active Tensions Updated
- review tension
`))
	var got []string
	for _, p := range s.Priorities {
		got = append(got, p.Title+": "+strings.Join(p.Texts, " | "))
	}
	want := []string{
		"Active Tensions (DISCOVER): tension one",
		"Active Tensions Updated (Gate-B Round 2): New: newest",
		"Active Tensions Updated (REVIEW): review tension",
		"Reviewer Feedback Digest (Gate-B Round 2): new digest",
		"Reviewer Feedback Digest (REVIEW): review digest",
		"Blocking reasons: reason",
		"Required actions: DEC-1: say why | no place",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	first := step(t, s, 1).Points[0]
	if want := "first read Active Tensions of DISCOVER " + lineOf("### Active Tensions\n") + "; Active Tensions Updated of Gate-B Round 2 " +
		lineOf("### Active Tensions Updated\n- New"); !strings.HasPrefix(first, want) {
		t.Errorf("step 1 is %q, want it to begin with %q", first, want)
	}
	if strings.Contains(s.Pack(bootstrap.DefaultPackBytes, asIs), "old digest") {
		t.Error("the pack contains the digest of an older round")
	}
}

func TestUpTo(t *testing.T) {
	before, _, _ := strings.Cut(goodCheckpoint, "## Gate-B")
	discover := "then read all sections up to the current phase: Meta " + lineOf("## Meta") + "; DISCOVER Exit " + lineOf("## DISCOVER")
	design := discover + "; DESIGN Exit " + lineOf("## DESIGN")
	for _, c := range []struct{ phase, checkpoint, want string }{
		{"init", before, discover},
		{"discover", before, discover},
		{"design", before, design},
		{"discover", goodCheckpoint, design + "; Gate-B Round 1 Exit " + lineOf("## Gate-B Round 1") + "; Gate-B Round 2 Exit " + lineOf("## Gate-B Round 2")},
	} {
		points := step(t, sequence(with(good(c.phase), "checkpoint.md", c.checkpoint)), 1).Points
		if got := points[len(points)-1]; got != c.want {
			t.Errorf("phase %s: got %q, want %q", c.phase, got, c.want)
		}
	}
}

func TestFaultPoints(t *testing.T) {
	s := sequence(with(good("design"), "checkpoint.md", "ok \xff", ".reviews/summary.json", `{"result": `))
	for _, number := range []int{1, 3} {
		if points := step(t, s, number).Points; len(points) != 1 || !strings.HasPrefix(points[0], "cannot be read: "+dir) {
			t.Errorf("step %d is %q", number, points)
		}
	}
	if points := step(t, sequence(with(good("design"), ".reviews/summary.json", "")), 3).Points; points != nil {
		t.Errorf("step 3 is %q about a missing file", points)
	}
}

type locked struct {
	fstest.MapFS
	name string
}

var errLocked = errors.New("input/output error")

func (l locked) Open(name string) (fs.File, error) {
	if name == l.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errLocked}
	}
	return l.MapFS.Open(name)
}

func (l locked) ReadFile(name string) ([]byte, error) {
	if name == l.name {
		return nil, &fs.PathError{Op: "open", Path: name, Err: errLocked}
	}
	return l.MapFS.ReadFile(name)
}

func TestUnreadable(t *testing.T) {
	for _, name := range []string{"rfc.md", "evidence.json", "checkpoint.md", ".reviews/summary.json", "state.json"} {
		s := ohrfc.Restart(bootstrap.Input{Tree: locked{files(good("design")), dir + name}, Path: main, Force: true, Counter: words{}})
		if s.Complete() || !slices.Equal(s.Missing(), []string{dir + name}) {
			if name != "state.json" || s.Refused == "" {
				t.Errorf("%s: complete %v, missing %q", name, s.Complete(), s.Missing())
			}
		}
		if text := s.Text(asIs); !strings.Contains(text, name+": CANNOT BE READ\n") || strings.Contains(text, "MISSING") {
			t.Errorf("%s: the text is\n%s", name, text)
		}
		if pack := s.Pack(bootstrap.DefaultPackBytes, asIs); !strings.Contains(pack, name+" (cannot be read)") {
			t.Errorf("%s: the pack is\n%s", name, pack)
		}
		out := readJSON(t, s)
		found := false
		for _, step := range out.Steps {
			for _, f := range step.Files {
				found = found || f.Unreadable && *f.Exists && f.Tokens == nil && strings.HasSuffix(f.Path, name)
			}
		}
		if !found {
			t.Errorf("%s: the JSON does not say that it cannot be read", name)
		}
		checkForms(t, s)
	}
	folder := files(with(good("design"), "rfc.md", ""))
	folder[dir+"rfc.md/x"] = &fstest.MapFile{}
	if s := ohrfc.Restart(bootstrap.Input{Tree: folder, Path: main}); !slices.Equal(s.Missing(), []string{dir + "rfc.md"}) {
		t.Errorf("with a directory rfc.md, %q is missing", s.Missing())
	}
}

var references = map[string][]string{
	"init":            {"references/phase_init.md", "references/rfc_template.md", "assets/schemas/state.schema.json"},
	"discover":        {"references/phase_discover.md", "references/discover_assets.md", "references/methodology.md (§4, §6, §7)"},
	"design":          {"references/phase_design.md", "references/rfc_template.md", "references/design_assets.md", "references/methodology.md (§3-8)", "references/security_template.md (if needed)"},
	"gate_a":          {"scripts/gate_a_check.py", "references/phase_gate_a.md (if the script cannot run)", "references/methodology.md (§4-6, if the script cannot run)"},
	"gate_b":          {"references/phase_gate_b.md", "references/review_assets.md", "references/reviewer_prompts (one file for each role)", "references/methodology.md (§3, §7-9)"},
	"review":          {"references/phase_review.md"},
	"finalize":        {"references/phase_finalize.md", "references/methodology.md (§4, if IDs are checked)"},
	"baseline_change": {"references/phase_review.md (Post-Baseline Change Flow)", "references/methodology.md (§9.3)"},
}

func TestReferences(t *testing.T) {
	for phase, want := range references {
		t.Run(phase, func(t *testing.T) {
			s := sequence(good(phase))
			if !s.Complete() {
				t.Error("references that were not looked for make the sequence incomplete")
			}
			text := s.Text(asIs)
			block := "\nStep 4: Read the references of the current phase\n  " + strings.Join(want, "\n  ") +
				"\n  - these names are relative to the skill directory, which is unknown; to set it, use --skill-dir\n"
			if !strings.Contains(text, block) {
				t.Errorf("want %s in\n%s", block, text)
			}
			if line := "\nStep 4: read " + strings.Join(want, ", ") + "\n"; !strings.Contains(s.Pack(bootstrap.DefaultPackBytes, asIs), line) {
				t.Errorf("want %s in\n%s", line, s.Pack(bootstrap.DefaultPackBytes, asIs))
			}
			for _, f := range readJSON(t, s).Steps[4].Files {
				if f.Exists != nil {
					t.Errorf("the JSON knows whether %s exists", f.Path)
				}
			}
			checkForms(t, s)
		})
	}
}

func TestUnknownPhase(t *testing.T) {
	for _, phase := range []string{"", "gate_c", "DESIGN"} {
		s := sequence(good(phase))
		if points, want := step(t, s, 4).Points, `none: phase "`+phase+`" is unknown`; !slices.Equal(points, []string{want}) {
			t.Errorf("step 4 is %q, want %q", points, want)
		}
		if pack := s.Pack(bootstrap.DefaultPackBytes, asIs); !strings.Contains(pack, "\nStep 6: continue the current phase\n") {
			t.Errorf("the pack is\n%s", pack)
		}
		checkForms(t, s)
	}
}

func TestSkill(t *testing.T) {
	skill := fstest.MapFS{
		"references/phase_gate_b.md":            {Data: []byte("one two\nthree\n")},
		"references/methodology.md":             {},
		"references/reviewer_prompts/qa.md":     {Data: []byte("q")},
		"references/reviewer_prompts/README.md": {},
	}
	s := ohrfc.Restart(bootstrap.Input{Tree: files(good("gate_b")), Path: main, Counter: words{}, Skill: skill, SkillName: "~/.claude/skills/ohrfc"})
	if !s.Complete() {
		t.Errorf("a missing reference makes the sequence incomplete: %q", s.Missing())
	}
	want := `
Step 4: Read the references of the current phase
  ~/.claude/skills/ohrfc/references/phase_gate_b.md: 2 lines, 14 bytes, 3 tokens
  ~/.claude/skills/ohrfc/references/review_assets.md: MISSING
  ~/.claude/skills/ohrfc/references/reviewer_prompts (one file for each role)
  ~/.claude/skills/ohrfc/references/methodology.md (§3, §7-9): 0 lines, 0 bytes, 0 tokens

`
	if text := s.Text(asIs); !strings.Contains(text, want) {
		t.Errorf("want %s in\n%s", want, text)
	}
	line := "\nStep 4: read references/phase_gate_b.md, references/review_assets.md (missing), references/reviewer_prompts (one file for each role), references/methodology.md (§3, §7-9) in ~/.claude/skills/ohrfc\n"
	if pack := s.Pack(bootstrap.DefaultPackBytes, asIs); !strings.Contains(pack, line) {
		t.Errorf("want %s in\n%s", line, pack)
	}
	refs := readJSON(t, s).Steps[4].Files
	if !*refs[0].Exists || *refs[1].Exists || !*refs[2].Exists || refs[2].Tokens != nil || *refs[0].Tokens != 3 {
		t.Errorf("the JSON has %+v", refs)
	}
	checkForms(t, s)
}

func TestNext(t *testing.T) {
	for _, c := range []struct{ phase, strictness, want string }{
		{"discover", "standard", "discover-done leads to phase design"},
		{"gate_a", "standard", "gate-a-pass leads to phase gate_b; it sets gate_a_result to pass"},
		{"gate_a", "Light", "gate-a-pass leads to phase review or gate_b; it sets gate_a_result to pass"},
		{"gate_b", "full", "gate-b-fail leads to phase design; it sets gate_b_result to fail, rejection_count to 1, gate_b_round to 1"},
		{"review", "full", "review-approve leads to phase finalize; it sets baseline_accepted to true"},
	} {
		texts := with(good(c.phase), "state.json", `{"checkpoint_version": 1, "current_phase": "`+c.phase+`", "strictness": "`+c.strictness+`"}`)
		if points := step(t, sequence(texts), 6).Points; !slices.Contains(points, "the event "+c.want) {
			t.Errorf("phase %s, strictness %s: got %q, want %q", c.phase, c.strictness, points, c.want)
		}
	}
}

func TestReason(t *testing.T) {
	for n, whole := range map[int]bool{4000: true, 4001: false} {
		tree, name := workspaceOf("x", nil, []string{strings.Repeat("x", n)}, "fail")
		s := ohrfc.Restart(bootstrap.Input{Tree: tree, Path: name})
		want := "blocking: " + strconv.Quote(spelling.Cut(strings.Repeat("x", n), 4000))
		printed := slices.ContainsFunc(s.Steps, func(step bootstrap.Step) bool { return slices.Contains(step.Points, want) })
		if !printed || strings.Contains(want, "…") == whole {
			t.Errorf("a reason of %d bytes is whole: %t", n, !whole)
		}
	}
}
