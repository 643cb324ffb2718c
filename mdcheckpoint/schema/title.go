package schema

import (
	"strconv"
	"strings"
	"time"
)

// Fill matches title against pattern, a title with at most one placeholder, and
// gives what stands in the placeholder's place, as it is written. {N} takes
// digits only, {DATE} a date such as 2006-01-02, any other placeholder anything but
// nothing. Without a placeholder pictures in title are passed over.
func Fill(pattern, title string) (value string, ok bool) {
	s, placed := slotOf(pattern)
	if !placed {
		return "", Fold(pattern) == Fold(Bare(title))
	}
	return s.fill(Fold(title), title)
}

// A slot is a placeholder with what stands around it, folded.
type slot struct{ head, name, tail string }

// slotOf is the placeholder of a pattern; ok is false if it has none.
func slotOf(pattern string) (s slot, ok bool) {
	before, rest, ok := strings.Cut(pattern, "{")
	name, after, _ := strings.Cut(rest, "}")
	return slot{Fold(before), "{" + name + "}", Fold(after)}, ok
}

// fill is [Fill] for title, which is given as it is folded, too.
func (s *slot) fill(folded, title string) (value string, ok bool) {
	if len(folded) < len(s.head)+len(s.tail) || !strings.HasPrefix(folded, s.head) || !strings.HasSuffix(folded, s.tail) {
		return "", false
	}
	value = strings.TrimSpace(folded[len(s.head) : len(folded)-len(s.tail)])
	if value == "" || s.name == numberSlot && strings.Trim(value, "0123456789") != "" || s.name == dateSlot && !isDate(value) {
		return "", false
	}
	return asWritten(title, value, s.tail), true
}

// isDate reports whether s has the form of a date.
func isDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

// asWritten is value, which is folded and stands before tail, as title has it.
func asWritten(title, value, tail string) string {
	lower := strings.ToLower(title)
	if len(lower) != len(title) {
		return value
	}
	end := max(strings.LastIndex(lower, tail), 0)
	if i := strings.LastIndex(lower[:end], value); i >= 0 {
		return title[i : i+len(value)]
	}
	return value
}

// A finder finds the group that a title means. It is made once for a document, so that
// each title is folded once, however many groups there are.
type finder struct {
	loose   bool
	literal map[string]*Group // by their folded titles
	slots   []slot
	repeats []*Group // whose placeholders are those of slots
}

func (s *Schema) finder() *finder {
	f := &finder{loose: s.Loose, literal: make(map[string]*Group, len(s.Groups))}
	for i := range s.Groups {
		g := &s.Groups[i]
		if slot, ok := slotOf(g.Title); ok {
			f.slots, f.repeats = append(f.slots, slot), append(f.repeats, g)
		} else if key := Fold(g.Title); f.literal[key] == nil {
			f.literal[key] = g
		}
	}
	return f
}

// find gives the group of that title, with what stands for its placeholder and, of {N},
// the number; nil if there is none. A placeholder takes no title that a group has as it
// is.
func (f *finder) find(title string) (g *Group, n int, value string) {
	if f.loose {
		title = Loosened(title)
	}
	if g = f.literal[Fold(Bare(title))]; g != nil || len(f.slots) == 0 {
		return g, 0, ""
	}
	folded := Fold(title)
	for i := range f.slots {
		value, ok := f.slots[i].fill(folded, title)
		if !ok {
			continue
		}
		if f.slots[i].name != numberSlot {
			return f.repeats[i], 0, value
		}
		if number, err := strconv.ParseUint(value, 10, 31); err == nil { // else it is more than a round can have
			return f.repeats[i], int(number), value
		}
	}
	return nil, 0, ""
}
