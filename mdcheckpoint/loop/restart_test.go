package loop

import "testing"

// TestActions checks that every action has words of its own.
func TestActions(t *testing.T) {
	seen := map[string]Action{}
	for _, a := range []Action{Dispatch, Continue, Move, Board, Partial, Escalate, Conclude, Nothing} {
		r := &resumption{resume: &Resume{Step: Execute, Action: a, To: Fix}}
		text := r.next()
		if other, ok := seen[text]; ok || text == "" {
			t.Errorf("%s and %s both say %q", a, other, text)
		}
		seen[text] = a
	}
}
