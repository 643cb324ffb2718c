package ohrfc

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
)

const (
	claimID         = "rfc-id"
	claimVersion    = "version"
	claimPhase      = "phase"
	claimStrictness = "strictness"
	claimHash       = "rfc-hash"
	claimEvidence   = "evidence-count"
	claimRound      = "round"
)

// A Fact is a value that the checkpoint repeats from another file of the workspace.
type Fact struct {
	Claim string // key of the claim
	Key   string // key in Meta or in artifact_state, or [TitleKey]
	state string // key in state.json, or ""
	where string
	want  string
	cased bool // the rule warns about letter case that differs from Spell
	// Spell returns text in the protocol's spelling, or "" for an invalid text.
	Spell func(text string) string
}

// Facts lists all facts, in the order of the checkpoint.
var Facts = []Fact{
	{Claim: claimID, Key: TitleKey, state: "rfc_id", Spell: bareID},
	{Claim: claimVersion, Key: VersionKey, state: "checkpoint_version", want: "a whole number, 1 or more", Spell: spellNumber},
	{Claim: claimPhase, Key: LastPhaseKey, state: "last_checkpoint_phase", want: "discover, design, gate_b_round_N or review", cased: true, Spell: spellPhase},
	{Claim: claimStrictness, Key: strictnessKey, state: "strictness", want: "Light, Standard or Full", cased: true, Spell: spellStrictness},
	{Claim: claimHash, Key: hashKey, where: "SHA-256 of rfc.md", want: "hash such as rfc.md(a5d3b0ec)", cased: true, Spell: strings.ToLower},
	{Claim: claimEvidence, Key: evidenceKey, where: "number of items in evidence.json", want: "evidence(<N> items)", Spell: spellNumber},
	{Claim: claimRound, Key: RoundKey, state: "gate_b_round", want: "gate_b_round=<N>", Spell: spellNumber},
}

// inArtifact is the index in [Facts] where the parts of artifact_state begin.
const inArtifact = 4

func factOf(name string) *Fact {
	i := slices.IndexFunc(Facts, func(f Fact) bool { return f.Key == name || f.Claim == name })
	return &Facts[i]
}

func bareID(id string) string { return spelling.OneLine(spelling.Bare(id)) }

func spellNumber(text string) string {
	n, ok := number(text)
	if !ok {
		return ""
	}
	return strconv.Itoa(n)
}

func spellPhase(text string) string { return ReadPhase(text).String() }

func spellStrictness(text string) string {
	return titleCase(Strictness(text))
}

// same reports whether two values agree. gate_b_round_N agrees with gate_b.
func (f *Fact) same(recorded, actual string) bool {
	if f.Claim == claimPhase {
		return strings.EqualFold(ReadPhase(recorded).state(), actual)
	}
	return f.Spell(recorded) == f.Spell(actual)
}

func (f *Fact) inState(recorded string) string {
	switch f.Claim {
	case claimPhase:
		return jsondoc.Quote(ReadPhase(recorded).state())
	case claimStrictness:
		return jsondoc.Quote(strings.ToLower(f.Spell(recorded)))
	}
	return f.Spell(recorded)
}

func (f *Fact) inMeta(c *Checkpoint, actual string) string {
	if f.Claim == claimPhase && actual == phaseGateB {
		return f.Spell(fmt.Sprintf("gate_b_round_%d", c.NewestRound()))
	}
	return f.Spell(actual)
}

// Recorded returns the value of a fact in c, with its span. The text may be "".
func (c *Checkpoint) Recorded(f *Fact) Part {
	switch t, a := c.Title, &c.Meta.Artifact; {
	case f.Key == TitleKey && t != nil:
		return Part{c.ID, t.TitleSpan}
	case f.Key == hashKey:
		return a.Hash
	case f.Key == evidenceKey:
		return a.Evidence
	case f.Key == RoundKey:
		return a.Round
	}
	if field := c.Meta.Field(f.Key); field != nil {
		return Part{field.Value, field.Span}
	}
	return Part{}
}

func (w *Workspace) claims() []claim.Claim {
	if w.Checkpoint == nil {
		return nil
	}
	working := w.State.Phase() == phaseDiscover || w.State.Phase() == phaseDesign
	var claims []claim.Claim
	for i := range Facts {
		f := &Facts[i]
		c := claim.Claim{Key: f.Claim, Name: f.where, Same: f.same, Actual: w.actual(f), Open: working && f.state == ""}
		if f.state != "" {
			c.Name = f.state + " of " + StateFile
		}
		recorded := w.Checkpoint.Recorded(f)
		if c.Recorded, c.Span = recorded.Text, recorded.Span; f.Spell(c.Recorded) != "" {
			claims = append(claims, c)
		}
	}
	return claims
}

func (w *Workspace) actual(f *Fact) func(fs.FS) (string, error) {
	switch f.Claim {
	case claimHash:
		return w.rfcHash(w.Checkpoint)
	case claimEvidence:
		return w.evidenceCount
	}
	return func(fs.FS) (string, error) { return w.stateValue(f.state) }
}

func (w *Workspace) stateValue(key string) (string, error) {
	if err := w.usable(StateFile); err != nil {
		return "", err
	}
	root := w.State.Doc.Root
	v := root.Get(key)
	text, isText := v.Str()
	number, isNumber := v.Number()
	switch {
	case v == nil && root.Kind == jsondoc.Object && (key == "checkpoint_version" || key == "gate_b_round"):
		return "0", nil // the schema's default
	case v.IsNothing():
		return "", fmt.Errorf("%s has no %s", StateFile, key)
	case isText:
		return text, nil
	case isNumber:
		return number, nil
	}
	return "", fmt.Errorf("%s in %s is neither a string nor a number", key, StateFile)
}

func (w *Workspace) evidenceCount(fs.FS) (string, error) {
	if err := w.usable(EvidenceFile); err != nil {
		return "", err
	}
	n, ok := w.evidence()
	if !ok {
		return "", fmt.Errorf("%s has no list of items", EvidenceFile)
	}
	return strconv.Itoa(n), nil
}

func (w *Workspace) usable(name string) error {
	switch {
	case w.docs[name] != nil:
		return nil
	case w.Faults[w.path(name)] != nil:
		return fmt.Errorf("%s cannot be read", name)
	}
	return errors.New(name + " does not exist")
}
