package ohrfc

import (
	"strings"

	"mdck/mdcheckpoint/claim"
)

// ContentHash is the hash by which two texts of a checkpoint are compared when
// it is asked whether the version should have risen: white space and a byte order
// mark do not count, nor does case in the Meta section.
func ContentHash(text string) string {
	if c, err := ParseCheckpoint("", text); err == nil {
		return c.ContentHash()
	}
	return claim.ContentHash(text)
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
