package handoff

import (
	"strings"
	"testing"
)

func TestTitles(t *testing.T) {
	for title, want := range map[string]string{
		"Next steps": nextKey, "What you must do next (in order)": nextKey, "What should come next": nextKey, "3. What's next?": nextKey, "Recommended next steps (in order)": nextKey, "What to do next": nextKey, "🚀 Immediate Next Task": nextKey, "**Next session**": nextKey,
		"Likely next tasks": nextKey, "The one next thing": nextKey, "Recommended next move": nextKey, "For the next agent": nextKey, "Next TODO": nextKey, "下一步 TODO (重要)": nextKey, "Open work, roughly by priority": pendingKey, "Open issues (4)": pendingKey, "Open todos": pendingKey,
		"Nächste Schritte": nextKey, "Próximos passos": nextKey, "下一步": nextKey, "다음 할 일": nextKey, "次のステップ": nextKey, "Следующие шаги:": nextKey,
		"To-do": pendingKey, "TODO": pendingKey, "What’s left to do": pendingKey, "Remaining work (3)": pendingKey, "Open items": pendingKey, "To be done": pendingKey, "Offen": pendingKey, "What still needs to be done (roadmap)": pendingKey, "What remains": pendingKey, "Remaining phases": pendingKey,
		"✅ Completed this session": doneKey, "What was done": doneKey, "What's been completed so far": doneKey, "已完成": doneKey, "Terminé": doneKey, "Completed epics": doneKey,
		"Key technical decisions (locked)": decisionsKey, "Decisions & constraints": decisionsKey, "결정사항": decisionsKey,
		"Blockers / Questions": blockersKey, "Known blockers": blockersKey, "Test results (all green)": verificationKey, "Current Task": goalKey, "OBJECTIVE": goalKey, "Facts": factsKey,

		"What was not done": "", "What has not been tested yet": "", "Next: the parser": "", "Blocker — the parser": "", "Key facts": "", "Tests to write": "",
		"Known issues": "", "Issues": "", "Next tests": "", "Done todo": "", "Next done": "", "Open questions": "", "Done by whom": "", "To": "", "": "", "What is next to what is done": "",
	} {
		n, err := Parse(File, "# Notes\n\n## "+title+"\n\n- a\n")
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if len(n.Groups) > 0 {
			got = n.Groups[0].Group.Key
		}
		if got != want {
			t.Errorf("%q: %q, want %q", title, got, want)
		}
	}
}

func TestLevels(t *testing.T) {
	for text, want := range map[string]int{
		"# Goal\nx\n# Next action\n- a\n# Done\n":                   3,
		"# Note\n### Next steps\n- a\n### Done\n- b\n":              2,
		"# Note\n## Next action\n- a\n### Done\n- b\n":              1,
		"# Note\n## Today\n### Done\n- b\n## Monday\n### Done\n- c": 0,
		"# Note\n## Words\n### Done\n- b\n":                         0,
	} {
		n, err := Parse(File, text)
		if err != nil || len(n.Groups) != want {
			t.Errorf("%q: %v, %d sections, want %d", text, err, len(n.Groups), want)
		}
		p := newProject(text)
		p.must(t, Request{Verb: "next", Text: "go on"})
		if next := p.note(t).nextAction(); next != "go on" || !strings.Contains(p.text(), "Branch: main") {
			t.Errorf("%q becomes %q", text, p.text())
		}
	}
}

func TestLabels(t *testing.T) {
	const text = "## Done\n\n**Pages:**\n\n- a\n\n**Features NOT built yet:**\n\n- b\n\n### Remaining\n\n- c\n\n### Phase 2\n\n- d\n\n" +
		"## Next steps\n\nAlready done:\n\n- e\n\nThen:\n\n- f\n- g\n\n## Tests\n\n| what | how |\n|---|---|\n| a | b |\n\n## Blockers\n\n- None -- all of it passes\n"
	n, err := Parse(File, text)
	if err != nil {
		t.Fatal(err)
	}
	s := n.sheet()
	if len(s.Done) != 2 || s.Done[0].Text+s.Done[1].Text != "ad" || s.NextAction != "f" || len(s.Pending) != 1 || s.Pending[0] != "g" || len(s.Verification)+len(s.Blockers) != 0 {
		t.Errorf("got %+v", s)
	}
}
