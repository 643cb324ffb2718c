//go:build unix

package tree

import (
	"syscall"
)

// readRegular reads the file at path if it is a regular one. It is opened without
// waiting, so that a pipe in its place is seen and not waited for.
//
// [os.ReadFile] asks the kernel eleven times, most of it to find out that a file
// cannot be polled; this asks five times, and reading is a seventh of what a run
// over a tree costs.
func readRegular(name, path string) ([]byte, error) {
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
	text, err := readAll(fd, int(min(max(info.Size, 0), largeFile)))
	if err != nil {
		return nil, PathError("read", name, err)
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

// largeFile is how many bytes a file is believed to have, 1 GiB; of more, room is
// made as they come.
const largeFile = 1 << 30

// readAll reads what is left of a file of about that many bytes: it may have grown,
// and some file systems do not know. The end is where nothing more comes.
func readAll(fd, size int) ([]byte, error) {
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
		if n <= 0 {
			return text, nil
		}
		if text = text[:len(text)+n]; len(text) == cap(text) {
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
