package loop

// enterFix raises fix_cycle_count where FIX is entered. It is the current step
// already where the orchestrator went there, which raised the count.
func (e *edit) enterFix(status string) error {
	if err := e.m.unreadFixes(); err != nil {
		return err
	}
	want, limit := e.m.FixCycles(), e.m.FixLimit()
	if s := StatusOf(status); !e.current() || s != nil && s.goesOn() == Passed {
		want++
	} else {
		want = max(want, 1)
	}
	if want > limit {
		return &EscalateError{Step: Fix, Cycles: e.m.FixCycles(), Limit: limit, fixes: e.m.FixText()}
	}
	if want != e.m.FixCycles() {
		e.number(want, "loop_state", "fix_cycle_count")
		e.anew()
		e.note("fix cycle %d of %d", want, limit)
	}
	if e.has("cycle") {
		e.number(want, e.at("cycle")...)
	}
	return nil
}

// anew clears what the cycle before left of its counts.
func (e *edit) anew() {
	if n, _, ok := e.seen().Count("issues_fixed"); ok && n != 0 {
		e.count("issues_fixed", 0)
	}
	for _, key := range []string{"current_issue", "issues_total"} {
		if e.seen().find(key) == nil {
			continue
		}
		for _, path := range e.home(key) {
			e.set("null", path...)
		}
	}
}

// issues is how many the evaluation of the execution found: failure_items, else the
// issues of each evaluator.
func (m *Metadata) issues() int {
	c := m.Checkpoint(EvaluateExecution)
	if c == nil {
		return 0
	}
	n := items(c.Value.Get("failure_items"))
	if run := c.Value.Get("evaluators_run"); n == 0 && run != nil {
		for _, evaluator := range run.Elements {
			n += items(evaluator.Get("issues"))
		}
	}
	return n
}

// total records how much there is to do.
func (e *edit) total(given int) {
	switch {
	case isExecute(e.step):
		if given == 0 {
			given = e.t.Plan.Total()
		}
		if given > 0 {
			e.count("tasks_total", given)
		}
	case e.step == Fix:
		if given == 0 {
			given = e.m.issues()
		}
		if given > 0 {
			e.count("issues_total", given)
		}
	case given > 0:
		e.count("tasks_total", given)
	}
}
