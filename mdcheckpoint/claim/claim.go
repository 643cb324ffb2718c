// Package claim compares the claims of a checkpoint with the actual files. Each claim is verified,
// stale, pending or unverifiable.
//
// A [Claim] has the recorded value and a function that returns the actual value; [Exists],
// [HashPrefix] and [Ask] return such functions. [Verify] returns the verdicts. It reads only the
// given tree; an [Outside] provides facts from git. The protocols determine the claims.
package claim

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"iter"
	"path"
	"slices"
	"strings"
	"unicode"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/source"
)

// A Status is the result of checking a claim.
type Status string

const (
	Verified     Status = "verified"     // the recorded value is correct
	Stale        Status = "stale"        // the recorded value is wrong, or no longer correct
	Pending      Status = "pending"      // the recorded value differs, but the work is not done
	Unverifiable Status = "unverifiable" // the actual value cannot be determined
)

// maxItem limits an item's text in a verdict, in bytes.
const maxItem = 60

// A Claim is a statement in a file about a tree of files.
type Claim struct {
	Key      string      // stable name, such as "rfc-hash"
	Name     string      // what is claimed, in words: "hash of rfc.md"
	Item     string      // text of the list item with the claim, or ""
	Span     source.Span // span of the recorded value
	Path     string      // file that Span is in; "" for the checked file
	Recorded string
	// Actual returns the actual value in tree. An error makes the claim unverifiable.
	Actual func(tree fs.FS) (string, error)
	// Same reports whether recorded and actual are equivalent. Nil means equal.
	Same func(recorded, actual string) bool
	// Open means that the claimed work continues, so a difference is [Pending].
	Open bool
}

type Verdict struct {
	Claim
	Status Status
	Actual string // "" if unverifiable
	Reason string // "" unless unverifiable
	Err    error  // what Reason describes, or nil
}

// claimNames lists names with a text from a file, as in "task TEXT of plan.md". Source: the claims
// of the protocols.
var claimNames = [...]struct{ before, after string }{
	{"file ", ""}, {"commit ", ""}, {"uncommitted change of ", ""}, {"number of plans of phase ", ""}, {"plan ", ""}, {"task ", " of plan.md"},
}

// String formats the verdict as one line, without path and position.
func (v Verdict) String() string {
	v.Recorded, v.Actual = spelling.QuoteValue(v.Recorded), spelling.QuoteValue(v.Actual)
	for _, c := range claimNames {
		text, ok := strings.CutPrefix(v.Name, c.before)
		text, ended := strings.CutSuffix(text, c.after)
		if ok && ended {
			if v.Name = c.before + spelling.QuotePath(text) + c.after; c.after != "" {
				v.Name = c.before + spelling.QuoteValue(text) + c.after
			}
			break
		}
	}
	if v.Item != "" {
		v.Name += " of " + spelling.Value(v.Item, maxItem)
	}
	line, recorded := string(v.Status)+": "+v.Name, ", recorded "+v.Recorded
	exists := v.Recorded == Present
	if exists {
		recorded = ""
	}
	switch {
	case v.Status == Unverifiable:
		return line + recorded + ", because " + v.Reason
	case exists:
		return line + " " + v.Actual
	case v.Status == Verified:
		return line + " is " + v.Recorded
	}
	return line + recorded + ", actual " + v.Actual
}

// Most is how many claims of a file are verified. Each needs a query.
const Most = 10_000

// Bounded returns the first [Most] claims, and the number of the others.
func Bounded(claims []Claim) (some []Claim, left int) {
	n := min(len(claims), Most)
	return claims[:n], len(claims) - n
}

// Verify returns the verdicts of claims about tree, in the same order.
func Verify(tree fs.FS, claims []Claim) []Verdict {
	verdicts := make([]Verdict, len(claims))
	for i, c := range claims {
		verdicts[i] = verify(tree, c)
	}
	return verdicts
}

var errNoActual = errors.New("the claim does not say how to find the actual value")

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

// reason formats an error without parts that depend on the machine.
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

const (
	Present = "exists"
	Absent  = "does not exist"
)

// Exists returns a [Claim.Actual] that checks whether name exists. A path out of the tree is an
// error.
func Exists(name string) func(fs.FS) (string, error) {
	return func(tree fs.FS) (string, error) {
		if !Inside(name) {
			return "", errors.New("the path is outside the tree")
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

// Inside reports whether a path stays in the tree.
func Inside(name string) bool {
	return fs.ValidPath(name) && name != "~" && !strings.HasPrefix(name, "~/")
}

// Stat is like [fs.Stat], but the error for a name that no file can have is [fs.ErrNotExist].
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

func tooLong(name string) bool {
	const most, mostOfPart = 4000, 255 // in bytes; below the limits of ext4, NTFS and APFS
	return len(name) > most || slices.ContainsFunc(strings.Split(name, "/"), func(part string) bool { return len(part) > mostOfPart })
}

func belowFile(tree fs.FS, name string) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if info, err := fs.Stat(tree, dir); err == nil {
			return !info.IsDir()
		}
	}
	return false
}

// HashPrefix returns a [Claim.Actual] for the first digits of a file's hash: recorded, if one of
// its [Hashes] has that prefix.
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

// Hashes returns the [Hash] of text unchanged, with LF and with CRLF. git converts line endings.
func Hashes(text []byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		crlf, lf := []byte("\r\n"), []byte("\n")
		stored := bytes.ReplaceAll(text, crlf, lf)
		_ = yield(Hash(text)) && yield(Hash(stored)) && yield(Hash(bytes.ReplaceAll(stored, lf, crlf)))
	}
}

// Hash returns the SHA-256 of text in lower-case hex digits.
func Hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// ContentHash returns the [Hash] of text without white space and byte order mark.
func ContentHash(text string) string {
	return Hash([]byte(strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, strings.TrimPrefix(text, "\ufeff"))))
}
