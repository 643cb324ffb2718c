package safefile

import "mdck/internal/lock"

// lock waits for the lock of the file called name.
func (s Store) lock(name string) (release func() error, err error) {
	if err := plain(s.fs(), name); err != nil {
		return nil, err
	}
	w := lock.Wait{For: s.Wait, Waiting: s.Waiting}
	err = w.Until(func() error {
		release, err = s.fs().TryLock(name, s.Holder)
		return err
	})
	return release, err
}
