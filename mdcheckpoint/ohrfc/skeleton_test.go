package ohrfc

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mdck/mdcheckpoint/claim"
)

// claims are the verdicts on what the checkpoint of w claims, as text.
func claims(w *Workspace) []string {
	var all []string
	for _, v := range claim.Verify(w.Tree, w.Claims()) {
		all = append(all, v.String())
	}
	return all
}

func mustTime(t testing.TB) time.Time {
	t.Helper()
	at, err := time.Parse(TimeLayout, now)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// TestInitFits checks that what Init makes is read back in step, with nothing
// filled in, and that the comments give way to bullets.
func TestInitFits(t *testing.T) {
	for _, c := range []struct {
		state, phase string
		groups       int
	}{
		{stateText(0, 0, "null", before), "discover", 1}, {stateText(2, 0, `"discover"`, before), "discover", 1}, {stateText(3, 0, `"design"`, before), "design", 2},
		{stateText(4, 2, `"gate_b"`, before), "gate_b_round_2", 3}, {stateText(4, 0, `"gate_b"`, before), "gate_b_round_1", 3}, {stateText(5, 2, `"review"`, before), "review", 2},
		{"{}", "discover", 1},
	} {
		w := workspace(t, StateFile, c.state, EvidenceFile, `{"items": [{}]}`)
		made := mustInit(t, w)
		if want := 1 + min(1, w.State.Version()); len(made) != want || made[0].Name != CheckpointFile {
			t.Fatalf("%q: made %+v, want %d files", c.state, made, want)
		}
		state := c.state
		if len(made) == 2 { // a lost checkpoint: its version stands for another content
			state = made[1].Text
		}
		done := workspace(t, CheckpointFile, made[0].Text, StateFile, state, EvidenceFile, `{"items": [{}]}`)
		for _, v := range claims(done) {
			if strings.HasPrefix(v, "stale") {
				t.Errorf("%q: %s", c.state, v)
			}
		}
		checkpoint := done.Checkpoint
		if got := checkpoint.Meta.Value(LastPhaseKey); got != c.phase || len(checkpoint.Match.Groups) != c.groups+1 || checkpoint.Match.ID != "rfc-1" {
			t.Errorf("%q: last_phase %q, %d groups, id %q", c.state, got, len(checkpoint.Match.Groups), checkpoint.Match.ID)
		}
		for _, g := range checkpoint.Match.Groups {
			checkEmpty(t, done, g.Group.Key, g.N)
		}
	}
}

func mustInit(t testing.TB, w *Workspace) []NewFile {
	t.Helper()
	made, err := w.Init(Init{Hint: func(group, sub string) string { return "what " + group + "/" + sub + " is for" }}, mustTime(t))
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// checkEmpty holds that a group has all its subsections, with a comment that the
// first bullet takes the place of.
func checkEmpty(t *testing.T, w *Workspace, key string, n int) {
	t.Helper()
	g := w.Checkpoint.Match.Group(key, n)
	if len(g.Missing()) > 0 {
		t.Errorf("%s lacks %v", key, g.Missing())
	}
	for _, s := range g.Subsections {
		comments := s.Section.Comments()
		if len(comments) != 1 || len(s.Items()) > 0 || len(s.Section.Blocks) != 1 && s != g.Subsections[len(g.Subsections)-1] {
			t.Errorf("%s: %d comments, %d bullets", s.Section.Title, len(comments), len(s.Items()))
			continue
		}
		change := mustAppend(t, w, Append{Group: g.Group, Round: n, Add: true, Fillings: []Filling{{Subsection: s.Subsection, Bullets: []string{"one"}}}})
		if strings.Contains(change.Checkpoint, "what "+key+"/"+s.Subsection.Slug()) || !strings.Contains(change.Checkpoint, "### "+s.Section.Title+"\n- one\n") {
			t.Errorf("%s: the comment stayed:\n%s", s.Section.Title, change.Checkpoint)
		}
	}
}

// TestInitContradicts checks that a title or strictness is never ignored.
func TestInitContradicts(t *testing.T) {
	full := `{"strictness": "Full"}`
	for name, c := range map[string]struct {
		in    Init
		files []string
		want  string
	}{
		"same":             {Init{Strictness: "full"}, []string{StateFile, full}, ""},
		"other":            {Init{Strictness: "light"}, []string{StateFile, full}, `strictness "light" was asked for, and state.json says "Full"`},
		"unknown there":    {Init{Strictness: "light"}, []string{StateFile, `{"strictness": "x"}`}, ""},
		"no title there":   {Init{Title: "x"}, []string{StateFile, full}, `title "x" was asked for, and rfc.md has none that can be read`},
		"same title":       {Init{Title: " x  y "}, []string{StateFile, full, RFCFile, "# RFC-1：x y\n"}, ""},
		"other title":      {Init{Title: "x"}, []string{StateFile, full, RFCFile, "---\na：b\n---\n# RFC-1：y\r\n"}, `title "x" was asked for, and rfc.md has "y"`},
		"Meta":             {Init{Strictness: "light"}, []string{CheckpointFile, "## Meta\n- strictness: Full\n"}, `strictness "light" was asked for, and checkpoint.md says "Full"`},
		"broken state":     {Init{}, []string{StateFile, "{"}, ".ohrfc/rfc-1/state.json:1:2: not valid JSON: unexpected end of text"},
		"broken and alone": {Init{}, []string{CheckpointFile, "\xe9"}, ".ohrfc/rfc-1/checkpoint.md:1:1: not valid UTF-8: found byte 0xe9"},
		"invisible title":  {Init{Title: "a\u202eb"}, []string{RFCFile, "# RFC-1：a\u202eb"}, `title "a\u202eb": want text without invisible characters`},
	} {
		c.in.Hint = func(string, string) string { return "x" }
		_, err := workspace(t, c.files...).Init(c.in, mustTime(t))
		if got := fmt.Sprint(err); got != c.want && (err != nil || c.want != "") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
}

// TestInitFollowsMeta checks that a lost state.json is made in step with the
// checkpoint that is there.
func TestInitFollowsMeta(t *testing.T) {
	text := sample{version: 7, phase: "gate_b_round_2", evidence: 0, round: 2, groups: []string{round(2)}}.text()
	w := workspace(t, CheckpointFile, strings.Replace(text, "Standard", "full", 1))
	made := mustInit(t, w)
	if len(made) != 2 || made[0].Name != StateFile || made[1].Name != EvidenceFile {
		t.Fatalf("made %+v", made)
	}
	done := workspace(t, CheckpointFile, w.Checkpoint.Text(), StateFile, made[0].Text, EvidenceFile, made[1].Text)
	for _, v := range claims(done) {
		if !strings.HasPrefix(v, "verified") {
			t.Error(v)
		}
	}
	if problems := done.State.Doc.Check(StateFields); len(problems) > 0 {
		t.Errorf("%+v", problems)
	}
}

// TestInitFresh checks that a new workspace has the files of the script alone.
func TestInitFresh(t *testing.T) {
	var names []string
	for _, f := range mustInit(t, Read(fstest.MapFS{}, dir+CheckpointFile)) {
		names = append(names, f.Name)
	}
	if !slices.Equal(names, []string{StateFile, EvidenceFile, RFCFile}) {
		t.Errorf("made %q", names)
	}
}
