package safefile

import (
	"errors"
	"slices"
	"testing"
)

// TestAlso holds that the other lock is taken after ours and given back before it,
// whatever becomes of the change, and that without it nothing is done.
func TestAlso(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "old"})
	var did []string
	s.Also = func() (func() error, error) {
		did = append(did, "taken")
		if _, err := (Store{Dir: s.Dir, Wait: -1}).set("a", "x"); err == nil {
			t.Error("our lock is not held")
		}
		return func() error { did = append(did, "given back"); return errors.New("lost") }, nil
	}
	_, err := s.set("a", "new")
	must(t, err)
	if !slices.Equal(did, []string{"taken", "given back"}) {
		t.Errorf("did %q", did)
	}
	stop := errors.New("stop")
	if _, err := s.Update(func(Old) (Change, error) { return Change{}, stop }); err != stop || len(did) != 4 {
		t.Errorf("error %v, did %q", err, did)
	}
	func() {
		defer func() { _ = recover() }()
		_, _ = s.Update(func(Old) (Change, error) { panic(stop) })
	}()
	if len(did) != 6 {
		t.Errorf("after a panic: did %q", did)
	}
	s.wantText(t, "a", "new")

	s.Also = func() (func() error, error) { return nil, stop }
	if _, err := s.set("a", "newer"); err != stop {
		t.Errorf("error %v", err)
	}
	s.wantText(t, "a", "new")
	s.Also = nil
	_, err = s.set("a", "newest") // our lock was given back
	must(t, err)
}

// TestAlsoRecovers holds that the other lock is held while an interrupted write is
// finished.
func TestAlsoRecovers(t *testing.T) {
	s := interrupted(t)
	before, taken := s.read(t, "a"), 0
	s.Also = func() (func() error, error) {
		taken++
		s.wantText(t, "a", before)
		return func() error { s.wantText(t, "a", "A"); return nil }, nil
	}
	if done, err := s.Recover(); !done || err != nil || taken != 1 {
		t.Errorf("recovered %v, %v, taken %d times", done, err, taken)
	}
	if done, err := s.Recover(); done || err != nil || taken != 1 {
		t.Errorf("without a journal: %v, %v, taken %d times", done, err, taken)
	}
}
