package testtmp

import (
	"os"
	"syscall"
)

const (
	memory   = "/dev/shm"
	tmpfs    = 0x01021994 // TMPFS_MAGIC of statfs(2)
	unusable = 0x1 | 0x8  // ST_RDONLY and ST_NOEXEC
	least    = 1 << 30    // free space in bytes
)

func inMemory() {
	var s syscall.Statfs_t
	if os.Getenv("TMPDIR") != "" || syscall.Statfs(memory, &s) != nil {
		return
	}
	if s.Type == tmpfs && s.Flags&unusable == 0 && s.Bavail*uint64(s.Bsize) >= least {
		os.Setenv("TMPDIR", memory)
	}
}
