package ohrfc

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"mdck/internal/protocoltest"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

func versioned(t testing.TB, text string, n int) string {
	t.Helper()
	c := parse(t, text)
	return protocoltest.Apply(t, text, c.setMeta(VersionKey, strconv.Itoa(n)), nil)
}

func recording(version int) func() ([]claim.Entry, error) {
	return func() ([]claim.Entry, error) { return []claim.Entry{{Version: version}}, nil }
}

func mustRestore(t testing.TB, w *Workspace, text string) *Change {
	t.Helper()
	change, err := w.restore(protocol.Kept{Text: text, Name: "backup 1"}, now)
	if err != nil {
		t.Fatal(err)
	}
	return change
}

// TestRestoreLaws checks that a restore changes only the version of the text.
func TestRestoreLaws(t *testing.T) {
	earlier := sample{version: 2, phase: "design", evidence: 2, round: 0, groups: []string{group(DiscoverKey, 0, "old"), group(DesignKey, 0, "old")}}
	present := sample{version: 7, phase: "gate_b_round_2", evidence: 2, round: 2, groups: []string{group(DiscoverKey, 0, "new"), round(1), round(2)}}
	for name, style := range styles {
		for what, broken := range map[string]string{
			"good": style(present.text()), "empty": "", "not UTF-8": "x\xe9", "too large": strings.Repeat("x\n", mdcheckpoint.MaxSize),
			"conflict": "<<<<<<< ours\n" + present.text() + "=======\n" + earlier.text() + ">>>>>>> theirs\n", "no Meta": "# x\n",
		} {
			t.Run(name+"/"+what, func(t *testing.T) {
				w := workspace(t, CheckpointFile, broken, StateFile, stateText(7, 2, `"gate_b"`, before))
				checkRestore(t, w, style(earlier.text()), stateText(8, 0, `"design"`, now))
			})
		}
		t.Run(name+"/missing", func(t *testing.T) {
			w := workspace(t, StateFile, stateText(7, 2, `"gate_b"`, before))
			checkRestore(t, w, style(earlier.text()), stateText(8, 0, `"design"`, now))
		})
	}
}

func checkRestore(t *testing.T, w *Workspace, earlier, state string) {
	t.Helper()
	change := mustRestore(t, w, earlier)
	protocoltest.Equal(t, "checkpoint.md", change.Checkpoint, versioned(t, earlier, 8))
	protocoltest.Equal(t, "state.json", change.State, state)
	if change.Was != 7 || change.Version != 8 || change.None != "" || len(change.Archive) > 0 {
		t.Errorf("got %+v", change)
	}
	done := after(t, w, change)
	if again := mustRestore(t, done, earlier); again.None == "" || again.Version != 8 {
		t.Errorf("the second time: %+v", again)
	}
	if w.Checkpoint != nil && w.Checkpoint.Meta.Version == 7 {
		undone := mustRestore(t, done, w.Checkpoint.Text())
		protocoltest.Equal(t, "undone", undone.Checkpoint, versioned(t, w.Checkpoint.Text(), 9))
	}
}

func TestRestoreVersion(t *testing.T) {
	earlier := sample{version: 9, phase: "discover", evidence: 2, groups: []string{group(DiscoverKey, 0, "d")}}.text()
	meta := func(version int) string {
		return sample{version: version, phase: "discover", evidence: 2, groups: []string{"## Notes"}}.text()
	}
	for _, c := range []struct {
		present               string
		state, recorded, want int
	}{
		{meta(3), 3, 20, 4}, {meta(5), 3, 20, 6}, {meta(3), 5, 20, 6}, {"", 3, 4, 10}, {"", 12, 4, 13}, {"", 3, 20, 21}, {"\xe9", 3, 20, 21},
	} {
		files := []string{StateFile, stateText(c.state, 0, `"discover"`, before)}
		if c.present != "" {
			files = append(files, CheckpointFile, c.present)
		}
		w := workspace(t, files...)
		w.Ledger = recording(c.recorded)
		change, err := w.restore(protocol.Kept{Text: earlier, Name: "b"}, now)
		if err != nil || change.Version != c.want || parse(t, change.Checkpoint).Meta.Version != c.want {
			t.Errorf("%+v: got %+v, %v", c, change, err)
		}
	}
}

func TestRestoreSameOutOfStep(t *testing.T) {
	text := sample{version: 3, phase: "discover", evidence: 2, groups: []string{group(DiscoverKey, 0, "d")}}.text()
	w := workspace(t, CheckpointFile, text, StateFile, stateText(4, 2, "null", before))
	change := mustRestore(t, w, versioned(t, text, 1))
	protocoltest.Equal(t, "checkpoint.md", change.Checkpoint, versioned(t, text, 4))
	protocoltest.Equal(t, "state.json", change.State, stateText(4, 0, `"discover"`, now))
	if change.None != "" || change.Version != 4 {
		t.Errorf("got %+v", change)
	}
}

func TestRestoreRefuses(t *testing.T) {
	good := sample{version: 3, phase: "discover", evidence: 2, groups: []string{group(DiscoverKey, 0, "d")}}.text()
	state := stateText(3, 0, `"discover"`, before)
	for name, c := range map[string]struct {
		files []string
		text  string
		want  string
	}{
		"no state":         {[]string{CheckpointFile, good}, good, "no state.json beside the checkpoint"},
		"broken state":     {[]string{StateFile, "{"}, good, ".ohrfc/rfc-1/state.json:1:2: not valid JSON: unexpected end of text"},
		"state a list":     {[]string{StateFile, "[]"}, good, ".ohrfc/rfc-1/state.json:1:1: expected a JSON object, found an array"},
		"empty":            {[]string{StateFile, state}, " \n", "b is empty"},
		"byte order mark":  {[]string{StateFile, state}, "\ufeff", "b is empty"},
		"not UTF-8":        {[]string{StateFile, state}, "a\n\xe9", "b cannot be read: line 2: not valid UTF-8: found byte 0xe9"},
		"swallows version": {[]string{StateFile, state}, "# Checkpoint: rfc-1\n<!--\n\n", ".ohrfc/rfc-1/checkpoint.md: checkpoint_version 4 could not be read back after the edit"},
	} {
		_, err := workspace(t, c.files...).restore(protocol.Kept{Text: c.text, Name: "b"}, now)
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
	}
}

func TestRestoreState(t *testing.T) {
	text := sample{version: 7, phase: "gate_b_round_2", evidence: 2, round: 2, groups: []string{group(DiscoverKey, 0, "d"), round(2)}}.text()
	earlier := strings.Replace(stateText(4, 1, `"design"`, before), "1.50", "1.75", 1)
	want := strings.Replace(stateText(8, 2, `"gate_b"`, now), "1.50", "1.75", 1)
	for name, state := range map[string]string{"missing": "", "broken": "{", "a list": "[]", "other": stateText(7, 2, `"gate_b"`, before)} {
		files := []string{CheckpointFile, text}
		if state != "" {
			files = append(files, StateFile, state)
		}
		w := workspace(t, files...)
		change, err := w.restoreState(protocol.Kept{Text: earlier, Name: "b"}, now)
		if err != nil {
			t.Fatal(err)
		}
		protocoltest.Equal(t, name+": state.json", change.State, want)
		protocoltest.Equal(t, name+": checkpoint.md", change.Checkpoint, versioned(t, text, 8))
		notes := []string{"last_checkpoint_phase and gate_b_round were taken from checkpoint.md"}
		if change.Was != 7 || change.Version != 8 || !slices.Equal(change.Notes, notes) {
			t.Errorf("%s: got %+v", name, change)
		}
		done := workspace(t, CheckpointFile, change.Checkpoint, StateFile, change.State)
		if again, err := done.restoreState(protocol.Kept{Text: earlier, Name: "b"}, "2027-01-01T00:00:00Z"); err != nil || again.None == "" {
			t.Errorf("%s: the second time: %+v, %v", name, again, err)
		}
	}
}

func TestRestoreStateAlone(t *testing.T) {
	for present, want := range map[string]int{"": 6, "\xe9": 6, stateText(9, 2, "null", before): 9} {
		files := []string{StateFile, present}
		if !strings.HasPrefix(present, "{") {
			files = []string{CheckpointFile, "\xe9"}
		}
		w := workspace(t, files...)
		w.Ledger = recording(6)
		change, err := w.restoreState(protocol.Kept{Text: stateText(4, 1, `"design"`, before), Name: "b"}, now)
		if err != nil || change.Version != want || change.Was != want || change.Checkpoint != "" {
			t.Fatalf("%q: got %+v, %v", present, change, err)
		}
		protocoltest.Equal(t, "state.json", change.State, stateText(want, 1, `"design"`, now))
	}
	w := workspace(t)
	for text, want := range map[string]string{"{": "b cannot be read: line 1: not valid JSON: unexpected end of text", "[]": "b cannot be read: line 1: expected a JSON object, found an array", "": ""} {
		_, err := w.restoreState(protocol.Kept{Text: text, Name: "b"}, now)
		if _, ok := errors.AsType[*protocol.RequestError](err); !ok || want != "" && err.Error() != want {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestRestoreRoundOfState(t *testing.T) {
	s := sample{version: 2, phase: "gate_b_round_2", evidence: 2, round: 1, groups: []string{round(2)}}
	w := workspace(t, StateFile, stateText(3, 7, "null", before))
	protocoltest.Equal(t, "state.json", mustRestore(t, w, s.text()).State, stateText(4, 1, `"gate_b"`, now))
	silent := strings.Replace(s.text(), "gate_b_round=1", "", 1)
	protocoltest.Equal(t, "state.json", mustRestore(t, w, silent).State, stateText(4, 2, `"gate_b"`, now))
	s.groups, s.phase = nil, "x"
	silent = strings.Replace(s.text(), "gate_b_round=1", "", 1)
	protocoltest.Equal(t, "state.json", mustRestore(t, w, silent).State, stateText(4, 7, "null", now))
}

// FuzzRestore checks that a second restore does nothing.
func FuzzRestore(f *testing.F) {
	usual := sample{version: 3, phase: "gate_b_round_2", evidence: 2, round: 2, groups: []string{group(DiscoverKey, 0, "d"), round(1), round(2), "## Notes\n- mine"}}.text()
	for _, style := range slices.Sorted(maps.Keys(styles)) {
		f.Add(usual, styles[style](usual))
		f.Add(styles[style](usual), round(3)+"\n")
	}
	for _, text := range hostile {
		f.Add(text, text+"\n"+usual)
		f.Add(usual, text+"\n\n"+round(3)+"\n"+text+"\n")
		f.Add(usual, strings.Replace(usual, "checkpoint_version: 3", "checkpoint_version: "+text, 1))
		f.Add(strings.Replace(usual, "- d scan-insights 1", text, 1), "<!-- c -->\n"+round(9))
	}
	f.Fuzz(func(t *testing.T, present, earlier string) {
		w := workspace(t, CheckpointFile, present, StateFile, stateText(3, 1, "null", before))
		if change, err := w.restore(protocol.Kept{Text: earlier, Name: "b"}, now); err == nil {
			checkRestored(t, w, change, earlier)
		}
		change, err := w.restoreRound(protocol.Kept{Text: earlier, Name: "a", Force: true}, now)
		if err != nil || change.None != "" {
			return
		}
		body := strings.TrimRight(strings.TrimPrefix(earlier, "\ufeff"), "\r\n")
		feeds := strings.NewReplacer("\r\n", "\n") // both texts must be compared with the same line endings
		if !strings.Contains(feeds.Replace(change.Checkpoint), feeds.Replace(body)) {
			t.Errorf("%q is not in %q", body, change.Checkpoint)
		}
		if again, err := after(t, w, change).restoreRound(protocol.Kept{Text: earlier, Name: "a"}, now); err != nil || again.None == "" {
			t.Errorf("the second time: %+v, %v", again, err)
		}
	})
}

func checkRestored(t *testing.T, w *Workspace, change *Change, earlier string) {
	t.Helper()
	if c := parse(t, earlier); c.Meta.Version >= 0 && versioned(t, change.Checkpoint, c.Meta.Version) != versioned(t, earlier, c.Meta.Version) {
		t.Errorf("restored %q, want %q", change.Checkpoint, earlier)
	}
	done := workspace(t, CheckpointFile, change.Checkpoint, StateFile, change.State)
	if v := done.State.Version(); v != change.Version || done.Checkpoint.Meta.Version != v || v < w.version() {
		t.Errorf("versions %d, %d, want %d", done.Checkpoint.Meta.Version, v, change.Version)
	}
	if again := mustRestore(t, done, earlier); again.None == "" {
		t.Errorf("the second time: %+v", again)
	}
}

func TestPruneRestores(t *testing.T) {
	s := sample{version: 7, phase: "gate_b_round_3", evidence: 2, round: 3, groups: []string{group(DiscoverKey, 0, "d"), round(1), round(2), round(3)}}
	all := maps.Clone(styles)
	all["comment above"] = func(s string) string {
		return strings.Replace(s, "## Gate-B Round 1", "<!-- about round 1 -->\n\n## Gate-B Round 1", 1)
	}
	for name, style := range all {
		w := usual(t, style(s.text()))
		change, err := w.prune(now)
		if err != nil || len(change.Archive) != 1 {
			t.Fatalf("%s: %+v, %v", name, change, err)
		}
		pruned := after(t, w, change)
		r := protocol.Kept{Text: change.Archive[0].Text, Name: "0001-gate-b-round-1.md"}
		_, err = pruned.restoreRound(r, now)
		refused, ok := errors.AsType[*protocol.RequestError](err)
		if !ok || !refused.Refused || refused.Reason != "nothing was written, because mdck keeps only the newest 2 rounds, and round 1 is older" {
			t.Errorf("%s: %v", name, err)
		}
		r.Force = true
		back, err := pruned.restoreRound(r, now)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		protocoltest.Equal(t, name, back.Checkpoint, versioned(t, style(s.text()), 9))
		if back.Version != 9 || back.Round != 1 || len(back.Archive) != 0 {
			t.Errorf("%s: %+v", name, back)
		}
		if again, err := after(t, pruned, back).restoreRound(r, now); err != nil || again.None == "" {
			t.Errorf("%s: the second time: %+v, %v", name, again, err)
		}
	}
}

func TestRestoreNewestRound(t *testing.T) {
	s := sample{version: 7, phase: "gate_b_round_2", evidence: 2, round: 2, groups: []string{round(1), round(2)}}
	w := usual(t, s.text())
	change, err := w.restoreRound(protocol.Kept{Text: round(3) + "\n", Name: "a"}, now)
	if err != nil {
		t.Fatal(err)
	}
	want := sample{version: 8, phase: "gate_b_round_3", evidence: 2, round: 3, groups: []string{round(2), round(3)}}
	protocoltest.Equal(t, "checkpoint.md", change.Checkpoint, want.text())
	protocoltest.Equal(t, "state.json", change.State, stateText(8, 3, `"gate_b"`, now))
	if len(change.Archive) != 1 || change.Archive[0].Text != round(1)+"\n" {
		t.Errorf("archived %q", change.Archive)
	}
}

func TestRestoreRoundKeepsComment(t *testing.T) {
	s := sample{version: 7, phase: "gate_b_round_2", evidence: 2, round: 2, groups: []string{group(DesignKey, 0, "e"), round(2)}}
	archived := "<!-- mine -->\n\n" + round(1) + "\n"
	for name, style := range styles {
		w := usual(t, style(s.text()))
		change, err := w.restoreRound(protocol.Kept{Text: archived, Name: "a"}, now)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		c := parse(t, change.Checkpoint)
		if got := archivedText(c, 1); strings.ReplaceAll(got, "\r\n", "\n") != archived {
			t.Errorf("%s: archived again it is %q, want %q", name, got, archived)
		}
	}
}

func TestRestoreRoundRefuses(t *testing.T) {
	s := sample{version: 7, phase: "gate_b_round_2", evidence: 2, round: 2, groups: []string{round(2)}}
	for name, text := range map[string]string{
		"nothing": "", "text": "x\n", "not UTF-8": "## Gate-B Round 1 Exit\n\xe9", "another group": group(DiscoverKey, 0, "d"),
		"two rounds": round(1) + "\n\n" + round(3), "a title": "# x\n\n" + round(1), "unclosed": round(1) + "\n<!-- x\n", "unknown": round(1) + "\n## Notes\n",
		"exists with other bullets": group(GateBKey, 2, "other"),
	} {
		change, err := usual(t, s.text()).restoreRound(protocol.Kept{Text: text, Name: "a", Force: true}, now)
		if request, ok := errors.AsType[*protocol.RequestError](err); !ok || request.Hint == "" {
			t.Errorf("%s: %+v, %v, want a RequestError with a hint", name, change, err)
		}
	}
	for name, files := range map[string][]string{
		"no checkpoint": {StateFile, "{}"}, "broken checkpoint": {StateFile, "{}", CheckpointFile, "\xe9"}, "no state": {CheckpointFile, s.text()},
		"unclosed": {StateFile, "{}", CheckpointFile, s.text() + "\n<!-- x\n"},
	} {
		if change, err := workspace(t, files...).restoreRound(protocol.Kept{Text: round(1), Name: "a"}, now); err == nil {
			t.Errorf("%s: %+v", name, change)
		}
	}
}

func archivedText(c *Checkpoint, n int) string {
	_, texts := c.editor().Prune([]*schema.GroupMatch{c.Match.Group(GateBKey, n)})
	return texts[0]
}

func TestArchivedRound(t *testing.T) {
	a := archived(protocol.Target{}, "", "<!-- mine -->\n\n"+round(12)+"\n")
	if a.Round == nil || *a.Round != 12 || a.Bullets != 5 {
		t.Errorf("got %+v", a)
	}
}
