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
	"mdck/mdcheckpoint/source"
)

// waypointPrefix begins the path of a waypoint in the repository. Source: seed.
const waypointPrefix = ".autopilot/waypoints/stop-"

const waypointTime = "20060102-150405"

// IsWaypoint reports whether name is the path of a waypoint in the repository.
func IsWaypoint(name string) bool {
	rest, ok := strings.CutPrefix(name, waypointPrefix)
	return ok && strings.HasSuffix(rest, ".json") && strings.Trim(rest, "0123456789-") == ".json"
}

// LastWaypoint returns the path of the newest waypoint, or "".
func LastWaypoint(tree fs.FS) string {
	names, _ := fs.Glob(tree, waypointPrefix+"*.json") // the pattern is valid, so Glob does not fail
	last := ""
	for _, name := range names {
		if IsWaypoint(name) && compareWaypoints(name, last) > 0 {
			last = name
		}
	}
	return last
}

// compareWaypoints orders paths of waypoints by time, then by number. "" comes first.
func compareWaypoints(a, b string) int {
	second := len(waypointPrefix) + len(waypointTime)
	part := func(name string) string { return name[:min(len(name), second)] }
	return cmp.Or(strings.Compare(part(a), part(b)), len(a)-len(b), strings.Compare(a, b))
}

// A Waypoint is the content of a waypoint file. Source: seed (type, value and reason).
type Waypoint struct {
	Type   string   `json:"type"`
	Value  *float64 `json:"value"` // null for an event or a duration
	Reason string   `json:"reason"`
	Level  string   `json:"level,omitempty"`
	*Place          // nil without plans

	At time.Time `json:"-"`
}

// A Place is where the work on plans is.
type Place struct {
	Plan     string   `json:"plan"`     // path of the current plan, or ""
	Task     int      `json:"task"`     // task to continue with; 0 if unknown
	Position string   `json:"position"` // position as written in the state
	Open     []string `json:"open"`     // open checkpoints of the plan, such as "03-06:4 human-verify"
}

// ReadWaypoint reads the newest waypoint. w is nil if it is missing or unreadable.
func ReadWaypoint(tree fs.FS) (name string, w *Waypoint) {
	name = LastWaypoint(tree)
	text, err := source.ReadRegular(tree, name)
	if err != nil || json.Unmarshal([]byte(text), &w) != nil || w == nil {
		return name, nil
	}
	at := strings.TrimPrefix(name, waypointPrefix)
	w.At, _ = time.Parse(waypointTime, at[:min(len(at), len(waypointTime))])
	return name, w
}

func leave(read *protocol.Reader, change *protocol.Change, r *Reading, where func() Place) error {
	if !r.leaves {
		return nil
	}
	taken := func(name string) bool {
		_, err := fs.Lstat(read.Tree, name)
		return err == nil || slices.ContainsFunc(change.Files, func(f protocol.File) bool { return f.Name == name })
	}
	name := waypointPrefix + read.Now.UTC().Format(waypointTime)
	r.Waypoint = name + ".json"
	for n := 2; taken(r.Waypoint); n++ {
		r.Waypoint = name + "-" + strconv.Itoa(n) + ".json"
	}
	if _, _, err := read.Text(r.Waypoint); err != nil {
		return err
	}
	text, err := r.waypoint(where())
	change.AddFile(protocol.File{Name: r.Waypoint, After: text, Did: []string{"recorded a stop (" + r.Why + ")"}})
	return err
}

func (r *Reading) waypoint(at Place) (string, error) {
	w := Waypoint{Type: cmp.Or(string(r.Kind), r.Trigger), Reason: r.Why}
	if r.Kind != "" {
		w.Value = &r.Number
	}
	if at.Plan != "" {
		at.Open = append([]string{}, at.Open...)
		w.Level, w.Place = r.Level.String(), &at
	}
	text, err := json.MarshalIndent(w, "", "  ")
	return string(text) + "\n", err
}
