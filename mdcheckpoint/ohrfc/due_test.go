package ohrfc

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"mdck/internal/protocoltest"
	"mdck/lint"
	"mdck/mdcheckpoint/claim"
)

func TestDue(t *testing.T) {
	text := sample{version: 1, phase: phaseDiscover, evidence: 2, groups: []string{group(DiscoverKey, 0, "d")}}.text()
	text = strings.Replace(strings.Replace(text, hash(rfc), "00000000", 1), "evidence(2", "evidence(1", 1)
	broken := lint.Input{Ledger: func() ([]claim.Entry, error) { return nil, errors.New("broken") }}
	for name, c := range map[string]struct {
		state string // current_phase
		in    lint.Input
		want  string
	}{
		"stale":                {"", lint.Input{}, "SHA-256 of rfc.md is " + hash(rfc) + ", but the checkpoint records 00000000 [stamp]; number of items in evidence.json is 2, but the checkpoint records 1 [stamp]"},
		"stale, broken ledger": {"", broken, ""},
		"missing section": {phaseGateA, broken, "SHA-256 of rfc.md is " + hash(rfc) + ", but the checkpoint records 00000000 [append --section design]; " +
			"number of items in evidence.json is 2, but the checkpoint records 1 [append --section design]; current_phase is gate_a, but the section DESIGN Exit is missing [append --section design]"},
	} {
		t.Run(name, func(t *testing.T) {
			state := strings.Replace(stateText(1, 0, `"discover"`, before), "{", `{"current_phase": "`+c.state+`",`, 1)
			w := workspace(t, CheckpointFile, text, StateFile, state, EvidenceFile, `{"schema_version": "v1", "items": [{}, {}]}`)
			var got []string
			for _, d := range Protocol.Due(c.in, &lint.Checkpoint{Model: &Model{RFC: w}}) {
				got = append(got, fmt.Sprintf("%s %v", d.Problem, strings.Fields(d.CommandLine(""))[1:]))
			}
			protocoltest.Equal(t, "what is due", strings.Join(got, "; "), c.want)
		})
	}
}

func TestAllow(t *testing.T) {
	c := &lint.Checkpoint{Model: &Model{RFC: workspace(t, StateFile, `{"current_phase": "gate_a"}`)}}
	for transition, want := range map[string]bool{"gate-a-pass": true, "GATE_A_PASS": true, "gate-a-pass to review": true, "discover-done": false, "other": false, "": false} {
		if err := Protocol.Allow(lint.Input{}, c, transition); (err == nil) != want {
			t.Errorf("%q: %v", transition, err)
		}
	}
}
