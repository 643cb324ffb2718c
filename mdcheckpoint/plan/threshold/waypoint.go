package threshold

import (
	"cmp"
	"encoding/json"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"time"

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
	Plan     string   `json:"plan"`     // path of the plan at hand; "" without one
	Task     int      `json:"task"`     // number of the task to go on with; 0 if it is not known
	Position string   `json:"position"` // as the state of the project has it
	Open     []string `json:"open"`     // checkpoints of the plan that are open: "03-06:4 human-verify"
}

// A waypointFile is the text of a waypoint. Source: seed (type, value and reason).
type waypointFile struct {
	Type   string   `json:"type"`
	Value  *float64 `json:"value"` // null of an event and of the time
	Reason string   `json:"reason"`
	Level  string   `json:"level,omitempty"`
	*Place
}

// ParseWaypoint reads text as the waypoint called name.
func ParseWaypoint(name, text string) (*Waypoint, error) {
	var f waypointFile
	if err := json.Unmarshal([]byte(text), &f); err != nil {
		return nil, err
	}
	w := &Waypoint{Level: cmp.Or(levelOf(f.Level), Stop)}
	w.Kind, _ = ParseKind(f.Type)
	if f.Value != nil {
		w.Number = *f.Value
	}
	if f.Place != nil {
		w.Place = *f.Place
	}
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

// waypoint returns the text of the waypoint that h leaves.
func (h *Halt) waypoint(at Place) (string, error) {
	f := waypointFile{Type: cmp.Or(string(h.Kind), h.Event), Reason: h.Reason}
	if h.Kind != "" {
		f.Value = &h.Number
	}
	if at.Plan != "" {
		at.Open = append([]string{}, at.Open...)
		f.Level, f.Place = h.Level.String(), &at
	}
	text, err := json.MarshalIndent(f, "", "  ")
	return string(text) + "\n", err
}
