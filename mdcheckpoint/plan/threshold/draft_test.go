package threshold

import (
	"errors"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"mdck/mdcheckpoint/protocol"
)

// TestConfigFile checks that a missing configuration is no error, and that the name
// for people is in every error.
func TestConfigFile(t *testing.T) {
	disk := fstest.MapFS{}
	for name, text := range map[string]string{"a.yaml": "thresholds: {stop: {cost: 9}}\n", "a.json": `{"defaults": {"maxCost": 8}}`, "bad.json": "{", "dir.yaml/x": "", "large.yaml": strings.Repeat("# x\n", 10000)} {
		disk[name] = &fstest.MapFile{Data: []byte(text)}
	}
	for name, want := range map[string]string{"a.yaml": "9 ", "a.json": "8 ", "none.yaml": "none", "bad.json": "error", "dir.yaml": "error", "large.yaml": "error", "x/a.json": "none"} {
		f, doc, err := ConfigFile{Tree: disk, Name: name, Shown: "~/" + name}.Read()
		switch {
		case want == "none" && f == nil && doc == nil && err == nil:
		case want == "error" && err != nil && strings.Contains(err.Error(), "~/"+name):
		case want == "9 " && err == nil && f.Limits[0].Number == 9, want == "8 " && err == nil && f.Limits[0].Source == "~/a.json:1:26":
		default:
			t.Errorf("%s: %+v, %v", name, f, err)
		}
	}
}

// TestWaypointsOfASecond checks that a thousand waypoints are written in one second.
func TestWaypointsOfASecond(t *testing.T) {
	now := time.Date(2026, 1, 29, 14, 30, 0, 0, time.UTC)
	d := &Draft{read: &protocol.Reader{Now: now, Tree: fstest.MapFS{}, Text: func(string) (string, bool, error) { return "", false, nil }}}
	for n := range 1000 {
		d.change.Files = append(d.change.Files, protocol.File{Name: WaypointName(now, n)})
	}
	_, err := d.waypoint("cost", "1", Stop, "test")
	if r, ok := errors.AsType[*protocol.RequestError](err); !ok || !r.Refused {
		t.Errorf("one more: want a refusal, found %v", err)
	}
	d.change.Files = d.change.Files[:999]
	if name, err := d.waypoint("cost", "1", Stop, "test"); name != WaypointName(now, 999) {
		t.Errorf("the last of them is %q (%v)", name, err)
	}
}
