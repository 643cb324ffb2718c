package agents

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mdck/internal/testtmp"
	"mdck/mdcheckpoint/jsondoc"
)

func TestGrowth(t *testing.T) {
	const most = 5 * time.Second // 500 times what an idle machine needs
	const size = jsondoc.MaxSize / 8
	timed := func(what string, do func() error) {
		t.Helper()
		var err error
		if took := testtmp.Cost(func() { err = do() }); err != nil || took > most {
			t.Errorf("%s takes %v: %v", what, took, err)
		}
	}
	var many []string
	for i := range 1000 {
		many = append(many, fmt.Sprintf("step %d of many", i))
	}
	fill := func(head, part, tail string) string { return head + strings.Repeat(part, size/len(part)) + tail }
	for name, text := range map[string]string{
		"steps":    fill(`{"next_steps": [`, `"step 1 of many", "a", `, `"b"]}`),
		"done":     fill(`{"completed_steps": [`, `"a", `, `"b"], "next_steps": "step 2 of many"}`),
		"blockers": fill(`{"blockers": "`, `a `, `"}`),
		"id":       fill(`{"agent_id": "`, `-`, `"}`),
		"space":    fill(`{"files_modified": [`, "\n", `"b"]}`),
	} {
		c := parse(t, text)
		timed(name+": check", func() error { c.check(); return nil })
		timed(name+": beat", func() error {
			_, err := c.Beat(Beat{Done: many, Files: many, Step: "s", unread: ptr(1)}, now)
			return err
		})
		timed(name+": print", func() error { c.Handoff().Text(); c.statusValues(); c.warningNote(now); return nil })
	}
	for name, part := range map[string]string{
		"messages": "## Message 1 (2026-01-15 15:00) ⏳ UNREAD\n", "marks": "## Message UNREAD_UNREAD", "titles": "# M\n", "markers": "<!-- BEGIN X PROGRESS -->\n",
		"comments": "<!--", "stale": "Secondary-A: STALE\n", "keys": "UPDATED: x\n", "empty": "\n", "spaces": " ", "one word": "UNREAD",
	} {
		text := fill("<!-- BEGIN SECONDARY-A PROGRESS -->\n## Message 1\n", part, "<!-- END SECONDARY-A PROGRESS -->")
		timed(name+": messages", func() error {
			m := readMessages(t, text)
			m.check()
			_, err := withError(m.addNote(draftNote{Subject: "s", Details: text}, "# M", now))
			return err
		})
		timed(name+": status", func() error { _, err := withError(readStatus(t, text).set(nil, now)); return err })
		timed(name+": epic", func() error {
			_, err := withError(setStale("", text, "Secondary-A", "x"))
			return ignorePlace(err)
		})
	}
}

// TestLinear checks that four times the input needs at most five times the allocations.
func TestLinear(t *testing.T) {
	work := map[string]func(n int){
		"beat": func(n int) {
			var many []string
			for i := range n {
				many = append(many, fmt.Sprint("step ", i))
			}
			beat(t, parse(t, sample), Beat{Done: many, Files: many, Blockers: many})
		},
		"drop": func(n int) {
			c := parse(t, `{"next_steps": [`+strings.Repeat(`"a", "b", `, n)+`"c"]}`)
			beat(t, c, Beat{Done: []string{"a"}}).After.check()
		},
		"messages": func(n int) {
			m := readMessages(t, strings.Repeat("## Message 1 (2026-01-15) UNREAD\n**Subject:** x\n", n))
			m.check()
		},
		"status": func(n int) {
			if _, err := withError(readStatus(t, strings.Repeat("STAGE: x\nnote\n", n)).set(map[string]string{"STAGE": "y"}, now)); err != nil {
				t.Fatal(err)
			}
		},
	}
	for name, do := range work {
		one := testing.AllocsPerRun(1, func() { do(1000) })
		four := testing.AllocsPerRun(1, func() { do(4000) })
		if four > 5*one {
			t.Errorf("%s: %v allocations for 1000, %v for 4000", name, one, four)
		}
	}
}

func ignorePlace(err error) error {
	if err != nil && strings.Contains(err.Error(), ErrMarkers.Error()) {
		return nil
	}
	return err
}
