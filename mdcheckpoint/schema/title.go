package schema

import (
	"strconv"
	"strings"
	"time"

	"mdck/internal/spelling"
)

// Fill matches title with pattern, and returns the text for the placeholder of pattern. {N} matches
// digits; {DATE} matches a date.
func Fill(pattern, title string) (value string, ok bool) {
	s, placed := slotOf(pattern)
	if !placed {
		return "", foldPlain(pattern) == foldPlain(title)
	}
	return s.fill(spelling.FoldTitle(title), title)
}

// Fill is like the function [Fill], but heeds Colons of the schema.
func (s *Schema) Fill(pattern, title string) (value string, ok bool) {
	if s.Colons {
		pattern, title = spelling.TrimColons(pattern), spelling.TrimColons(title)
		if !strings.Contains(pattern, "{") {
			title = spelling.TrimColons(spelling.WithoutPictures(title))
		}
	}
	return Fill(pattern, title)
}

func foldPlain(title string) string { return spelling.FoldTitle(spelling.WithoutPictures(title)) }

// A slot is a placeholder with the folded text around it.
type slot struct{ head, name, tail string }

func slotOf(pattern string) (s slot, ok bool) {
	before, rest, ok := strings.Cut(pattern, "{")
	name, after, _ := strings.Cut(rest, "}")
	return slot{spelling.FoldTitle(before), "{" + name + "}", spelling.FoldTitle(after)}, ok
}

func (s *slot) fill(folded, title string) (value string, ok bool) {
	if len(folded) < len(s.head)+len(s.tail) || !strings.HasPrefix(folded, s.head) ||
		!strings.HasSuffix(folded, s.tail) {
		return "", false
	}
	raw := folded[len(s.head) : len(folded)-len(s.tail)]
	value = strings.TrimSpace(raw)
	if value == "" || s.name == numberSlot && strings.Trim(value, "0123456789") != "" ||
		s.name == dateSlot && !isDate(value) {
		return "", false
	}
	from := len(s.head) + strings.Index(raw, value)
	if plain := plainTitle(title); len(plain) == len(folded) {
		value = plain[from : from+len(value)]
	}
	return value, true
}

func isDate(s string) bool {
	_, err := time.Parse(time.DateOnly, s)
	return err == nil
}

func plainTitle(title string) string {
	if strings.ContainsAny(title, "*`：") { // building the replacer is slow, and few titles need it
		title = strings.NewReplacer("*", "", "`", "", "：", ":").Replace(title)
	}
	return strings.Join(strings.Fields(title), " ")
}

// A finder finds the group or subsection of a title. It is for one document.
type finder struct {
	*Schema
	literal map[string]*Group // groups without a placeholder, by folded title
	slots   []slot
	repeats []*Group // groups with a placeholder, in the order of slots
	parts   map[*Group]map[string]*Subsection
}

func (s *Schema) finder() *finder {
	f := &finder{Schema: s, literal: make(map[string]*Group, len(s.Groups)),
		parts: map[*Group]map[string]*Subsection{}}
	for i := range s.Groups {
		g := &s.Groups[i]
		if slot, ok := slotOf(f.plain(g.Title)); ok {
			f.slots, f.repeats = append(f.slots, slot), append(f.repeats, g)
		} else if key := spelling.FoldTitle(f.plain(spelling.WithoutPictures(g.Title))); f.literal[key] == nil {
			f.literal[key] = g
		}
	}
	return f
}

func (f *finder) plain(title string) string {
	if f.Colons {
		return spelling.TrimColons(title)
	}
	return title
}

// find returns the group with that title, or nil. value is the text for the placeholder, n the
// number for {N}.
func (f *finder) find(title string) (g *Group, n int, value string) {
	if f.Loosen != nil {
		title = f.Loosen(title)
	}
	if g = f.literal[spelling.FoldTitle(f.plain(spelling.WithoutPictures(title)))]; g != nil || len(f.slots) == 0 {
		return g, 0, ""
	}
	title = f.plain(title)
	folded := spelling.FoldTitle(title)
	for i := range f.slots {
		value, ok := f.slots[i].fill(folded, title)
		if !ok {
			continue
		}
		if f.slots[i].name != numberSlot {
			return f.repeats[i], 0, value
		}
		if number, err := strconv.ParseUint(value, 10, 31); err == nil { // otherwise the number is too large
			return f.repeats[i], int(number), value
		}
	}
	return nil, 0, ""
}

func (f *finder) part(g *Group, title string) *Subsection {
	known, ok := f.parts[g]
	if !ok {
		known = make(map[string]*Subsection, len(g.Subsections))
		for i := range g.Subsections {
			if key := spelling.FoldTitle(f.plain(g.Subsections[i].Title)); known[key] == nil {
				known[key] = &g.Subsections[i]
			}
		}
		f.parts[g] = known
	}
	return known[spelling.FoldTitle(f.plain(title))]
}
