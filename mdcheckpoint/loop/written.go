package loop

import (
	"cmp"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// written is a whole number as people read it: one that does not fit as it is written;
// "" for none.
func written(v *jsondoc.Value) string {
	n, ok := number(v)
	switch {
	case !ok:
		return ""
	case n == mostCount || n == -mostCount:
		return strings.TrimSpace(text(v).Text)
	}
	return itoa(n)
}

// VersionText is [Metadata.Version] as people read it: what is no whole number, or does
// not fit, is as it is written.
func (m *Metadata) VersionText() string {
	v := m.Doc.Root.Get("version")
	return cmp.Or(written(v), strings.TrimSpace(text(v).Text), itoa(m.Version()))
}

// FixText is fix_cycle_count of max_fix_cycles for people, as "1 of 3"; what cannot be
// read is "unknown".
func (m *Metadata) FixText() string {
	count, limit := m.FixNumbers()
	return cmp.Or(count, "unknown") + " of " + cmp.Or(limit, "unknown")
}

// FixNumbers are fix_cycle_count and max_fix_cycles as they are read, or as they are
// written where they do not fit an int; "" for one that cannot be read.
func (m *Metadata) FixNumbers() (count, limit string) {
	return m.fixText("fix_cycle_count", 0), m.fixText("max_fix_cycles", MaxFixCycles)
}

// fixText is a count of cycles, that number where there is none; "" for one that cannot
// be read.
func (m *Metadata) fixText(key string, missing int) string {
	v := m.loop(key)
	if v.IsNothing() {
		return itoa(missing)
	}
	return written(v)
}

// unreadFixes reports a count of cycles that cannot be read: 0 in its place would let
// the loop go on for ever. It is nil if both can be.
func (m *Metadata) unreadFixes() error {
	for _, key := range [...]string{"fix_cycle_count", "max_fix_cycles"} {
		if v := m.loop(key); m.fixText(key, 0) == "" {
			return protocol.Refusal("a person has to say how many fix cycles there were, and may be", "%s is %s, want a whole number", key, short(m.Doc.File.Slice(v.Span)))
		}
	}
	return nil
}
