package cli

import (
	"mdck/mdcheckpoint/plan/threshold"
	"mdck/mdcheckpoint/spelling"
)

// checkJSON is what the objects of mdck plan threshold check --json and of mdck plan trigger
// check --json have in common. Their names are part of the interface. What is not known is ""
// or null; lists are never null.
type checkJSON struct {
	Version  int      `json:"version"`
	Project  string   `json:"project"`
	Now      string   `json:"now"`
	Goes     bool     `json:"goesOn"`   // whether the status is 0
	Recorded bool     `json:"recorded"` // whether the state was written
	Notes    []string `json:"notes"`
}

func (c *limitCheck) json() checkJSON {
	out := checkJSON{1, displayPath(c.w.target.Root), spelling.FormatTime(c.w.clock()), c.goes, c.recorded, append([]string{}, c.limits.Notes...)}
	for _, h := range c.found.Halts {
		if h.Void != "" {
			out.Notes = append(out.Notes, h.Void)
		}
	}
	return out
}

type readingsJSON struct {
	checkJSON
	Level    string          `json:"level"` // the worst: warning, alert, stop or ""
	Readings []readingJSON   `json:"readings"`
	Limits   threshold.Sheet `json:"limits"`
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

func (c *limitCheck) readingsJSON() *readingsJSON {
	readings := c.found.Readings
	out := &readingsJSON{checkJSON: c.json(), Level: threshold.Worst(readings).String(), Readings: []readingJSON{}, Limits: c.limits.Limits}
	for i := range readings {
		r := &readings[i]
		one := readingJSON{Type: string(r.Kind), Value: r.Number, Level: r.Level.String(), Acknowledged: r.Acked, Grown: r.Grown, Waypoint: r.Waypoint}
		if r.Level != threshold.None {
			one.Threshold = &r.Limit
		}
		if r.Next != threshold.None {
			one.Next = &nextJSON{r.Next.String(), r.NextLimit}
		}
		if r.Acked {
			one.Ack = &ackJSON{At: formatTime(r.Ack.At, true), Session: r.Ack.Session}
			if r.Ack.HasValue {
				one.Ack.Value = &r.Ack.Value
			}
		}
		out.Readings = append(out.Readings, one)
	}
	return out
}

type firedJSON struct {
	checkJSON
	Source string        `json:"source"` // of the list of triggers
	Fired  []triggerJSON `json:"fired"`
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

func (c *limitCheck) firedJSON() *firedJSON {
	out := &firedJSON{c.json(), c.limits.From, []triggerJSON{}}
	for i := range c.found.Fired {
		f := &c.found.Fired[i]
		out.Fired = append(out.Fired, triggerJSON{f.Type, f.Action, f.Reason, haltNames[f.Level], f.Acked, f.Grown, f.Waypoint})
	}
	return out
}
