package ohrfc

import (
	"strings"
	"testing"
)

// TestCommentBeforeHeading checks that a comment belongs to the group below.
func TestCommentBeforeHeading(t *testing.T) {
	const comment = "<!-- mdck:ignore ohrfc/round-limit -->\n\n"
	s := sample{version: 3, phase: "gate_b_round_2", round: 2, groups: []string{
		group(DiscoverKey, 0, "a"), group(DesignKey, 0, "b"), comment + round(1), round(2),
	}}
	w := usual(t, s.text())
	change, err := w.appendTo(Append{Group: Group(DesignKey), Fillings: fillings(DesignKey, "new"), Replace: true}.asked(), now)
	if err != nil {
		t.Fatal(err)
	}
	if want := "new tricky-sections 0\n\n---\n\n" + comment + "## Gate-B Round 1 Exit"; !strings.Contains(change.Checkpoint, want) {
		t.Errorf("the comment is not before its heading in\n%s", change.Checkpoint)
	}
	change, err = w.appendTo(Append{Group: Group(GateBKey), Fillings: fillings(GateBKey, "r3")}.asked(), now)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(change.Checkpoint, comment) || len(change.Archive) != 1 || change.Archive[0].Text != comment+round(1)+"\n" {
		t.Errorf("archive is %q", change.Archive)
	}
}
