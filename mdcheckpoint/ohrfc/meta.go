package ohrfc

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// Keys of the Meta section. Source: checkpoint_protocol §2.
const (
	VersionKey    = "checkpoint_version"
	LastPhaseKey  = "last_phase"
	strictnessKey = "strictness"
	ArtifactKey   = "artifact_state"
)

// Keys of facts outside the Meta section: the title and the parts of artifact_state.
const (
	TitleKey    = "title"
	hashKey     = "rfc.md"
	evidenceKey = "evidence"
	RoundKey    = "gate_b_round"
)

var MetaKeys = []string{VersionKey, LastPhaseKey, strictnessKey, ArtifactKey}

// Meta is the Meta section of a checkpoint. Missing and invalid values are zero; see [Meta.Field].
type Meta struct {
	Section  *mdcheckpoint.Section
	Fields   []Field // bullets of the form "key: value", in order
	Version  int     // -1 if missing or invalid
	Artifact Artifact
}

// A Field is a bullet "key: value" of the Meta section.
type Field struct {
	Key      string // lower case
	Name     string // as written
	NameSpan source.Span
	Value    string      // without surrounding white space
	Span     source.Span // of Value
	Item     *mdcheckpoint.Item
}

// Artifact contains the values in artifact_state, each with its span.
type Artifact struct {
	Hash, Evidence, Round Part
}

// A Part is one value within artifact_state.
type Part struct {
	Text string      // "" if missing or invalid
	Span source.Span // of Text
}

// Int returns p as a number.
func (p Part) Int() (n int, ok bool) {
	n, err := strconv.Atoi(p.Text)
	return n, err == nil
}

// Field returns the first field with that key, or nil.
func (m *Meta) Field(key string) *Field {
	for i := range m.Fields {
		if m.Fields[i].Key == key {
			return &m.Fields[i]
		}
	}
	return nil
}

// Value returns the value of the first field with that key, or "".
func (m *Meta) Value(key string) string {
	if f := m.Field(key); f != nil {
		return f.Value
	}
	return ""
}

func readMeta(c *Checkpoint) Meta {
	m := Meta{Version: -1}
	group := c.Group(metaKey, 0)
	if group == nil {
		return m
	}
	m.Section = group.Section
	for _, item := range group.Section.Bullets() {
		if f, ok := readField(c.Document.File, item); ok {
			m.Fields = append(m.Fields, f)
		}
	}
	if n, ok := number(m.Value(VersionKey)); ok {
		m.Version = n
	}
	if f := m.Field(ArtifactKey); f != nil {
		m.Artifact = readArtifact(*f)
	}
	return m
}

// readField parses a bullet "key: value", also with emphasis or a full-width colon.
func readField(file *source.File, item *mdcheckpoint.Item) (Field, bool) {
	text := file.Slice(item.Text)
	if i := strings.IndexAny(text, "\r\n"); i >= 0 {
		text = text[:i]
	}
	colon := strings.IndexAny(text, ":：")
	if colon < 0 {
		return Field{}, false
	}
	name := strings.Trim(text[:colon], "*_` \t")
	after := strings.TrimPrefix(strings.TrimPrefix(text[colon:], ":"), "：")
	value := strings.TrimSpace(strings.TrimLeft(after, "*_` \t"))
	end := item.Text.Start + len(strings.TrimRightFunc(text, unicode.IsSpace))
	if opened := after[:strings.LastIndex(after, value)]; value != "" && strings.HasSuffix(opened, value[len(value)-1:]) {
		bare := strings.TrimRight(value, "*_`")
		value, end = bare, end-len(value)+len(bare)
	}
	if name == "" {
		return Field{}, false
	}
	start := item.Text.Start + strings.Index(text, name)
	return Field{
		Key:      strings.ToLower(name),
		Name:     name,
		NameSpan: source.Between(start, start+len(name)),
		Value:    value,
		Span:     source.Between(end-len(value), end),
		Item:     item,
	}, true
}

func number(text string) (int, bool) {
	n, err := strconv.ParseUint(text, 10, 31)
	return int(n), err == nil
}

const space = " \t\n\f\r"

// readArtifact parses "rfc.md(<hash>), evidence(<N> items), gate_b_round=<N>".
func readArtifact(f Field) Artifact {
	const digits, maxDigits = "0123456789", 9
	return Artifact{
		Hash: f.part("rfc.md(", digits+"abcdefABCDEF", func(value, rest string) bool {
			return len(value) == 8 && strings.HasPrefix(strings.TrimLeft(rest, space), ")")
		}),
		Evidence: f.part("evidence(", digits, func(value, rest string) bool {
			after := strings.TrimLeft(rest, space)
			unit, ok := spelling.CutFold(after, "item")
			unit, _ = spelling.CutFold(unit, "s")
			return ok && value != "" && len(value) <= maxDigits && len(after) < len(rest) && strings.HasPrefix(strings.TrimLeft(unit, space), ")")
		}),
		Round: f.part("gate_b_round", digits, func(value, rest string) bool {
			return value != "" && len(value) <= maxDigits && (rest == "" || len(strings.TrimLeft(rest, space+",")) < len(rest))
		}, "="),
	}
}

// part returns the value in f after word and more. valid decides whether characters of alphabet,
// followed by rest, are a value.
func (f Field) part(word, alphabet string, valid func(value, rest string) bool, more ...string) Part {
	for i := range f.Value {
		rest, ok := spelling.CutFold(f.Value[i:], word)
		for _, next := range more {
			if ok {
				rest, ok = spelling.CutFold(strings.TrimLeft(rest, space), next)
			}
		}
		if !ok {
			continue
		}
		rest = strings.TrimLeft(rest, space)
		after := strings.TrimLeft(rest, alphabet)
		if value := rest[:len(rest)-len(after)]; valid(value, after) {
			start := f.Span.Start + len(f.Value) - len(rest)
			return Part{Text: value, Span: source.Between(start, start+len(value))}
		}
	}
	return Part{}
}

// A Phase is a value of last_phase.
type Phase struct {
	Name  string // discover, design, gate_b_round or review, or ""
	Round int    // for gate_b_round, otherwise 0
}

// ReadPhase parses a value of last_phase. Source: checkpoint_protocol §2; review: schema of
// state.json.
func ReadPhase(text string) Phase {
	folded := strings.ToLower(strings.TrimSpace(text))
	switch folded {
	case phaseDiscover, phaseDesign, phaseReview:
		return Phase{Name: folded}
	}
	if rest, ok := strings.CutPrefix(folded, "gate_b_round_"); ok {
		if n, ok := number(rest); ok && n > 0 {
			return Phase{Name: "gate_b_round", Round: n}
		}
	}
	return Phase{}
}

func (p Phase) state() string {
	if p.Name == "gate_b_round" {
		return phaseGateB
	}
	return p.Name
}

// String formats the phase for last_phase.
func (p Phase) String() string {
	if p.Name == "gate_b_round" {
		return "gate_b_round_" + strconv.Itoa(p.Round)
	}
	return p.Name
}

// Strictness normalizes a strictness: "Full" and its old name "L3" become "full". For other texts, it
// returns "". Source: gate_a_check.py.
func Strictness(text string) string {
	switch folded := strings.ToLower(strings.TrimSpace(text)); folded {
	case "light", "standard", "full":
		return folded
	case "l1":
		return "light"
	case "l2":
		return "standard"
	case "l3":
		return "full"
	}
	return ""
}

func titleCase(strictness string) string {
	if strictness == "" {
		return ""
	}
	return strings.ToUpper(strictness[:1]) + strictness[1:]
}

func (c *Checkpoint) setMeta(pairs ...string) []source.Edit {
	if c.Meta.Section == nil {
		return []source.Edit{c.newMeta(pairs)}
	}
	var edits []source.Edit
	for i := 0; i < len(pairs); i += 2 {
		key, value := pairs[i], pairs[i+1]
		switch f := c.Meta.Field(key); {
		case f == nil:
			edits = append(edits, source.Insert(c.metaPlace(key), c.eol()+metaBullet(key, value)))
		case f.Value == "":
			edits = append(edits, source.Replace(f.Span, " "+value))
		case f.Value != value:
			edits = append(edits, source.Replace(f.Span, value))
		}
	}
	return edits
}

func metaBullet(key, value string) string { return "- " + key + ": " + value }

func (c *Checkpoint) metaPlace(key string) int {
	after := c.Meta.Section.Heading.End
	for _, k := range MetaKeys[:max(slices.Index(MetaKeys, key), 0)] {
		if f := c.Meta.Field(k); f != nil {
			after = max(after, f.Item.Span.End)
		}
	}
	return schema.LineEnd(c.Document.File, after)
}

func (c *Checkpoint) newMeta(pairs []string) source.Edit {
	text := Format.Heading("Meta")
	for i := 0; i < len(pairs); i += 2 {
		text += c.eol() + metaBullet(pairs[i], pairs[i+1])
	}
	return c.editor().Insert(&schema.GroupMatch{Group: Group(metaKey)}, text)
}

func (c *Checkpoint) eol() string { return c.Document.File.EOL() }

func (c *Checkpoint) artifact(hash string, evidence, round int) string {
	var edits []source.Edit
	for i, want := range []string{hash, strconv.Itoa(evidence), strconv.Itoa(round)} {
		f := &Facts[inArtifact+i]
		part := c.Recorded(f)
		if part.Text == "" {
			return FormatArtifact(hash, evidence, round)
		}
		if !f.same(part.Text, want) {
			edits = append(edits, source.Replace(part.Span, want))
		}
	}
	text, _ := source.Apply(c.Text(), edits) // cannot fail, because the parts do not overlap
	span := c.Meta.Field(ArtifactKey).Span
	return text[span.Start : span.End+len(text)-len(c.Text())]
}

// FormatArtifact returns a value of artifact_state. Source: checkpoint_protocol §2.
func FormatArtifact(hash string, evidence, round int) string {
	return fmt.Sprintf("rfc.md(%s), evidence(%d items), gate_b_round=%d", hash, evidence, round)
}
