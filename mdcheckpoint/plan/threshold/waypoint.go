package threshold

import (
	"cmp"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

// waypointPrefix is what the names of waypoints begin with, relative to the root of the
// repository. Source: seed.
const waypointPrefix = ".autopilot/waypoints/stop-"

const waypointTime = "20060102-150405"

// IsWaypoint reports whether name, relative to the root of the repository, is that of a
// waypoint.
func IsWaypoint(name string) bool {
	rest, ok := strings.CutPrefix(name, waypointPrefix)
	return ok && strings.HasSuffix(rest, ".json") && strings.Trim(rest, "0123456789-") == ".json"
}

// LastWaypoint returns the name of the newest waypoint of a project; "" if there is none. The
// name has the time, and a number if it is not the first of a second.
func LastWaypoint(tree fs.FS) string {
	names, _ := fs.Glob(tree, waypointPrefix+"*.json") // the pattern is one
	last := ""
	for _, name := range names {
		if IsWaypoint(name) && strings.TrimSuffix(name, ".json") > strings.TrimSuffix(last, ".json") {
			last = name
		}
	}
	return last
}

// A Waypoint is what a waypoint says.
type Waypoint struct {
	Value       // its Kind is "" if the file names none
	Level Level // that was reached
	Place       // where the work was
	At    time.Time
}

// A Place is where the work on plans is; the zero Place if there are no plans.
type Place struct {
	Plan     string   // path of the plan at hand; "" without one
	Task     int      // number of the task to go on with; 0 if it is not known
	Position string   // as the state of the project has it
	Open     []string // checkpoints of the plan that are open: "03-06:4 human-verify"
}

// ParseWaypoint reads text as the waypoint called name.
func ParseWaypoint(name, text string) (*Waypoint, error) {
	d, err := jsondoc.Parse(name, text)
	if err != nil {
		return nil, err
	}
	str := func(key string) string { s, _ := d.Root.Get(key).Str(); return s }
	w := &Waypoint{Level: cmp.Or(levelOf(str("level")), Stop)}
	w.Kind, _ = ParseKind(str("type"))
	number, _ := d.Root.Get("value").Number()
	w.Number, _ = strconv.ParseFloat(number, 64)
	w.Plan = str("plan")
	w.Task, _ = d.Root.Get("task").Int()
	if rest := strings.TrimPrefix(name, waypointPrefix); len(rest) >= len(waypointTime) {
		w.At, _ = time.Parse(waypointTime, rest[:len(waypointTime)])
	}
	return w, nil
}

// maxWaypoints is how many waypoints may be written in one second.
const maxWaypoints = 1000

// leave adds to change the waypoint that h leaves, under a name that nothing has yet: a number
// tells those of one second apart.
func leave(read *protocol.Reader, change *protocol.Change, h *Halt, where func() Place) error {
	if !h.Leaves {
		return nil
	}
	taken := func(name string) bool {
		_, err := fs.Lstat(read.Tree, name)
		return err == nil || slices.ContainsFunc(change.Files, func(f protocol.File) bool { return f.Name == name })
	}
	name := waypointPrefix + read.Now.UTC().Format(waypointTime)
	first := name + ".json"
	h.Waypoint = first
	for n := 2; taken(h.Waypoint); n++ {
		if n > maxWaypoints {
			return protocol.Refusal("", "every name of a waypoint of this second is taken: %s", first)
		}
		h.Waypoint = name + "-" + strconv.Itoa(n) + ".json"
	}
	if _, _, err := read.Text(h.Waypoint); err != nil { // no other name would do better
		return err
	}
	text, err := h.waypoint(where())
	put(change, protocol.File{Name: h.Waypoint, After: text, Did: []string{"stop: " + h.Reason}})
	return err
}

// waypoint returns the text of a waypoint. Source: seed (type, value and reason).
func (h *Halt) waypoint(at Place) (string, error) {
	doc, err := jsondoc.Parse("", "{}\n")
	if err != nil {
		return "", err
	}
	e := jsondoc.NewEditor(&doc)
	number := "null"
	if h.Kind != "" {
		number = plain(h.Number)
	}
	e.SetText(cmp.Or(string(h.Kind), h.Event), "type")
	e.Set(number, "value")
	e.SetText(h.Reason, "reason")
	if at.Plan != "" {
		e.SetText(h.Level.String(), "level")
		e.SetText(at.Plan, "plan")
		e.Set(strconv.Itoa(at.Task), "task")
		e.SetText(at.Position, "position")
		e.Set("[]", "open")
		var open []string
		for _, name := range at.Open {
			open = append(open, jsondoc.Quote(name))
		}
		e.Append(open, "open")
	}
	return doc.File.Text, e.Err
}
