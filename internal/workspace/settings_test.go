package workspace

import (
	"testing"

	"mdck/internal/config"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/tokens"
)

// lines is a text with that many lines and tokens.
type lines int

func (n lines) Budgets(schema.Limits, func(string) int) []schema.Budget {
	return []schema.Budget{
		{Kind: schema.FileLines, Rule: "ohrfc/line-budget", Used: int(n), Limit: 10},
		{Kind: schema.FileTokens, Rule: "ohrfc/token-budget", Used: int(n), Limit: 1},
	}
}

func (lines) Savings(schema.Budget) []schema.Saving { return nil }

// TestNewlyOver checks that only budgets whose rule is an error count, and only if the excess
// grows.
func TestNewlyOver(t *testing.T) {
	s, target := NewSettings(&config.Config{}), known().Target(protocol.Target{Protocol: ohrfc.Name})
	for _, c := range []struct {
		before, after protocol.Budgeted
		want          int
	}{
		{nil, nil, 0}, {lines(11), nil, 0}, {nil, lines(10), 0}, {nil, lines(11), 1},
		{lines(10), lines(11), 1}, {lines(12), lines(11), 0}, {lines(11), lines(11), 0},
	} {
		over := s.NewlyOver(&target, &protocol.Change{Before: c.before, After: c.after})
		if len(over) != c.want || len(over) > 0 && over[0].Rule != "ohrfc/line-budget" {
			t.Errorf("%v to %v: %+v, want %d", c.before, c.after, over, c.want)
		}
	}
}

func TestRestartInput(t *testing.T) {
	target := known().Target(protocol.Target{Protocol: "agents", Root: t.TempDir(), Main: ".", Path: "agent-a.json"})
	if in := target.RestartInput("epics/a b"); in.Args != "A --epic 'epics/a b'" || in.Path != target.Path || in.Ledger == nil {
		t.Errorf("%+v", in)
	}
	if in := target.Input(nil); in.Ledger == nil || in.Main != target.Main || in.Path != target.Path {
		t.Errorf("%+v", in)
	}
}

func TestCounterOf(t *testing.T) {
	for _, name := range tokens.Encodings() {
		if c := counterOf(name); c == nil || c.Name() != name || counterOf(name) != c {
			t.Errorf("%s: got %v and %v, want one counter", name, c, counterOf(name))
		}
	}
	if c := counterOf("none"); c != nil {
		t.Errorf("got %v for an unknown encoding", c)
	}
}
