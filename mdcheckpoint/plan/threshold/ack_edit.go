package threshold

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/spelling"
)

// ErrVoid is wrapped by the error about an acknowledgment that would not count, since
// the clock stands before the last reset.
var ErrVoid = errors.New("an acknowledgment would be void: it would stand before the last reset")

// Acknowledge makes the change that acknowledges an alert at v. An acknowledgment
// that is there, in either shape, is brought up to date and keeps what else it
// holds, but for its note. session may be empty, and so may note. One that would be void is [ErrVoid].
func (a *Acks) Acknowledge(v Value, now time.Time, session, note string) (*Change, error) {
	if ack, ok := a.Find(v.Kind); ok && a.Valid(v.Kind) && ack.HasValue && ack.Value == v.Number && ack.Session == session && (note == "" || a.note(v.Kind) == note) {
		return &Change{Text: a.text(), Notes: []string{string(v.Kind) + " is acknowledged at that value already"}}, nil
	}
	if _, err := ParseNumber(v.Kind, plain(v.Number)); err != nil {
		return nil, err
	}
	reset := spelling.FormatTime(a.Reset)
	if a.doubt != "" {
		reset = fmt.Sprintf("which is %q", short(a.doubt))
	}
	if a.doubt != "" || now.Truncate(time.Second).Before(a.Reset) {
		return nil, fmt.Errorf("%s at %s: %w, %s", v.Kind, v.Kind.Show(v.Number), ErrVoid, reset)
	}
	set := a.entry(v, now, session, note)
	text, err := a.write(cmp.Or(a.key(v.Kind), string(v.Kind)), set)
	if err != nil {
		return nil, err
	}
	return &Change{Text: text, Did: []string{"acknowledged " + string(v.Kind) + " at " + v.Kind.Show(v.Number)}}, nil
}

func (a *Acks) note(k Kind) string {
	s, _ := a.root().Get(acksKey, a.key(k), noteKey).Str()
	return s
}

// A pair is a key and the value that JSON spells.
type pair struct{ key, json string }

// entry are the values of an acknowledgment.
func (a *Acks) entry(v Value, now time.Time, session, note string) []pair {
	value := a.valueKey(v.Kind)
	set := []pair{{atKey, jsondoc.Quote(spelling.FormatTime(now))}, {value, plain(v.Number)}, {sessionKey, "null"}}
	if session != "" {
		set[2].json = jsondoc.Quote(session)
	}
	if a.root().Get(historyKey) != nil || value == valueKeys[1] {
		set = append(set, pair{"threshold_level", `"` + Alert.String() + `"`})
	}
	switch {
	case note != "":
		set = append(set, pair{noteKey, jsondoc.Quote(note)})
	case a.note(v.Kind) != "": // said of another acknowledgment, by another person maybe
		set = append(set, pair{noteKey, "null"})
	}
	return set
}

// valueKey is the key of the value: the one that the entry has or, of a new one, that
// another has.
func (a *Acks) valueKey(k Kind) string {
	all := []*jsondoc.Value{a.root().Get(acksKey, a.key(k))}
	for _, m := range members(a.root().Get(acksKey)) {
		all = append(all, m.Value)
	}
	if history := a.root().Get(historyKey); history != nil && len(all) == 1 && len(history.Elements) > 0 {
		return valueKeys[1] // the shape that has a history calls it so
	}
	for _, v := range all {
		for _, name := range valueKeys {
			if v.Get(name) != nil {
				return name
			}
		}
	}
	return valueKeys[0]
}

// write puts the values into the entry called key.
func (a *Acks) write(key string, set []pair) (string, error) {
	if a.Doc == nil {
		return "{\n  \"acknowledgments\": {\n    " + jsondoc.Quote(key) + ": " + object(set, "      ") + "\n    }\n  },\n  \"last_reset\": null\n}\n", nil
	}
	if a.root().Get(acksKey, key) == nil || a.root().Get(acksKey, key).Kind != jsondoc.Object {
		return apply(a.Doc, setter{object(set, "") + "}", []string{acksKey, key}})
	}
	var all []setter
	for _, p := range set {
		all = append(all, setter{p.json, []string{acksKey, key, p.key}})
	}
	return apply(a.Doc, all...)
}

// object spells pairs as an object without its closing brace, each on a line with
// that indentation, or on one line.
func object(set []pair, indent string) string {
	var parts []string
	for _, p := range set {
		parts = append(parts, jsondoc.Quote(p.key)+": "+p.json)
	}
	if indent == "" {
		return "{" + strings.Join(parts, ", ")
	}
	return "{\n" + indent + strings.Join(parts, ",\n"+indent)
}

// Clear makes the change that takes back all acknowledgments. Where the file keeps a
// history they move there. With nothing to take back only the time of the reset is
// set, unless it is set to that time already.
func (a *Acks) Clear(now time.Time) (*Change, error) {
	stamp := jsondoc.Quote(spelling.FormatTime(now))
	if a.Doc == nil {
		return &Change{Text: "{\n  \"acknowledgments\": {},\n  \"last_reset\": " + stamp + "\n}\n", Did: []string{"reset: nothing was acknowledged"}}, nil
	}
	var all []setter
	entries := members(a.root().Get(acksKey))
	if len(entries) > 0 || a.root().Get(acksKey) == nil {
		all = append(all, setter{"{}", []string{acksKey}})
	}
	if history := a.root().Get(historyKey); history != nil && len(entries) > 0 {
		all = append(all, setter{a.history(entries, stamp), []string{historyKey}})
	}
	all = append(all, setter{stamp, []string{resetKey}})
	text, err := apply(a.Doc, all...)
	if err != nil {
		return nil, err
	}
	if text == a.text() {
		return &Change{Text: text, Notes: []string{"that reset is made already"}}, nil
	}
	return &Change{Text: text, Did: []string{"reset: " + counted(len(entries), "acknowledgment")}}, nil
}

func counted(n int, name string) string {
	if n == 1 {
		return "1 " + name
	}
	return strconv.Itoa(n) + " " + name + "s"
}

// history is the array of the history with entries behind what it holds, which stays
// as it is spelled.
func (a *Acks) history(entries []jsondoc.Member, stamp string) string {
	var all []string
	for _, v := range a.root().Get(historyKey).Elements {
		all = append(all, a.Doc.File.Slice(v.Span))
	}
	for _, m := range entries {
		if m.Value.Kind == jsondoc.Object {
			all = append(all, a.past(m, stamp))
		}
	}
	return "[" + strings.Join(all, ", ") + "]"
}

// past is an acknowledgment as the history has it, with all that it holds besides.
func (a *Acks) past(m jsondoc.Member, stamp string) string {
	set := []pair{{"type", jsondoc.Quote(m.Key)}}
	has := func(key string) bool {
		return m.Value.Get(key) != nil || slices.ContainsFunc(set, func(p pair) bool { return p.key == key })
	}
	for _, old := range m.Value.Members {
		key := old.Key
		if slices.Contains(valueKeys, key) && !has(valueKeys[2]) {
			key = valueKeys[2]
		}
		if key != "type" && key != "reset_at" {
			set = append(set, pair{key, a.Doc.File.Slice(old.Value.Span)})
		}
	}
	return object(append(set, pair{"reset_at", stamp}), "") + "}"
}
