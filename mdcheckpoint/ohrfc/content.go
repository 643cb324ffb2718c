package ohrfc

import (
	"strings"

	"mdck/mdcheckpoint/claim"
)

// ContentHash is the hash by which two texts of a checkpoint are compared when
// it is asked whether the version should have risen: white space and a byte order
// mark do not count, nor does case in the Meta section.
func ContentHash(text string) string {
	hash, _ := content(text)
	return hash
}

// content returns [ContentHash] and the version in the Meta section, -1 without one.
func content(text string) (hash string, version int) {
	c, err := ParseCheckpoint("", text)
	if err != nil {
		return claim.ContentHash(text), -1
	}
	return c.ContentHash(), c.Meta.Version
}

// ContentHash is [ContentHash] of the text of c.
func (c *Checkpoint) ContentHash() string {
	text := c.Text()
	if c.Meta.Section != nil {
		own := c.Meta.Section.Own
		text = text[:own.Start] + strings.ToLower(text[own.Start:own.End]) + text[own.End:]
	}
	return claim.ContentHash(text)
}
