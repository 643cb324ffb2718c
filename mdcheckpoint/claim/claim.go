// Package claim compares what a checkpoint claims about the files around it with these files: each
// claim is verified, stale, pending or unverifiable.
//
// A [Claim] names what is recorded and has a function that finds out what is so; [Exists],
// [HashPrefix] and [Ask] make such functions. [Verify] returns the verdicts. It reads the tree it
// is given and nothing else; what git knows comes in as [Outside].
//
// What is claimed, and how to find out, is said by the package of the protocol.
// Here is only the one way in which all claims are checked, so that lint,
// verify and bootstrap cannot disagree.
package claim

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"
	"unicode"

	"mdck/mdcheckpoint/source"
)

// A Status is what became of a claim.
type Status string

const (
	Verified     Status = "verified"     // what is recorded is so
	Stale        Status = "stale"        // it is not so, or no longer
	Pending      Status = "pending"      // it is not so, and need not be before the work on it is done
	Unverifiable Status = "unverifiable" // what would decide it cannot be read
)

// A Claim is something that a file says about a tree of files.
type Claim struct {
	Key      string      // stable name, such as "rfc-hash"
	Name     string      // what is claimed, for people: "hash of rfc.md"
	Span     source.Span // where it is recorded
	Path     string      // of the file that Span is in; "" is the one whose claims these are
	Recorded string
	// Actual finds out what is so in tree. An error makes the claim unverifiable.
	Actual func(tree fs.FS) (string, error)
	// Same reports whether recorded and actual mean the same; nil means equality.
	Same func(recorded, actual string) bool
	// Open says that what is claimed is worked on: a difference is [Pending], not [Stale].
	Open bool
}

// A Verdict is a claim that was checked.
type Verdict struct {
	Claim
	Status Status
	Actual string // what is so; "" if unverifiable
	Reason string // why it is unverifiable; else ""
	Err    error  // the same as it came from the tree; else nil
}

// String is the verdict as one line, without its place.
func (v Verdict) String() string {
	switch v.Status {
	case Verified:
		return fmt.Sprintf("verified: %s: %s", v.Name, v.Recorded)
	case Stale, Pending:
		return fmt.Sprintf("%s: %s: recorded %s, actual %s", v.Status, v.Name, v.Recorded, v.Actual)
	}
	return fmt.Sprintf("unverifiable: %s: recorded %s, %s", v.Name, v.Recorded, v.Reason)
}

// Most is how many claims of one file are worth to be verified. Each costs a question
// to the file system, or to git: those of a list of a megabyte would take longer than
// anybody waits.
const Most = 10_000

// Bounded are the first [Most] of the claims of one file, and how many are left out.
func Bounded(claims []Claim) (some []Claim, left int) {
	n := min(len(claims), Most)
	return claims[:n], len(claims) - n
}

// Verify checks claims against tree, in their order.
func Verify(tree fs.FS, claims []Claim) []Verdict {
	verdicts := make([]Verdict, len(claims))
	for i, c := range claims {
		verdicts[i] = verify(tree, c)
	}
	return verdicts
}

var errNoActual = errors.New("nothing finds out what is so")

func verify(tree fs.FS, c Claim) Verdict {
	actual, err := "", errNoActual
	if c.Actual != nil {
		actual, err = c.Actual(tree)
	}
	if err != nil {
		return Verdict{Claim: c, Status: Unverifiable, Reason: reason(err), Err: err}
	}
	same := c.Same
	if same == nil {
		same = func(a, b string) bool { return a == b }
	}
	if same(c.Recorded, actual) {
		return Verdict{Claim: c, Status: Verified, Actual: actual}
	}
	status := Stale
	if c.Open {
		status = Pending
	}
	return Verdict{Claim: c, Status: status, Actual: actual}
}

// reason leaves out what differs from machine to machine in the text of an error.
func reason(err error) string {
	pe, ok := errors.AsType[*fs.PathError](err)
	if !ok {
		return err.Error()
	}
	if errors.Is(err, fs.ErrNotExist) {
		return pe.Path + " does not exist"
	}
	if errors.Is(err, source.ErrTooLarge) {
		return pe.Path + " is " + pe.Err.Error()
	}
	return pe.Path + " cannot be read"
}

// What [Exists] finds; a claim that a file exists records Present.
const (
	Present = "exists"
	Absent  = "does not exist"
)

// Exists finds out whether there is a file or directory called name, a
// slash-separated path. A path that leads out of the tree, or to the home of a user,
// is an error.
func Exists(name string) func(fs.FS) (string, error) {
	return func(tree fs.FS) (string, error) {
		if !Inside(name) {
			return "", errors.New("it is outside the tree")
		}
		switch _, err := Stat(tree, name); {
		case errors.Is(err, fs.ErrNotExist):
			return Absent, nil
		case err != nil:
			return "", err
		}
		return Present, nil
	}
}

// Inside reports whether a slash-separated path leads to a place in the tree.
func Inside(name string) bool {
	return fs.ValidPath(name) && name != "~" && !strings.HasPrefix(name, "~/")
}

// Stat is [fs.Stat] of what a text names, which may be anything: a name that no file
// can have, and one below a file, is an error of [fs.ErrNotExist].
func Stat(tree fs.FS, name string) (fs.FileInfo, error) {
	if tree == nil {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrInvalid}
	}
	absent := &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	if strings.ContainsRune(name, 0) {
		return nil, absent
	}
	info, err := fs.Stat(tree, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) && (tooLong(name) || belowFile(tree, name)) {
		return nil, absent
	}
	return info, err
}

// tooLong reports whether no common system has files of such a name.
func tooLong(name string) bool {
	const most, mostOfPart = 4000, 255 // bytes; the limit of ext4, NTFS and APFS, less the length of the path of the tree
	return len(name) > most || slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return len(part) > mostOfPart })
}

// belowFile reports whether name leads through something that is not a directory.
func belowFile(tree fs.FS, name string) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if info, err := fs.Stat(tree, dir); err == nil {
			return !info.IsDir()
		}
	}
	return false
}

// HashPrefix returns [Claim.Actual] of a hash: the first digits hex digits of the SHA-256 of the
// raw bytes of the file called name, or recorded if it begins another of its [Hashes].
func HashPrefix(name, recorded string, digits int) func(fs.FS) (string, error) {
	return func(tree fs.FS) (string, error) {
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			return "", err
		}
		for hash := range Hashes(text) {
			if strings.EqualFold(hash[:digits], recorded) {
				return recorded, nil
			}
		}
		return Hash(text)[:digits], nil
	}
}

// Hashes returns the hashes that may be recorded of text: [Hash] of its bytes, and of those with
// LF and with CRLF as line endings. Git replaces the one by the other when it stores a file or
// checks it out, so both are the same text.
func Hashes(text []byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		crlf, lf := []byte("\r\n"), []byte("\n")
		stored := bytes.ReplaceAll(text, crlf, lf)
		_ = yield(Hash(text)) && yield(Hash(stored)) && yield(Hash(bytes.ReplaceAll(stored, lf, crlf)))
	}
}

// Hash is the SHA-256 of text in lower-case hex digits.
func Hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// ContentHash is [Hash] of text without white space and byte order mark: two texts that
// differ in these have the same content.
func ContentHash(text string) string {
	return Hash([]byte(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, strings.TrimPrefix(text, "\ufeff"))))
}
