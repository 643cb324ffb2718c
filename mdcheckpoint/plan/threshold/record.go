package threshold

import (
	"math"
	"strconv"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/spelling"
)

// A Record is what a check found.
type Record struct {
	Readings []Reading
	Fired    []Firing
	Halts    []*Halt      // of either
	Where    func() Place // for waypoints
}

// Edit is the edit that writes the waypoints that r leaves, and records values with their
// levels, and which triggers fired how often.
func (r *Record) Edit(read *protocol.Reader) (*protocol.Change, error) {
	change := &protocol.Change{}
	for _, h := range r.Halts {
		if err := leave(read, change, h, r.Where); err != nil {
			return nil, err
		}
	}
	now := spelling.FormatTime(read.Now)
	if len(r.Readings) > 0 {
		err := edit(read, change, StateFile, func(_ *jsondoc.Document, e *jsondoc.Editor) string { return r.setValues(e, now) })
		if err != nil {
			return nil, err
		}
	}
	if len(r.Fired) == 0 {
		return change, nil
	}
	return change, edit(read, change, TriggersFile, func(_ *jsondoc.Document, e *jsondoc.Editor) string { return r.setCounts(e, now) })
}

func (r *Record) setValues(e *jsondoc.Editor, now string) string {
	for i := range r.Readings {
		v := &r.Readings[i]
		e.Set(plain(v.Number), "current_values", v.Kind.measure().key())
		level := "null"
		if v.Level != None {
			level = jsondoc.Quote(v.Level.String())
		}
		e.Set(level, "levels_triggered", string(v.Kind))
	}
	e.SetText(now, "last_check")
	return "recorded the values"
}

func (r *Record) setCounts(e *jsondoc.Editor, now string) string {
	for i := range r.Fired {
		name := r.Fired[i].Type
		e.SetText(now, "triggers", name, "last_triggered")
		e.Set(countOf(e.Get("triggers", name, "count")), "triggers", name, "count")
	}
	return "counted what fired"
}

// countOf formats a count that goes up by one. One that no int can hold stays.
func countOf(was *jsondoc.Value) string {
	n, ok := was.Int()
	if text, isNumber := was.Number(); isNumber && (!ok || n == math.MaxInt) {
		return text
	}
	return strconv.Itoa(n + 1)
}
