package threshold

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// Names of the state files, relative to the root of the repository. Source: seed,
// state.
const (
	AcksFile     = ".autopilot/state/acknowledgments.json"
	StateFile    = ".autopilot/state/thresholds.json"
	TriggersFile = ".autopilot/state/triggers.json" // the documents give it no name
)

// Files are the names of all state files.
func Files() []string { return []string{AcksFile, StateFile, TriggersFile} }

// Keys of acknowledgments that are asked for by name.
const (
	acksKey    = "acknowledgments"
	historyKey = "acknowledgment_history"
	resetKey   = "last_reset"
	atKey      = "acknowledged_at"
	sessionKey = "session_id"
	noteKey    = "user_note"
)

// valueKeys are the names of the value at which an alert was acknowledged. Source:
// seed, state and the seed's own handler. One that is there is written, else the
// first.
var valueKeys = []string{"value_at_ack", "value_at_acknowledgment", "value"}

// AckFields are the keys of the file of acknowledgments, in both of its shapes.
// Source: seed; the level, the note and the history: state.
var AckFields = jsondoc.Field{Kind: jsondoc.Object, Open: true, Fields: []jsondoc.Field{
	{Name: acksKey, Kind: jsondoc.Object, Each: &jsondoc.Field{Kind: jsondoc.Object | jsondoc.Null, Open: true, Fields: []jsondoc.Field{
		{Name: atKey, Kind: jsondoc.String | jsondoc.Null},
		{Name: valueKeys[0], Kind: numberKinds},
		{Name: valueKeys[1], Kind: numberKinds},
		{Name: valueKeys[2], Kind: numberKinds},
		{Name: sessionKey, Kind: jsondoc.String | jsondoc.Null},
		{Name: "threshold_level", Kind: jsondoc.String},
		{Name: noteKey, Kind: jsondoc.String | jsondoc.Null},
	}}},
	{Name: resetKey, Kind: jsondoc.String | jsondoc.Null},
	{Name: historyKey, Kind: jsondoc.Array, Elem: &jsondoc.Field{Kind: jsondoc.Object}},
}}

// Acks are the acknowledgments of alerts.
type Acks struct {
	Doc   *jsondoc.Document // nil for a file that is not there yet
	Reset time.Time         // of the last reset; zero if there was none
	doubt string            // the last reset as it is spelled, if that is no time
}

// An Ack is that a person has acknowledged an alert.
type Ack struct {
	Kind     Kind
	At       time.Time // zero if it cannot be read
	Value    float64
	HasValue bool
	Session  string
	Span     source.Span
	odd      bool // its value is not a number
}

// ParseAcks reads text as the acknowledgments called name. An empty text is a file
// without any. Text that is no JSON, or of the wrong form, is an error at its place.
func ParseAcks(name, text string) (*Acks, error) {
	d, err := parse(name, text, AckFields)
	if err != nil || d == nil {
		return &Acks{}, err
	}
	a := &Acks{Doc: d}
	if s, ok := d.Root.Get(resetKey).Str(); ok {
		if a.Reset, ok = readTime(s); !ok && !slices.Contains([]string{"", "n/a", "pending", "paused"}, strings.ToLower(strings.TrimSpace(s))) {
			a.doubt = s
		}
	}
	return a, nil
}

// parse reads text by a table; nil of an empty text.
func parse(name, text string, fields jsondoc.Field) (*jsondoc.Document, error) {
	if strings.TrimSpace(strings.TrimPrefix(text, "\ufeff")) == "" {
		return nil, nil
	}
	return jsondoc.ParseChecked(name, text, fields)
}

// readTime reads a time as scripts and people write it; without a zone it is UTC.
func readTime(text string) (time.Time, bool) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", time.DateTime, time.DateOnly, "2006-01-02 15:04"} {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	return time.Time{}, false
}

func (a *Acks) root() *jsondoc.Value {
	if a.Doc == nil {
		return nil
	}
	return a.Doc.Root
}

// key is the name under which the acknowledgment of a kind stands, which may be that
// of the other document; "" if there is none.
func (a *Acks) key(k Kind) string {
	found := ""
	for _, m := range members(a.root().Get(acksKey)) {
		if kind, ok := KindOf(m.Key); ok && kind == k && m.Value.Kind == jsondoc.Object && (found == "" || m.Key == string(k)) {
			found = m.Key
		}
	}
	return found
}

// Find is the acknowledgment of a kind, valid or not.
func (a *Acks) Find(k Kind) (Ack, bool) {
	key := a.key(k)
	if key == "" {
		return Ack{}, false
	}
	v := a.root().Get(acksKey, key)
	ack := Ack{Kind: k, Span: v.Span}
	if s, ok := v.Get(atKey).Str(); ok {
		ack.At, _ = readTime(s)
	}
	ack.Session, _ = v.Get(sessionKey).Str()
	for _, name := range valueKeys {
		if value := v.Get(name); value != nil && !ack.HasValue {
			n, problem := number(k, value)
			ack.Value, ack.HasValue, ack.odd = n, problem == "", problem != ""
		}
	}
	return ack, true
}

// Valid reports whether an acknowledgment of that kind counts: it says when it was
// made, and that was not before the last reset. While nobody can tell when that was,
// none counts.
func (a *Acks) Valid(k Kind) bool {
	ack, ok := a.Find(k)
	return ok && a.void(ack) == ""
}

// void is why an acknowledgment does not count, for people; "" if it does.
func (a *Acks) void(ack Ack) string {
	switch {
	case a.doubt != "":
		return fmt.Sprintf("no acknowledgment counts: %q is %q, which is no time, and mdck plan reset sets it", resetKey, short(a.doubt))
	case ack.At.IsZero():
		return fmt.Sprintf("the acknowledgment of %s does not count: it has no %q, or one that is not a time", ack.Kind, atKey)
	case ack.At.Before(a.Reset):
		return fmt.Sprintf("the acknowledgment of %s does not count: it is of %s, before the last reset at %s", ack.Kind, spelling.FormatTime(ack.At), spelling.FormatTime(a.Reset))
	case ack.odd:
		return fmt.Sprintf("the acknowledgment of %s does not count: its value is not a number", ack.Kind)
	}
	return ""
}

// Excuses reports whether what begins at limit is acknowledged: an acknowledgment counts
// for values from there on if it was made from there on. Of one that does not count why
// says the reason, for people; it is empty if there is none.
func (a *Acks) Excuses(k Kind, limit float64) (ok bool, why string) {
	ack, there := a.Find(k)
	if !there {
		return false, ""
	}
	if why := a.void(ack); why != "" {
		return false, why
	}
	if ack.HasValue && ack.Value < limit {
		return false, fmt.Sprintf("the acknowledgment at %s does not count for what begins at %s", k.Show(ack.Value), k.Show(limit))
	}
	return true, ""
}

// growth is how far above the acknowledged value it is worth a word, since nothing
// asks again before a reset. Source: E3 row 2.
const growth = 1.2

// Grown reports whether value is far above the one that was acknowledged.
func (a *Acks) Grown(v Value) bool {
	ack, ok := a.Find(v.Kind)
	if !ok || !ack.HasValue || v.Number <= ack.Value {
		return false
	}
	return exact(v.Number).Cmp(new(big.Rat).Mul(exact(growth), exact(ack.Value))) >= 0
}

// exact is a number as it is spelled: 1.2 is 6/5, as no float64 is.
func exact(n float64) *big.Rat {
	r, ok := new(big.Rat).SetString(plain(n))
	if !ok { // it is infinite, or none
		return new(big.Rat)
	}
	return r
}

// A Change is what a state file should become.
type Change struct {
	Text  string   // of the whole file
	Did   []string // what was done, for people; nothing if nothing changes
	Notes []string // what the user should know, a sentence each
}

// Changed reports whether anything was done.
func (c *Change) Changed() bool { return len(c.Did) > 0 }

func (a *Acks) text() string {
	if a.Doc == nil {
		return ""
	}
	return a.Doc.File.Text
}
