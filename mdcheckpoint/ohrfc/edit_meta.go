package ohrfc

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// SetMeta gives the edits that set keys of the Meta section to values, given in
// pairs. A key that is there keeps its place and spelling; a missing one gets a
// bullet after the keys before it; a missing section is made below the title.
func (c *Checkpoint) SetMeta(pairs ...string) []source.Edit {
	if c.Meta.Section == nil {
		return []source.Edit{c.newMeta(pairs)}
	}
	var edits []source.Edit
	for i := 0; i < len(pairs); i += 2 {
		key, value := pairs[i], pairs[i+1]
		switch f := c.Meta.Field(key); {
		case f == nil:
			edits = append(edits, source.Edit{Span: c.metaPlace(key), New: c.eol() + metaBullet(key, value)})
		case f.Value == "":
			edits = append(edits, source.Edit{Span: f.Span, New: " " + value})
		case f.Value != value:
			edits = append(edits, source.Edit{Span: f.Span, New: value})
		}
	}
	return edits
}

func metaBullet(key, value string) string { return "- " + key + ": " + value }

// metaPlace is the end of the line after which a missing key belongs.
func (c *Checkpoint) metaPlace(key string) source.Span {
	after := c.Meta.Section.Heading.End
	for _, k := range MetaKeys[:max(slices.Index(MetaKeys, key), 0)] {
		if f := c.Meta.Field(k); f != nil {
			after = max(after, f.Item.Span.End)
		}
	}
	return schema.LineEnd(c.Document.File, after)
}

func (c *Checkpoint) newMeta(pairs []string) source.Edit {
	text := "## Meta"
	for i := 0; i < len(pairs); i += 2 {
		text += c.eol() + metaBullet(pairs[i], pairs[i+1])
	}
	return c.insert(Group(MetaKey), 0, text)
}

// SetArtifact gives the edits that make artifact_state say hash, evidence and
// round. Where its parts are well-formed, only what differs is replaced.
func (c *Checkpoint) SetArtifact(hash string, evidence, round int) []source.Edit {
	pairs, edits := c.artifactParts(hash, evidence, round)
	if pairs != nil {
		return c.SetMeta(pairs...)
	}
	return edits
}

// artifactParts gives the whole of artifact_state as a pair for SetMeta where one of
// its parts is not well-formed, else the edits of the parts that differ.
func (c *Checkpoint) artifactParts(hash string, evidence, round int) (pairs []string, edits []source.Edit) {
	a := c.Meta.Artifact
	if a.Hash.Text == "" || a.Evidence.Text == "" || a.Round.Text == "" {
		return []string{ArtifactKey, FormatArtifact(hash, evidence, round)}, nil
	}
	if !strings.EqualFold(a.Hash.Text, hash) {
		edits = append(edits, source.Edit{Span: a.Hash.Span, New: hash})
	}
	if n, _ := a.Evidence.Int(); n != evidence {
		edits = append(edits, source.Edit{Span: a.Evidence.Span, New: strconv.Itoa(evidence)})
	}
	if n, _ := a.Round.Int(); n != round {
		edits = append(edits, source.Edit{Span: a.Round.Span, New: strconv.Itoa(round)})
	}
	return nil, edits
}

// FormatArtifact is the value of artifact_state. Source: checkpoint_protocol §2.
func FormatArtifact(hash string, evidence, round int) string {
	return fmt.Sprintf("rfc.md(%s), evidence(%d items), gate_b_round=%d", hash, evidence, round)
}
