// Package baseline keeps the known findings of a repository, so that only new findings count.
//
// The baseline changes only when the user asks for it: mdck then removes fixed findings or adds new
// ones. It is a sorted JSON file with one line for each finding, so that it can be committed,
// reviewed and merged. The caller reads and writes the file.
//
// The path of its file, its rule and its [lint.Fingerprint] identify a finding. Equal findings are
// counted, in the order of the file. A finding that gets worse, such as a file further over its
// budget, is not new.
package baseline

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sort"
	"strings"
	"sync"

	"mdck/lint"
	"mdck/mdcheckpoint/jsondoc"
)

// MaxSize is the maximum size of a baseline in bytes.
const MaxSize = jsondoc.MaxSize

// ErrTooLarge means that a baseline would be longer than MaxSize.
var ErrTooLarge = errors.New("too large")

// A Key identifies a finding.
type Key struct {
	Path        string // slash path, relative to the directory of the baseline; always UTF-8
	Rule        string // id
	Fingerprint string // 16 hex digits
}

// An Entry is a known finding.
type Entry struct {
	Key
	Count int // known occurrences, 1 or more
}

// A Baseline is a set of known findings. It is immutable.
type Baseline struct {
	entries []Entry // sorted by Key, no duplicates
}

// Total returns the number of known findings.
func (b Baseline) Total() int {
	n := 0
	for _, e := range b.entries {
		n += e.Count
	}
	return n
}

// Equal reports whether b and c have the same findings.
func (b Baseline) Equal(c Baseline) bool { return slices.Equal(b.entries, c.entries) }

// New returns a Baseline with entries, which the caller must not use afterwards.
func New(entries []Entry) Baseline {
	sort.SliceStable(entries, func(i, j int) bool {
		return cmp.Or(cmp.Compare(entries[i].Path, entries[j].Path), cmp.Compare(entries[i].Rule, entries[j].Rule), cmp.Compare(entries[i].Fingerprint, entries[j].Fingerprint)) < 0
	})
	var b Baseline
	for i, e := range entries {
		if i == 0 || e.Key != entries[i-1].Key {
			b.entries = append(b.entries, e)
		}
	}
	return b
}

const version = 1

var table = sync.OnceValue(func() jsondoc.Field {
	all := rows()
	fingerprint := all.Key("findings").Elem.Key("fingerprint")
	fingerprint.Match, fingerprint.Wanted = isFingerprint, "16 hex digits"
	return all
})

var rows = jsondoc.Table(`
version!: int = 1
findings!: array of object
	path! rule!: string filled
	fingerprint!: string
	count!: int >=1`)

// Parse parses a baseline. The error joins a [*source.Error] for each problem.
func Parse(name, text string) (Baseline, error) {
	doc, err := jsondoc.Parse(name, text)
	if err != nil {
		return Baseline{}, err
	}
	var errs []error
	for _, p := range doc.Check(table()) {
		errs = append(errs, doc.File.Errorf(p.Span.Start, "%s", p.Message))
	}
	if errs != nil {
		return Baseline{}, errors.Join(errs...)
	}
	var entries []Entry
	for _, v := range doc.Root.Get("findings").Elements {
		var e Entry
		e.Path, _ = v.Get("path").Str()
		e.Rule, _ = v.Get("rule").Str()
		e.Fingerprint, _ = v.Get("fingerprint").Str()
		n, _ := v.Get("count").Int()
		e.Count = max(n, 1) // 0 if the number does not fit an int
		entries = append(entries, e)
	}
	return New(entries), nil
}

// Text returns the text of the file. The error wraps [ErrTooLarge].
func (b Baseline) Text() (string, error) {
	var out strings.Builder
	fmt.Fprintf(&out, "{\"version\":%d,\"findings\":[", version)
	for i, e := range b.entries {
		if i > 0 {
			out.WriteByte(',')
		}
		fmt.Fprintf(&out, "\n{\"path\":%s,\"rule\":%s,\"fingerprint\":%q,\"count\":%d}",
			jsondoc.Quote(e.Path), jsondoc.Quote(e.Rule), e.Fingerprint, e.Count)
	}
	out.WriteString("\n]}\n")
	if out.Len() > MaxSize {
		return "", fmt.Errorf("%d findings are %w for one baseline: %d bytes; expected at most %d",
			b.Total(), ErrTooLarge, out.Len(), MaxSize)
	}
	return out.String(), nil
}

func isFingerprint(s string) bool {
	return len(s) == 2*lint.FingerprintSize && strings.Trim(s, "0123456789abcdef") == ""
}
