package ohrfc

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/schema"
)

// An Init asks for what a workspace lacks.
type Init struct {
	Title      string // of the RFC; "" for the id
	Strictness string // "" for what the files that are there say, else standard
	Recorded   int    // the highest checkpoint_version that is known of besides the files

	// Hint says what belongs in a subsection, on one line, by the key of its
	// group and its slug.
	Hint func(group, subsection string) string
}

// Init gives the files that w lacks. Where state.json is not there, they are
// those of the protocol's script, with what a checkpoint that is there says of
// itself in state.json; where it is, also a checkpoint to be filled in. A title or
// a strictness that contradicts what is there is a [*RequestError].
func (w *Workspace) Init(in Init, now time.Time) ([]NewFile, error) {
	fresh := !w.Has(StateFile)
	if err := w.initReady(fresh); err != nil {
		return nil, err
	}
	strictness, err := w.initStrictness(in.Strictness)
	if err != nil {
		return nil, err
	}
	if err := w.initTitle(in.Title); err != nil {
		return nil, err
	}
	files, err := New(w.ID, cmp.Or(OneLine(in.Title), w.ID), strictness, now)
	if err != nil {
		return nil, err
	}
	switch {
	case fresh && w.Checkpoint != nil:
		files[0].Text, err = w.stateOfMeta(files[0].Text)
	case fresh && in.Recorded > 0:
		files[0].Text, err = SetJSON(w.Path(StateFile), files[0].Text, "checkpoint_version", strconv.Itoa(in.Recorded))
	}
	if err != nil {
		return nil, err
	}
	made := slices.DeleteFunc(slices.Clone(files), func(f NewFile) bool { return w.Has(f.Name) })
	if fresh || w.Has(CheckpointFile) {
		return made, nil
	}
	in.Strictness = strictness
	skeleton, err := w.skeletonFiles(files, in, now)
	return append(made, skeleton...), err
}

// skeletonFiles are a checkpoint to be filled in and, where one was lost, so that
// its version stands for another content, the state.json that goes with the next.
func (w *Workspace) skeletonFiles(made []NewFile, in Init, now time.Time) ([]NewFile, error) {
	version := max(0, w.State.Version(), in.Recorded)
	if version > 0 {
		version++
	}
	text, err := w.skeleton(made, version, in)
	if err != nil || version == 0 {
		return []NewFile{{CheckpointFile, text}}, err
	}
	state, err := SetJSON(w.Path(StateFile), w.State.Doc.File.Text,
		"checkpoint_version", strconv.Itoa(version), "updated_at", jsondoc.Quote(now.UTC().Format(TimeLayout)))
	return []NewFile{{CheckpointFile, text}, {StateFile, state}}, err
}

// initReady reports a file that cannot be read and has to be followed.
func (w *Workspace) initReady(fresh bool) error {
	if fresh {
		return w.Faults[w.CheckpointPath]
	}
	return cmp.Or(w.Faults[w.Path(EvidenceFile)], w.stateReady())
}

// initStrictness is the strictness of new files: the one asked for, unless the
// files that are there have another.
func (w *Workspace) initStrictness(asked string) (string, error) {
	there, file := w.strictness(), StateFile
	if w.State == nil && w.Checkpoint != nil {
		there, file = w.Checkpoint.Meta.Value(StrictnessKey), CheckpointFile
	}
	folded, _ := Strictness(there)
	if want, _ := Strictness(asked); asked != "" && folded != "" && want != folded {
		return "", &RequestError{
			Reason: fmt.Sprintf("strictness %q was asked for, and %s says %q", asked, file, there),
			Hint:   "init changes nothing that is there: leave --strictness out",
		}
	}
	return cmp.Or(asked, folded, "standard"), nil
}

// initTitle refuses a title where rfc.md has another, or none.
func (w *Workspace) initTitle(asked string) error {
	if OneLine(asked) == "" || !w.Has(RFCFile) {
		return nil
	}
	there, ok, err := w.rfcTitle()
	if err != nil || ok && there == OneLine(asked) {
		return err
	}
	reason := fmt.Sprintf("title %q was asked for, and %s has none that can be read", asked, RFCFile)
	if ok {
		reason = fmt.Sprintf("title %q was asked for, and %s has %q", asked, RFCFile, there)
	}
	return &RequestError{Reason: reason, Hint: "init changes nothing that is there: leave --title out"}
}

// stateOfMeta is state, the text of a new state.json, in step with Meta.
func (w *Workspace) stateOfMeta(state string) (string, error) {
	c := w.Checkpoint
	pairs := []string{"checkpoint_version", strconv.Itoa(max(c.Meta.Version, 0))}
	if phase := ReadPhase(c.Meta.Value(LastPhaseKey)); phase.Name != "" {
		pairs = append(pairs, "last_checkpoint_phase", jsondoc.Quote(phase.State()))
	}
	if round, ok := c.recordedRound(); ok {
		pairs = append(pairs, "gate_b_round", strconv.Itoa(round))
	}
	return SetJSON(w.Path(StateFile), state, pairs...)
}

// skeleton is a checkpoint in step with state.json that is still to be filled in.
// made are the files of the script, for those that w lacks.
func (w *Workspace) skeleton(made []NewFile, version int, in Init) (string, error) {
	hash, err := w.hashOr(made)
	if err != nil {
		return "", err
	}
	evidence := 0
	if w.Evidence != nil {
		evidence, _ = w.Evidence.Count()
	}
	phase, round := w.lastPhase(), max(0, w.State.Round())
	if round == 1 && phase.Round == 0 {
		round = 0 // its failure is counted, and it is still to be written
	}
	meta := []string{VersionKey, strconv.Itoa(version), LastPhaseKey, phase.String()}
	folded, _ := Strictness(cmp.Or(w.strictness(), in.Strictness))
	meta = append(meta, StrictnessKey, TitleCase(cmp.Or(folded, in.Strictness)), ArtifactKey, FormatArtifact(hash, evidence, round))
	parts := []string{"# Checkpoint: " + w.ID + "\n\n## " + Group(MetaKey).Title}
	for i := 0; i < len(meta); i += 2 {
		parts[0] += "\n" + metaBullet(meta[i], meta[i+1])
	}
	for _, g := range wanted(phase) {
		parts = append(parts, g.empty(in.Hint))
	}
	return strings.Join(parts, "\n\n---\n\n") + "\n", nil
}

// hashOr is the hash of rfc.md as it is, or else as it is made.
func (w *Workspace) hashOr(made []NewFile) (string, error) {
	if w.Has(RFCFile) {
		return w.RFCHash()
	}
	i := slices.IndexFunc(made, func(f NewFile) bool { return f.Name == RFCFile })
	return claim.Hash([]byte(made[i].Text))[:HashDigits], nil
}

// lastPhase is last_phase as state.json has it: discover where it says nothing.
// gate_b_round is counted when a round fails, so round 1 may run at 0.
func (w *Workspace) lastPhase() Phase {
	switch last := w.State.str("last_checkpoint_phase"); last {
	case PhaseDesign, PhaseReview:
		return Phase{Name: last}
	case PhaseGateB:
		return Phase{Name: "gate_b_round", Round: max(1, w.State.Round())}
	}
	return Phase{Name: PhaseDiscover}
}

// A numbered is a group with its number, 0 for a group without one.
type numbered struct {
	*schema.Group
	n int
}

// wanted are the groups that a checkpoint has to have by its last_phase. Source:
// checkpoint_protocol §1.
func wanted(phase Phase) []numbered {
	all := []numbered{{Group(DiscoverKey), 0}}
	if phase.Name != PhaseDiscover {
		all = append(all, numbered{Group(DesignKey), 0})
	}
	if phase.Round > 0 {
		all = append(all, numbered{Group(GateBKey), phase.Round})
	}
	return all
}

// empty is the text of a group with a comment in each subsection, in a form that
// [IsTemplateComment] knows.
func (g numbered) empty(hint func(group, subsection string) string) string {
	text := "## " + g.TitleFor(g.n)
	for i := range g.Subsections {
		s := &g.Subsections[i]
		form := fmt.Sprintf("%d-%d bullets:", s.Min, s.Max)
		if s.Max == 0 {
			form = strings.Join(s.Labels, ": / ") + ":"
		}
		text += "\n\n### " + s.Title + "\n<!-- " + form + " " + hint(g.Key, s.Slug()) + " -->"
	}
	return text
}
