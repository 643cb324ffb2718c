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

func mustInit(t testing.TB, w *Workspace) []NewFile {
	t.Helper()
	made, err := w.Init(Init{}, mustTime(t))
	if err != nil {
		t.Fatal(err)
	}
	return made
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
		"title":            {Init{Title: "x"}, []string{StateFile, full}, `title "x" was given, and rfc.md already exists`},
		"Meta":             {Init{Strictness: "light"}, []string{CheckpointFile, "## Meta\n- strictness: Full\n"}, `strictness "light" was asked for, and checkpoint.md says "Full"`},
		"broken state":     {Init{}, []string{StateFile, "{"}, ".ohrfc/rfc-1/state.json:1:2: not valid JSON: unexpected end of text"},
		"broken and alone": {Init{}, []string{CheckpointFile, "\xe9"}, ".ohrfc/rfc-1/checkpoint.md:1:1: not valid UTF-8: found byte 0xe9"},
	} {
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
