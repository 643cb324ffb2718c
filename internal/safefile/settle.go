package safefile

import (
	"fmt"
	"strings"
	"time"
)

// Many programs save in place: they empty the file and write it again. Who reads it at that
// moment sees nothing, or the beginning. So a file that somebody else changed a moment ago
// is read until it stands still, and one that was emptied is not taken for an empty one.

const (
	moment = 100 * time.Millisecond // a file that was changed within it may be half saved
	most   = time.Second            // how long one is waited for that changes all the time
	glance = 20 * time.Millisecond  // between two looks
)

// An EmptiedError says that nothing was written, as a file is empty, or blank, that held
// a text when mdck wrote last: another program may be writing it just now.
type EmptiedError struct {
	Name string
	Path string
}

func (e *EmptiedError) Error() string {
	return fmt.Sprintf("%q is empty but was not at the last write: nothing was written, because another program may be writing it", e.Name)
}

// settled is the file called name, which was as v says, once it stands still: one that
// changes all the time is [ErrChanged], as no look at it can be trusted. That it has been
// emptied is an [*EmptiedError].
func (t *txn) settled(name string, v view) (view, error) {
	var still time.Duration // how long it has looked the same; no clock tells, which may stand
	for waited := time.Duration(0); waited < most && t.moving(name, v); waited += glance {
		t.FS.Sleep(glance)
		now, err := t.look(name)
		if err != nil {
			return now, err
		}
		if still += glance; !now.equal(v) {
			still = 0
		}
		v = now
	}
	if still < moment && t.moving(name, v) {
		return v, fmt.Errorf("%q: %w", name, ErrChanged)
	}
	if v.info != nil && blank(v.text) && !t.Refills && t.hadText(name, v) {
		return v, &EmptiedError{name, v.path}
	}
	return v, nil
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }

// moving reports whether a file may be half saved. A time to come is that of a clock
// which was set back, and says nothing.
func (t *txn) moving(name string, v view) bool {
	if v.info == nil {
		return false
	}
	age := t.FS.Now().Sub(v.info.ModTime())
	return age >= 0 && age < moment && !t.ours(name, v)
}

// ours reports whether a file is as mdck left it. Of two that are written together one has
// no line in the ledger, but is older than that. Where nothing tells who wrote it, one that
// ends with its line is taken for whole.
func (t *txn) ours(name string, v view) bool {
	if last, err := t.Last(name); err == nil && last != nil {
		return last.After == v.hash()
	}
	info, err := t.FS.Lstat(t.own(ledgerName))
	if err == nil && !v.info.ModTime().After(info.ModTime()) {
		return true
	}
	return strings.HasSuffix(v.text, "\n")
}

// hadText reports whether mdck wrote a text, or saw one, where a blank file is now.
func (t *txn) hadText(name string, v view) bool {
	if last, err := t.Last(name); err == nil && last != nil {
		return last.After != "" && last.After != v.hash()
	}
	all, err := t.Backups(name)
	if err != nil || len(all) == 0 {
		return false
	}
	text, err := t.readOurs(t.at(all[0].Path))
	return err == nil && !blank(text)
}
