package ohrfc

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// Keys of the claims of a checkpoint.
const (
	ClaimID         = "rfc-id"
	ClaimVersion    = "version"
	ClaimPhase      = "phase"
	ClaimStrictness = "strictness"
	ClaimHash       = "rfc-hash"
	ClaimEvidence   = "evidence-count"
	ClaimRound      = "round"
)

// Claims are what the checkpoint of w says about the other files, in the order
// of the file. Only what is well-formed is claimed. rfc.md and the evidence may change while
// DISCOVER and DESIGN are at work.
func (w *Workspace) Claims() []claim.Claim {
	c := w.Checkpoint
	if c == nil {
		return nil
	}
	var claims []claim.Claim
	add := func(key, name, recorded string, span source.Span, actual func(fs.FS) (string, error), same func(a, b string) bool) {
		if recorded != "" {
			claims = append(claims, claim.Claim{Key: key, Name: name, Span: span, Recorded: recorded, Actual: actual, Same: same})
		}
	}
	if t := c.Match.Title; t != nil {
		add(ClaimID, "rfc_id of state.json", c.Match.ID, t.TitleSpan, w.stateValue("rfc_id"), SameID)
	}
	if f := c.Meta.Field(VersionKey); f != nil && c.Meta.Version >= 0 {
		add(ClaimVersion, "checkpoint_version of state.json", f.Value, f.Span, w.stateValue("checkpoint_version"), sameNumber)
	}
	if f := c.Meta.Field(LastPhaseKey); f != nil && ReadPhase(f.Value).Name != "" {
		add(ClaimPhase, "last_checkpoint_phase of state.json", f.Value, f.Span, w.stateValue("last_checkpoint_phase"), samePhase)
	}
	if f := c.Meta.Field(StrictnessKey); f != nil && sameStrictness(f.Value, f.Value) {
		add(ClaimStrictness, "strictness of state.json", f.Value, f.Span, w.stateValue("strictness"), sameStrictness)
	}
	a := c.Meta.Artifact
	working := w.State != nil && (w.State.Phase() == PhaseDiscover || w.State.Phase() == PhaseDesign)
	add(ClaimHash, "SHA-256 of rfc.md", a.Hash.Text, a.Hash.Span, w.rfcHash(c), strings.EqualFold)
	add(ClaimEvidence, "items of evidence.json", a.Evidence.Text, a.Evidence.Span, w.evidenceCount, sameNumber)
	for i := range claims {
		claims[i].Open = working && (claims[i].Key == ClaimHash || claims[i].Key == ClaimEvidence)
	}
	add(ClaimRound, "gate_b_round of state.json", a.Round.Text, a.Round.Span, w.stateValue("gate_b_round"), sameNumber)
	return claims
}

// stateValue gives the value of a key of state.json as text, without quotes.
func (w *Workspace) stateValue(key string) func(fs.FS) (string, error) {
	return func(fs.FS) (string, error) {
		if err := w.usable(StateFile, w.State != nil); err != nil {
			return "", err
		}
		v := w.State.Doc.Root.Get(key)
		if v == nil && w.State.Doc.Root.Kind == jsondoc.Object && (key == "checkpoint_version" || key == "gate_b_round") {
			return "0", nil // what the schema takes for a key that is not there
		}
		if v.IsNothing() {
			return "", fmt.Errorf("%s has no %s", StateFile, key)
		}
		if text, ok := v.Str(); ok {
			return text, nil
		}
		if v.Kind&jsondoc.Number == 0 && v.Kind&jsondoc.Int == 0 {
			return "", fmt.Errorf("%s of %s is neither a text nor a number", key, StateFile)
		}
		return w.State.Doc.File.Slice(v.Span), nil
	}
}

func (w *Workspace) evidenceCount(fs.FS) (string, error) {
	if err := w.usable(EvidenceFile, w.Evidence != nil); err != nil {
		return "", err
	}
	n, ok := w.Evidence.Count()
	if !ok {
		return "", fmt.Errorf("%s has no list of items", EvidenceFile)
	}
	return strconv.Itoa(n), nil
}

// usable says why a file of the workspace cannot be asked, nil if it can.
func (w *Workspace) usable(name string, parsed bool) error {
	if parsed {
		return nil
	}
	if _, there := w.Faults[w.Path(name)]; there {
		return fmt.Errorf("%s cannot be read", name)
	}
	return errors.New(name + " does not exist")
}

// SameID reports whether two texts name the same RFC: they differ at most by the marks of
// emphasis that a heading has around it, and by how much white space there is.
func SameID(a, b string) bool {
	bare := func(id string) string { return OneLine(strings.NewReplacer("*", "", "`", "").Replace(id)) }
	return bare(a) == bare(b)
}

func sameNumber(a, b string) bool {
	m, err1 := strconv.Atoi(a)
	n, err2 := strconv.Atoi(b)
	return err1 == nil && err2 == nil && m == n
}

func sameStrictness(a, b string) bool {
	m, _ := Strictness(a)
	n, _ := Strictness(b)
	return m != "" && m == n
}

// samePhase takes gate_b_round_N of a checkpoint for gate_b of the state.
func samePhase(recorded, actual string) bool {
	return strings.EqualFold(ReadPhase(recorded).State(), actual)
}
