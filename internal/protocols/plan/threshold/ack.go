package threshold

import (
	"cmp"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

const (
	acksKey    = "acknowledgments"
	historyKey = "acknowledgment_history"
	resetKey   = "last_reset"
	atKey      = "acknowledged_at"
	sessionKey = "session_id"
	noteKey    = "user_note"
	resetAtKey = "reset_at"
)

// valueKeys are names for the acknowledged value, the first for new values. Source: seed, state,
// and the code for alerts of seed, in this order.
var valueKeys = [...]string{"value_at_ack", "value_at_acknowledgment", "value"}

// ackFields describes both formats of acknowledgments. Source: seed, state.
func ackFields() jsondoc.Field {
	acks := jsondoc.Field{Name: acksKey, Kind: jsondoc.Object}
	for _, m := range measures {
		fields := []jsondoc.Field{timeField(atKey), textField(sessionKey), levelField("threshold_level"), textField(noteKey)}
		for _, key := range valueKeys {
			fields = append(fields, m.field(key))
		}
		for _, name := range m.names {
			ack := open(name, fields...)
			ack.Kind |= jsondoc.Null
			acks.Fields = append(acks.Fields, ack)
		}
	}
	past := open("", timeField(atKey), timeField(resetAtKey))
	return open("", acks, timeField(resetKey), jsondoc.Field{Name: historyKey, Kind: jsondoc.Array, Elem: &past})
}

// Acks are the acknowledgments of alerts.
type Acks struct {
	root  *jsondoc.Value
	Reset time.Time // the last reset; far in the future if unreadable
}

// An Ack is the acknowledgment of an alert by a person.
type Ack struct {
	At      time.Time `json:"at"`    // zero if it cannot be parsed
	Value   *float64  `json:"value"` // nil if missing
	Session string    `json:"session"`

	key, valueKey string
}

// ReadAcks reads the acknowledgments in tree.
func ReadAcks(tree fs.FS) (*Acks, error) {
	d, err := readFile(tree, AcksFile)
	if err != nil {
		return nil, err
	}
	return newAcks(d.Root), nil
}

func newAcks(root *jsondoc.Value) *Acks {
	a := &Acks{root: root}
	at, ok := readTime(root.Get(resetKey))
	if !ok && a.lastReset() != "" {
		at = time.Unix(1<<40, 0)
	}
	a.Reset = at
	return a
}

func (a *Acks) lastReset() string {
	s, _ := a.root.Get(resetKey).Str()
	return spelling.Cut(s, maxQuoted)
}

// find returns the acknowledgment of k, or nil. The acknowledgment may be void.
func (a *Acks) find(k Kind) *Ack {
	m := k.measure()
	for _, name := range m.names {
		v := a.root.Get(acksKey, name)
		if v.IsNothing() {
			continue
		}
		ack := &Ack{key: name}
		ack.At, _ = readTime(v.Get(atKey))
		ack.Session, _ = v.Get(sessionKey).Str()
		for _, key := range slices.Backward(valueKeys[:]) { // in reverse, so that the first existing key wins
			if n, ok := m.read(v.Get(key)); ok {
				ack.Value, ack.valueKey = &n, key
			}
		}
		return ack
	}
	return nil
}

func (a *Acks) void(k Kind, ack *Ack, limit float64) string {
	switch {
	case ack.At.IsZero():
		return fmt.Sprintf("the acknowledgment of %s is ignored, because %q is missing or not a time", k, atKey)
	case ack.At.Before(a.Reset):
		return fmt.Sprintf("%s was acknowledged at %s, before the last reset at %q, so it must be acknowledged again", k, spelling.FormatTime(ack.At), a.lastReset())
	case ack.Value != nil && *ack.Value < limit:
		return "the acknowledgment at " + k.Show(*ack.Value) + " is ignored, because the alert begins at " + k.Show(limit)
	}
	return ""
}

// An AckInput is the answer of a person to alerts.
type AckInput struct {
	Kinds   []Kind // empty means all alerts of the last check
	Session string
	Note    string
}

// Acknowledge returns the edit that acknowledges alerts. A value that is not an alert is a
// [*protocol.RequestError].
func Acknowledge(in AckInput) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		alerts, err := in.alerts(read)
		if err != nil {
			return nil, err
		}
		change := &protocol.Change{}
		return change, edit(read, change, AcksFile, func(e *jsondoc.Editor) string {
			var did []string
			for _, v := range alerts {
				in.acknowledge(e, v, read.Now)
				did = append(did, v.at())
			}
			return "acknowledged " + strings.Join(did, ", ")
		})
	}
}

// StopAt returns the edit that writes a waypoint for each alert.
func StopAt(in AckInput, where func() Place) protocol.Edit {
	return func(read *protocol.Reader) (*protocol.Change, error) {
		alerts, err := in.alerts(read)
		change := &protocol.Change{}
		for _, v := range alerts {
			r := &Reading{Value: v, Level: Alert, leaves: true, Why: "a person stopped the work, with " + v.at()}
			if in.Note != "" {
				r.Why += "; note: " + in.Note
			}
			if err := leave(read, change, r, where); err != nil {
				return nil, err
			}
		}
		return change, err
	}
}

// alerts returns the values to acknowledge. It fails for a value that was not an alert.
func (in *AckInput) alerts(read *protocol.Reader) ([]Value, error) {
	doc, _, _, err := load(read, StateFile)
	if err != nil {
		return nil, err
	}
	var all []Value
	for _, k := range Kinds() {
		v, level, ok := recorded(doc.Root, k)
		asked := slices.Contains(in.Kinds, k)
		switch {
		case ok && level == Alert && (asked || len(in.Kinds) == 0):
			all = append(all, v)
		case asked && !ok:
			return nil, protocol.Refusal(fmt.Sprintf("to record a value: mdck plan threshold check --%s N", k), "no value is recorded for %s", k)
		case asked && level == Stop:
			return nil, protocol.Refusal("raise the limit, or start a new session", "the %s value is %s and has reached the stop limit; a stop cannot be acknowledged", v.Kind, v.shown())
		case asked:
			return nil, protocol.Refusal("", "the %s value is %s, below the alert limit, so there is nothing to acknowledge", v.Kind, v.shown())
		}
	}
	if len(all) == 0 {
		return nil, protocol.Refusal("", "the last check found no alert to acknowledge")
	}
	return all, nil
}

func (in *AckInput) acknowledge(e *jsondoc.Editor, v Value, now time.Time) {
	a := newAcks(e.Get())
	if now.Truncate(time.Second).Before(a.Reset) {
		reason := fmt.Sprintf("the last reset is %q; expected a time in the past", a.lastReset())
		e.Fail(&protocol.RequestError{Reason: reason, Hint: "to set the last reset to the current time: mdck plan reset", Path: AcksFile})
		return
	}
	old := cmp.Or(a.find(v.Kind), &Ack{})
	isSame := old.Value != nil && *old.Value == v.Number && old.Session == in.Session && in.Note == ""
	if isSame && a.void(v.Kind, old, v.Number) == "" {
		return
	}
	path := func(key string) []string { return []string{acksKey, cmp.Or(old.key, string(v.Kind)), key} }
	set := func(key, text string) {
		if text == "" {
			e.Set("null", path(key)...)
		} else {
			e.SetText(text, path(key)...)
		}
	}
	set(atKey, spelling.FormatTime(now))
	e.Set(plain(v.Number), path(cmp.Or(old.valueKey, valueKeys[0]))...)
	set(sessionKey, in.Session)
	if in.Note != "" || e.Get(path(noteKey)...) != nil { // an empty note also replaces an older note
		set(noteKey, in.Note)
	}
}

// Reset removes all acknowledgments. If the file has a history, Reset moves them there.
func Reset(read *protocol.Reader) (*protocol.Change, error) {
	change := &protocol.Change{}
	return change, edit(read, change, AcksFile, func(e *jsondoc.Editor) string {
		now, n := spelling.FormatTime(read.Now), 0
		if acks := e.Get(acksKey); acks != nil {
			n = len(acks.Members)
		}
		for i := range n {
			m := &e.Get(acksKey).Members[i]
			if e.Get(historyKey) != nil && m.Value.Kind == jsondoc.Object {
				archive(e, m.Key, now)
			}
		}
		e.Set("{}", acksKey)
		e.SetText(now, resetKey)
		return "removed " + spelling.Count(n, "acknowledgment")
	})
}

func archive(e *jsondoc.Editor, kind, now string) {
	e.Append([]string{e.Text(acksKey, kind)}, historyKey)
	path := func(key string) []string {
		return []string{historyKey, strconv.Itoa(len(e.Get(historyKey).Elements) - 1), key}
	}
	e.SetText(kind, path("type")...)
	for _, key := range valueKeys {
		if number, ok := e.Get(path(key)...).Number(); ok {
			e.Set(number, path("value")...)
		}
	}
	e.SetText(now, path(resetAtKey)...)
}
