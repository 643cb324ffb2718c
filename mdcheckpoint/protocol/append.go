package protocol

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/schema"
)

// An Append is a request to write text to a section.
type Append struct {
	Group   *schema.Group
	Only    *schema.Subsection // the only subsection to write; nil means the section
	Value   string             // for the placeholder in the title of Group; "" means the default
	Parts   []schema.Filling
	Single  bool // add the bullets to the section, unless Replace is set or the section repeats
	Replace bool // replace the section or, if Only is set, the subsection
	Force   bool // accept a number after a gap
}

// Choose selects the section to write: that of Value, that of today (2006-01-02), the newest, or a
// new one. Errors are [*RequestError], or of [mdcheckpoint.Parse] for the title.
func (a *Append) Choose(e *schema.Editor, today string) (*schema.Write, error) {
	w := &schema.Write{Group: a.Group, Value: a.Value, Parts: a.Parts, Replace: a.Replace}
	w.Single = a.Only != nil || a.Single && !a.Replace && !a.Group.Repeats()
	all, err := e.Match.All(a.Group.Key), error(nil)
	switch {
	case a.Group.Numbered():
		err = a.chooseNumber(e, w, all)
	case a.Group.Repeats():
		err = a.chooseValue(e, w, all, today)
	case a.Value != "":
		err = BadRequest("remove --round and --value", "%q has no placeholder for %q", a.Group.Name(), a.Value)
	case len(all) > 0:
		w.Existing = all[0]
	}
	if err == nil && w.Existing == nil {
		err = checkTitle(e.Match.Schema, w)
	}
	if err != nil {
		return nil, err
	}
	return w, checkStays(w, all)
}

func (a *Append) chooseNumber(e *schema.Editor, w *schema.Write, all []*schema.GroupMatch) error {
	newest := &schema.GroupMatch{Group: a.Group}
	for _, g := range all {
		if g.N > newest.N || newest.Section == nil {
			newest = g
		}
	}
	if a.Value == "" {
		if w.N = newest.N; newest.Section != nil && a.continues(e, w, newest) {
			w.Existing = newest
		} else {
			w.N++
		}
		if w.Value = strconv.Itoa(w.N); w.N < 1 || w.N > math.MaxInt32 {
			return BadRequest("--round selects one", "no higher number is possible for section %q", a.Group.Name())
		}
		return nil
	}
	n, err := strconv.ParseUint(a.Value, 10, 31)
	if err != nil {
		return BadRequest("", "%q is not a number; %q requires a number", a.Value, a.Group.Name())
	}
	w.N, w.Value = int(n), strconv.Itoa(int(n))
	w.Existing = find(all, w)
	if w.Existing == nil && w.N != newest.N+1 && len(all) > 0 && !a.Force {
		return BadRequest(fmt.Sprintf("the next number is %d; --force accepts any number", newest.N+1), "%q does not follow the newest section %q", a.Group.TitleFor(w.N), a.Group.TitleFor(newest.N))
	}
	return nil
}

func (a *Append) chooseValue(e *schema.Editor, w *schema.Write, all []*schema.GroupMatch, today string) error {
	if w.Value == "" && a.Group.Dated() {
		w.Value = today
	}
	if w.Value == "" && len(all) > 0 {
		newest := all[len(all)-1]
		if a.Group.NewestFirst {
			newest = all[0]
		}
		if a.continues(e, w, newest) {
			w.Existing, w.Value = newest, newest.Value
			return nil
		}
	}
	if w.Value == "" {
		_, slot, _ := strings.Cut(a.Group.Name(), "<")
		slot, _, _ = strings.Cut(slot, ">")
		return BadRequest("--value TEXT sets it", "no value given for {%s} in %q", slot, a.Group.Title)
	}
	w.Value = spelling.TrimColons(w.Value)
	w.Existing = find(all, w)
	return nil
}

// continues reports whether the text goes to g, the newest section, instead of a new one.
func (a *Append) continues(e *schema.Editor, w *schema.Write, g *schema.GroupMatch) bool {
	return a.Only != nil || a.Replace || !schema.HasContent(g.Section) || e.HasSameContent(g, w)
}

func find(all []*schema.GroupMatch, w *schema.Write) *schema.GroupMatch {
	if i := slices.IndexFunc(all, w.Own().Same); i >= 0 {
		return all[i]
	}
	return nil
}

func checkTitle(s *schema.Schema, w *schema.Write) error {
	if strings.ContainsFunc(w.Value, unicode.IsControl) {
		return BadRequest("", "%q cannot be in a heading", w.Value)
	}
	d, err := mdcheckpoint.Parse("", s.Heading(w.Title())+"\n")
	if err != nil {
		return err
	}
	if m := s.Match(d); len(m.Groups) != 1 || !m.Groups[0].Same(w.Own()) {
		return BadRequest("", "the heading %q would not match %q", w.Title(), w.Group.Name())
	}
	return nil
}

func checkStays(w *schema.Write, all []*schema.GroupMatch) error {
	newer := slices.DeleteFunc(all, func(g *schema.GroupMatch) bool { return g.Compare(w.Own()) <= 0 })
	sort.SliceStable(newer, func(i, j int) bool { return newer[i].Compare(newer[j]) < 0 })
	newer = slices.CompactFunc(newer, func(g, h *schema.GroupMatch) bool { return g.Compare(h) == 0 })
	if w.Group.Keep == 0 || len(newer) < w.Group.Keep {
		return nil
	}
	return BadRequest("", "%q is older than the newest %d sections, and older sections are not kept", w.Title(), w.Group.Keep)
}

// AsRequest converts a [*schema.TextError] to a [*RequestError]. It returns other errors unchanged.
func AsRequest(err error) error {
	if text, ok := errors.AsType[*schema.TextError](err); ok {
		return &RequestError{Reason: text.Reason, Hint: text.Hint}
	}
	return err
}
