package safefile

import (
	"fmt"
	"strings"
	"time"
)

// Many programs empty a file before they write it. So mdck waits until a file no longer changes,
// and does not write a file that another program has emptied.

const (
	moment = 100 * time.Millisecond // a file changed less than this ago may be half saved
	most   = time.Second            // maximum wait
	glance = 20 * time.Millisecond
)

// An EmptiedError says that nothing was written, because another program emptied a file.
type EmptiedError struct {
	Name string
	Path string
}

func (e *EmptiedError) Error() string {
	return fmt.Sprintf("%q is empty, but was not empty after the last write; another program may be writing it, so mdck changed nothing", e.Name)
}

// settled returns the state of the file called name when it no longer changes. v is its state
// before. The error is [ErrChanged] or [*EmptiedError].
func (t *txn) settled(name string, v view) (view, error) {
	var still time.Duration // time without a change; adds up sleeps, because the clock may stand still
	for waited := time.Duration(0); waited < most && t.moving(name, v); waited += glance {
		t.FS.Sleep(glance)
		now, err := t.readFile(name)
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
	if v.info != nil && blank(v.text) && !t.RestoresText && t.hadText(name, v) {
		return v, &EmptiedError{name, v.path}
	}
	return v, nil
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }

func (t *txn) moving(name string, v view) bool {
	if v.info == nil {
		return false
	}
	age := t.FS.Now().Sub(v.info.ModTime())
	return age >= 0 && age < moment && !t.wroteLast(name, v)
}

// wroteLast reports whether mdck was the last to write a file, by the ledger. Without an entry, a file
// older than the ledger or with a final newline is ours.
func (t *txn) wroteLast(name string, v view) bool {
	if last, err := t.Last(name); err == nil && last != nil {
		return last.After == v.hash()
	}
	info, err := t.FS.Lstat(t.inHome(ledgerName))
	if err == nil && !v.info.ModTime().After(info.ModTime()) {
		return true
	}
	return strings.HasSuffix(v.text, "\n")
}

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
