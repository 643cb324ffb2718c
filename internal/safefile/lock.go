package safefile

import "mdck/internal/lock"

// lock waits for the lock of the file called name.
func (s Store) lock(name string) (release func() error, err error) {
	if err := plain(s.fs(), name); err != nil {
		return nil, err
	}
	w := lock.Wait{Path: name, For: s.Wait, Waiting: s.Waiting, Holder: func() string { return lock.FlockHolder(name) }}
	err = w.Until(func() (bool, error) {
		release, err = s.fs().TryLock(name, s.Holder)
		return release != nil, err
	})
	return release, err
}
