package cli

import (
	"mdck/mdcheckpoint/plan/threshold"
)

// verdictJSON is the object that mdck plan threshold check --json prints. Its names
// are part of the interface. What is not known is "" or null; lists are never null.
type verdictJSON struct {
	Version  int             `json:"version"`
	Project  string          `json:"project"`
	Now      string          `json:"now"`
	Level    string          `json:"level"`    // the worst: warning, alert, stop or ""
	Goes     bool            `json:"goesOn"`   // whether the status is 0
	Recorded bool            `json:"recorded"` // whether the state was written
	Readings []readingJSON   `json:"readings"`
	Limits   threshold.Sheet `json:"limits"`
	Notes    []string        `json:"notes"`
}

type readingJSON struct {
	Type         string    `json:"type"`
	Value        float64   `json:"value"`
	Level        string    `json:"level"`
	Threshold    *float64  `json:"threshold"` // that was reached
	Next         *nextJSON `json:"next"`
	Acknowledged bool      `json:"acknowledged"`
	Ack          *ackJSON  `json:"acknowledgment"`
	Grown        bool      `json:"grown"` // far above the acknowledged value
	Waypoint     string    `json:"waypoint"`
}

type nextJSON struct {
	Level     string  `json:"level"`
	Threshold float64 `json:"threshold"`
}

type ackJSON struct {
	At      string   `json:"at"`
	Value   *float64 `json:"value"`
	Session string   `json:"session"`
}

func (v *limitVerdict) json() *verdictJSON {
	out := &verdictJSON{
		Version: 1, Project: displayPath(v.w.target.Root), Now: v.w.flags.now(), Goes: !v.halts && !v.failed, Recorded: v.recorded,
		Readings: []readingJSON{}, Limits: v.limits.sheet, Notes: append([]string{}, v.limits.notes...),
	}
	var readings []threshold.Reading
	for i := range v.checked {
		j := &v.checked[i]
		readings = append(readings, j.Reading)
		out.Readings = append(out.Readings, v.readingJSON(j))
		out.Notes = append(out.Notes, noteOf(j.Void)...)
	}
	out.Level = threshold.Worst(readings).String()
	return out
}

func (v *limitVerdict) readingJSON(j *threshold.Checked) readingJSON {
	out := readingJSON{Type: string(j.Kind), Value: j.Number, Level: j.Level.String(), Acknowledged: j.Acked, Grown: j.Grown, Waypoint: v.waypoint(j.Waypoint)}
	if j.Level != threshold.None {
		out.Threshold = &j.Limit
	}
	if j.Next != threshold.None {
		out.Next = &nextJSON{j.Next.String(), j.NextLimit}
	}
	if j.Acked {
		out.Ack = &ackJSON{At: formatTime(j.Ack.At, !j.Ack.At.IsZero()), Session: j.Ack.Session}
		if j.Ack.HasValue {
			out.Ack.Value = &j.Ack.Value
		}
	}
	return out
}

// firedJSON is the object that mdck plan trigger check --json prints, as verdictJSON.
type firedJSON struct {
	Version  int           `json:"version"`
	Project  string        `json:"project"`
	Now      string        `json:"now"`
	Goes     bool          `json:"goesOn"`
	Recorded bool          `json:"recorded"`
	Source   string        `json:"source"` // of the list of triggers
	Fired    []triggerJSON `json:"fired"`
	Notes    []string      `json:"notes"`
}

type triggerJSON struct {
	Type         string `json:"type"`
	Action       string `json:"action"`
	Why          string `json:"why"`
	Halt         string `json:"halt"` // pause, stop or "", whether or not it is acknowledged
	Acknowledged bool   `json:"acknowledged"`
	Grown        bool   `json:"grown"`
	Waypoint     string `json:"waypoint"` // the file that it left; "" if it left none
}

func (v *firedView) json() *firedJSON {
	out := &firedJSON{
		Version: 1, Project: displayPath(v.w.target.Root), Now: v.w.flags.now(), Goes: !v.halts && !v.failed, Recorded: v.recorded,
		Source: v.limits.from, Fired: []triggerJSON{}, Notes: append([]string{}, v.limits.notes...),
	}
	for i := range v.fired {
		f := &v.fired[i]
		out.Fired = append(out.Fired, triggerJSON{f.Type, f.Action, f.Why, haltName(f.Halt), f.Acked, f.Grown, v.waypoint(f.Waypoint)})
		out.Notes = append(out.Notes, noteOf(f.Void)...)
	}
	return out
}

// noteOf is a list of one note, or of none if there is nothing to say.
func noteOf(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}
