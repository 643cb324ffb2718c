//go:build faults

package safefile

import (
	"errors"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// OS is the file system of the operating system, of which something is wrong with one
// call. The tests of the command build it; no release has it.
//
// The variable MDCK_FAULT says what, as KIND|NUMBER|REPORT|FILE: at that call of the
// process, from 1, KIND happens, and the file REPORT gets the name of the call, so that a
// test knows when it has tried them all. "fail" and "kill" count the calls that change
// something. The other kinds are the ways of editors to save FILE, and count all calls.
// Nothing is flushed, as no power is cut.
func OS() FS { return planned() }

// planned is what [OS] gives, made once: the calls of the process are counted in it.
var planned = sync.OnceValue(func() FS {
	words := strings.Split(os.Getenv("MDCK_FAULT"), "|")
	if len(words) != 4 {
		return System{}
	}
	at, err := strconv.Atoi(words[1])
	if err != nil {
		return System{}
	}
	f := faulty{FS: unflushed{}, calls: new(int), at: at, fault: func(call string) error {
		return errors.Join(os.WriteFile(words[2], []byte(call), 0o644), happens(words[0], call, words[3]))
	}}
	if words[0] == "fail" || words[0] == "kill" {
		f.skips = reads
	}
	return f
})

// happens is the fault.
func happens(kind, call, file string) error {
	switch kind {
	case "kill":
		return die()
	case "fail":
		return &fs.PathError{Op: call, Path: "/a fault of the test", Err: syscall.EIO}
	}
	return saves(kind, file, "saved by an editor\n")
}

// reads reports whether a call changes nothing.
func reads(call string) bool {
	switch call {
	case "Lstat", "Resolve", "ReadFile", "ReadPart", "ReadDir":
		return true
	}
	return false
}
