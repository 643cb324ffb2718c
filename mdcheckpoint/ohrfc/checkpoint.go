package ohrfc

import (
	"sort"
	"strings"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/schema"
)

// A Checkpoint is a parsed checkpoint.md.
type Checkpoint struct {
	*schema.Match
	Meta Meta
}

// ParseCheckpoint parses text as the checkpoint called name. Its errors are those of
// [mdcheckpoint.Parse].
func ParseCheckpoint(name, text string) (*Checkpoint, error) {
	d, err := mdcheckpoint.Parse(name, text)
	if err != nil {
		return nil, err
	}
	return checkpointOf(Format.Match(d)), nil
}

func checkpointOf(m *schema.Match) *Checkpoint {
	c := &Checkpoint{Match: m}
	c.Meta = readMeta(c)
	return c
}

func (c *Checkpoint) Text() string { return c.Document.File.Text }

// Rounds returns the Gate-B rounds, lowest number first.
func (c *Checkpoint) Rounds() []*schema.GroupMatch {
	rounds := c.All(GateBKey)
	sort.SliceStable(rounds, func(i, j int) bool { return rounds[i].N < rounds[j].N })
	return rounds
}

// NewestRound returns the highest number of a Gate-B round, or 0. c may be nil.
func (c *Checkpoint) NewestRound() (newest int) {
	if c == nil {
		return 0
	}
	for _, g := range c.All(GateBKey) {
		newest = max(newest, g.N)
	}
	return newest
}

func (c *Checkpoint) holds(key string, n int) bool {
	if c == nil {
		return false
	}
	there := c.Group(key, n)
	return there != nil && schema.HasContent(there.Section)
}

// ContentHash returns a hash of a checkpoint's content. The version must be raised if the hash
// changes.
func ContentHash(text string) string {
	hash, _ := content(text)
	return hash
}

func content(text string) (hash string, version int) {
	c, err := ParseCheckpoint("", text)
	if err != nil {
		return claim.ContentHash(text), -1
	}
	return c.contentHash(), c.Meta.Version
}

func (c *Checkpoint) contentHash() string {
	text := c.Text()
	if c.Meta.Section != nil {
		own := c.Meta.Section.Own
		text = text[:own.Start] + strings.ToLower(text[own.Start:own.End]) + text[own.End:]
	}
	return claim.ContentHash(text)
}
