package loop

import (
	"strconv"
	"testing"

	"mdck/mdcheckpoint/jsondoc"
)

// TestNextIDBound holds that numbers below 2^30 are counted on from, and others are not.
func TestNextIDBound(t *testing.T) {
	const bound = 1 << 30
	if got := nextID([]Blocker{{ID: "b" + strconv.Itoa(bound-1)}}); got != "b"+strconv.Itoa(bound) {
		t.Errorf("after the highest: %s", got)
	}
	if got := nextID([]Blocker{{ID: "b" + strconv.Itoa(bound)}}); got != "blocker-1" {
		t.Errorf("after one that is too high: %s", got)
	}
}

// TestFieldBounds holds what the table says of versions and of cycles of fixes.
func TestFieldBounds(t *testing.T) {
	for _, f := range loopFields {
		if f.Name == "max_fix_cycles" && (f.Default != "3" || f.Default != strconv.Itoa(MaxFixCycles)) {
			t.Errorf("cycles of fixes are %s by default", f.Default)
		}
	}
	for version, want := range map[string]int{"0": 1, "1": 0} {
		d, err := jsondoc.Parse("", `{"version": `+version+`}`)
		if err != nil {
			t.Fatal(err)
		}
		found := 0
		for _, p := range d.Check(Fields) {
			if p.Path == "version" {
				found++
			}
		}
		if found != want {
			t.Errorf("version %s: %d problems, want %d", version, found, want)
		}
	}
}
