package ohrfc

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
)

// TestPruneRestores holds in every style that putting back what prune took out
// gives the text that was there before.
func TestPruneRestores(t *testing.T) {
	s := sample{version: 7, phase: "gate_b_round_3", evidence: 2, round: 3, groups: []string{group(DiscoverKey, 0, "d"), round(1), round(2), round(3)}}
	all := maps.Clone(styles)
	all["comment above"] = func(s string) string {
		return strings.Replace(s, "## Gate-B Round 1", "<!-- about round 1 -->\n\n## Gate-B Round 1", 1)
	}
	for name, style := range all {
		w := usual(t, style(s.text()))
		change, err := w.Prune(now)
		if err != nil || len(change.Archive) != 1 {
			t.Fatalf("%s: %+v, %v", name, change, err)
		}
		pruned := after(t, w, change)
		r := Restore{Text: change.Archive[0].Text, Name: "0001-gate-b-round-1.md"}
		_, err = pruned.RestoreRound(r, now)
		refused, ok := errors.AsType[*RequestError](err)
		if !ok || !refused.Refused || refused.Reason != "refused, and nothing was written: rounds 2, 3 are there, 2 may stay, and the next append would archive round 1 again" {
			t.Errorf("%s: %v", name, err)
		}
		r.Force = true
		back, err := pruned.RestoreRound(r, now)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		equal(t, name, back.Checkpoint, versioned(t, style(s.text()), 9))
		if back.Version != 9 || back.Round != 1 || len(back.Archive) != 0 {
			t.Errorf("%s: %+v", name, back)
		}
		if again, err := after(t, pruned, back).RestoreRound(r, now); err != nil || again.None == "" {
			t.Errorf("%s: the second time: %+v, %v", name, again, err)
		}
	}
}

// TestRestoreNewestRound checks that a round above those that are there becomes
// the newest in Meta and state.json, and that older ones give way.
func TestRestoreNewestRound(t *testing.T) {
	s := sample{version: 7, phase: "gate_b_round_2", evidence: 2, round: 2, groups: []string{round(1), round(2)}}
	w := usual(t, s.text())
	change, err := w.RestoreRound(Restore{Text: round(3) + "\n", Name: "a"}, now)
	if err != nil {
		t.Fatal(err)
	}
	want := sample{version: 8, phase: "gate_b_round_3", evidence: 2, round: 3, groups: []string{round(2), round(3)}}
	equal(t, "checkpoint.md", change.Checkpoint, want.text())
	equal(t, "state.json", change.State, stateText(8, 3, `"gate_b"`, now))
	if len(change.Archive) != 1 || change.Archive[0].Text != round(1)+"\n" {
		t.Errorf("archived %q", change.Archive)
	}
}

// TestRestoreRoundKeepsComment checks that a comment above the archived heading
// goes with it, also where nothing parts the groups.
func TestRestoreRoundKeepsComment(t *testing.T) {
	s := sample{version: 7, phase: "gate_b_round_2", evidence: 2, round: 2, groups: []string{group(DesignKey, 0, "e"), round(2)}}
	archived := "<!-- mine -->\n\n" + round(1) + "\n"
	for name, style := range styles {
		w := usual(t, style(s.text()))
		change, err := w.RestoreRound(Restore{Text: archived, Name: "a"}, now)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		c := parse(t, change.Checkpoint)
		if got := archivedText(c, 1); strings.ReplaceAll(got, "\r\n", "\n") != archived {
			t.Errorf("%s: archived again it is %q, want %q", name, got, archived)
		}
	}
}

// TestRestoreRoundRefuses checks what is no round, or has no place.
func TestRestoreRoundRefuses(t *testing.T) {
	s := sample{version: 7, phase: "gate_b_round_2", evidence: 2, round: 2, groups: []string{round(2)}}
	for name, text := range map[string]string{
		"nothing": "", "text": "x\n", "not UTF-8": "## Gate-B Round 1 Exit\n\xe9", "another group": group(DiscoverKey, 0, "d"),
		"two rounds": round(1) + "\n\n" + round(3), "a title": "# x\n\n" + round(1), "unclosed": round(1) + "\n<!-- x\n", "unknown": round(1) + "\n## Notes\n",
		"there with other bullets": group(GateBKey, 2, "other"),
	} {
		change, err := usual(t, s.text()).RestoreRound(Restore{Text: text, Name: "a", Force: true}, now)
		if request, ok := errors.AsType[*RequestError](err); !ok || request.Hint == "" {
			t.Errorf("%s: %+v, %v, want a RequestError with a hint", name, change, err)
		}
	}
	for name, files := range map[string][]string{
		"no checkpoint": {StateFile, "{}"}, "broken checkpoint": {StateFile, "{}", CheckpointFile, "\xe9"}, "no state": {CheckpointFile, s.text()},
		"unclosed": {StateFile, "{}", CheckpointFile, s.text() + "\n<!-- x\n"},
	} {
		if change, err := workspace(t, files...).RestoreRound(Restore{Text: round(1), Name: "a"}, now); err == nil {
			t.Errorf("%s: %+v", name, change)
		}
	}
}

// archivedText is round n of c as the archive keeps it.
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
