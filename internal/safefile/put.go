package safefile

import (
	"os"
	"path/filepath"
)

// Put makes a file, or replaces one that is there, with its mode, its owner and what a link
// leads to staying as they are. It is for what can be made again, so it needs no Store and
// leaves no .mdck. Its directory has to be there.
//
// A crash leaves the old file or the new; what it leaves besides is dropped by the next Put
// there. An [*UnfinishedError] means that the file is the new one, a [*FailedError] that it is
// not.
func Put(path, text string) error {
	if to, err := filepath.EvalSymlinks(path); err == nil {
		path = to
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	dir := filepath.Dir(path)
	if _, err := os.Stat(dir); err != nil {
		return failed(err)
	}
	info, _ := os.Lstat(path)
	t := &txn{fs: OS(), root: dir, alone: true}
	t.cleanDir(dir)
	done, err := t.put(path, text, like(info), nil)
	return failed(decided(done, err))
}
