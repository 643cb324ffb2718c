//go:build unix

package tree

import (
	"syscall"

	"mdck/mdcheckpoint/source"
)

// readRegular reads the file at path if it is a regular one of at most so many bytes. It is opened without
// waiting, so that a pipe in its place is seen and not waited for.
//
// [os.ReadFile] asks the kernel eleven times, most of it to find out that a file
// cannot be polled; this asks five times, and reading is a seventh of what a run
// over a tree costs.
func readRegular(name, path string, most int64) ([]byte, error) {
	fd, err := opened(path)
	if err != nil {
		return nil, PathError("open", name, err)
	}
	defer syscall.Close(fd)
	var info syscall.Stat_t
	if err := again(func() error { return syscall.Fstat(fd, &info) }); err != nil {
		return nil, PathError("stat", name, err)
	}
	switch info.Mode & syscall.S_IFMT {
	case syscall.S_IFREG:
	case syscall.S_IFDIR:
		return nil, PathError("read", name, syscall.EISDIR)
	default:
		return nil, PathError("read", name, ErrNotFile)
	}
	if info.Size > most {
		return nil, PathError("read", name, source.TooLarge(info.Size, most))
	}
	text, err := readAll(fd, int(max(info.Size, 0)), int(most))
	switch {
	case err != nil:
		return nil, PathError("read", name, err)
	case int64(len(text)) > most: // it has grown
		return nil, PathError("read", name, source.TooLarge(int64(len(text)), most))
	}
	return text, nil
}

func opened(path string) (fd int, err error) {
	err = again(func() error {
		fd, err = syscall.Open(path, syscall.O_RDONLY|syscall.O_CLOEXEC|syscall.O_NONBLOCK|syscall.O_NOCTTY, 0)
		return err
	})
	return fd, err
}

// readAll reads what is left of a file of about that many bytes: it may have grown,
// and some file systems do not know. The end is where nothing more comes, or where there
// are more than most.
func readAll(fd, size, most int) ([]byte, error) {
	text := make([]byte, 0, size+1)
	for {
		var n int
		err := again(func() (err error) {
			n, err = syscall.Read(fd, text[len(text):cap(text)])
			return err
		})
		if err != nil {
			return nil, err
		}
		text = text[:len(text)+max(n, 0)]
		if n <= 0 || len(text) > most {
			return text, nil
		}
		if len(text) == cap(text) {
			text = append(text, 0)[:len(text)]
		}
	}
}

// again calls ask until no signal interrupts it.
func again(ask func() error) error {
	for {
		if err := ask(); err != syscall.EINTR {
			return err
		}
	}
}
