package handoff

import (
	"path"
	"slices"

	"mdck/bootstrap"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/source"
)

func restart(in bootstrap.Input) *bootstrap.Sequence {
	s := in.NewSequence(Name)
	s.ID, s.FromRoot, s.Files = path.Base(in.Path), true, map[string]*source.File{}
	faults := map[string]error{}
	n := source.Load(in.Tree, in.Path, s.Files, faults, Parse)
	first := bootstrap.Step{Title: "Read the hand-off, which replaces the lost conversation"}
	if n == nil {
		first.AddUnreadable(in.Path, faults[in.Path])
		s.Refused = path.Base(in.Path) + " cannot be read"
		s.Add(first)
		return s
	}
	n.kept = keptOf(in.Tree, in.Path)
	s.Priorities = n.parts(in.Path)
	first.Files, first.Quotes = []bootstrap.File{in.File(in.Path)}, s.Priorities
	first.Facts = n.bootstrapFacts(&in)
	s.Add(first, bootstrap.Step{
		Kind: bootstrap.Work, Title: "Compare the note with the repository",
		Points: append([]string{"git status --short and git log --oneline -20 show the work since the note was written", "mdck verify lists the outdated parts of the note"}, in.Repository.Notes...),
	}, bootstrap.Step{Kind: bootstrap.Work, Title: "Continue the work", Points: n.points()})
	s.Verify(in.Tree, n.claims(in.Path, in.Outside))
	for i := range s.Steps {
		s.Steps[i].Number = i
	}
	return s
}

func (n *Note) bootstrapFacts(in *bootstrap.Input) []bootstrap.Fact {
	f := &n.Facts
	facts := bootstrap.KnownFacts(bootstrap.NewPathFact("branch", f.text(claim.BranchKey)), bootstrap.NewPathFact("HEAD", f.text(claim.HeadKey)), bootstrap.NewPathFact("worktree", f.text(claim.WorktreeKey)))
	if f.known() {
		facts = append(facts, in.AgedFacts(writtenKey, f.text(writtenKey), "")...)
	}
	return facts
}

func (n *Note) points() []string {
	next := "do the next action; do not repeat completed items"
	if n.nextAction() == "" {
		next = n.nextStep()
	}
	return []string{next, "keep the note up to date: mdck handoff done, mdck handoff next, mdck handoff ran"}
}

// parts returns the texts that a session needs, the most important first.
func (n *Note) parts(name string) []bootstrap.Part {
	var parts []bootstrap.Part
	add := func(title string, texts ...string) {
		parts = append(parts, bootstrap.NewPart(title, name, texts))
	}
	if next := n.nextAction(); next != "" {
		add("Next action", next)
	}
	if n.Goal != "" {
		add("Goal", n.Goal)
	}
	add(bootstrap.BlockersTitle, lines(n.Entries[blockersKey])...)
	add("Pending", lines(n.later())...)
	add("Decisions (newest first)", newest(n.Entries[decisionsKey])...)
	add("Verification", lines(n.Entries[verificationKey])...)
	add("Done (newest first)", newest(n.Entries[doneKey])...)
	return bootstrap.PartsWithTexts(parts...)
}

func lines(all []Entry) (texts []string) {
	for _, e := range all {
		texts = append(texts, e.Line)
	}
	return texts
}

func newest(all []Entry) []string {
	texts := lines(all)
	slices.Reverse(texts)
	return texts
}
