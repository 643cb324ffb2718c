package safefile

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"mdck/internal/lock"
)

// TestAlso checks the order of the two locks.
func TestAlso(t *testing.T) {
	s := dirWith(t, map[string]string{"a": "old"})
	other := Store{Dir: s.Dir, Wait: -1, Owns: anything}
	var did []string
	ours := func() {
		t.Helper()
		if _, err := other.set("a", "x"); err == nil {
			t.Error("the lock of mdck is not held")
		}
	}
	s.Also = func() (still, release func() error, err error) {
		did = append(did, "taken")
		ours()
		return nil, func() error { ours(); did = append(did, "given back"); return nil }, nil
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

	s.Also = func() (still, release func() error, err error) { return nil, nil, stop }
	if _, err := s.set("a", "newer"); err != stop {
		t.Errorf("error %v", err)
	}
	s.wantText(t, "a", "new")
	s.Also = nil
	_, err = s.set("a", "newest") // needs mdck's lock
	must(t, err)
}

func TestAlsoLost(t *testing.T) {
	gone := errors.New("gone")
	change := Change{Files: []File{{"a", "A"}}, Gone: []string{"b"}, Ledger: []Entry{{Path: "a"}}}
	for _, e := range []struct {
		Change
		asks int // number of calls of still
	}{{Change{Files: change.Files}, 3}, {change, 4}, {Change{Gone: change.Gone}, 3}} {
		c, asked := e.Change, 0
		for at := 1; at <= asked+1; at++ { // call that reports a lost lock
			s := dirWith(t, map[string]string{"a": "a", "b": "b"})
			asked = 0
			s.Also = func() (still, release func() error, err error) {
				still = func() error {
					if asked++; asked >= at {
						return gone
					}
					return nil
				}
				return still, func() error { return nil }, nil
			}
			r, err := s.Update(func(Old) (Change, error) { return c, nil })
			switch {
			case asked < at: // too late to stop the write
				must(t, err)
			case !errors.Is(err, gone):
				t.Errorf("%v, lost at %d: error %v", c, at, err)
			case len(r.Changed) == 0:
				s.wantText(t, "a", "a")
				s.wantText(t, "b", "b")
				s.Also = nil
				if did, err := s.Recover(); did.Recovered || err != nil {
					t.Errorf("%v, lost at %d: %v, %v is done later", c, at, did, err)
				}
			}
		}
		if asked != e.asks {
			t.Errorf("%v: asked %d times, want %d", c, asked, e.asks)
		}
	}
}

func TestAlsoLostAfter(t *testing.T) {
	gone := fmt.Errorf("gone: %w", lock.ErrLost)
	s := dirWith(t, map[string]string{"a": "old"})
	s.Also = func() (still, release func() error, err error) {
		return nil, func() error { return gone }, nil
	}
	_, err := s.set("a", "new")
	if lost, ok := errors.AsType[*LostError](err); !ok || !errors.Is(lost, gone) {
		t.Errorf("error %v", err)
	}
	s.wantText(t, "a", "new")
	_, err = s.set("a", "new")
	must(t, err)
}

func TestAlsoRecovers(t *testing.T) {
	s := interrupted(t)
	before, taken := s.read(t, "a"), 0
	s.Also = func() (still, release func() error, err error) {
		taken++
		s.wantText(t, "a", before)
		return nil, func() error { s.wantText(t, "a", "A"); return nil }, nil
	}
	if done, err := s.Recover(); !done.Recovered || err != nil || taken != 1 {
		t.Errorf("recovered %v, %v, taken %d times", done, err, taken)
	}
	if done, err := s.Recover(); done.Recovered || err != nil || taken != 1 {
		t.Errorf("without a journal: %v, %v, taken %d times", done, err, taken)
	}
}
