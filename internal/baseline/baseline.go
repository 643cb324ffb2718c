// Package baseline keeps the findings that a repository knows and lives with for
// now, so that only new ones count.
//
// A baseline is a ratchet: what is mended leaves it, and nothing enters it but on
// demand. It is a JSON file with a line for each finding, sorted, made to be
// committed, reviewed and merged. The package knows neither disk nor clock: the
// caller reads and writes the file.
//
// # What a finding is known by
//
// The path of its file, its rule and its [lint.Fingerprint], which says what a
// finding is still known after. Equal findings are counted, in the order of the
// file. One that gets worse, such as a file further over its budget, is no new one.
package baseline

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mdck/lint"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

// MaxSize is how many bytes a baseline may have.
const MaxSize = jsondoc.MaxSize

// ErrTooLarge says that a baseline would have more bytes than are read again.
var ErrTooLarge = errors.New("too large")

// A Key is what a finding is known by.
type Key struct {
	Path        string // of the file, with slashes, relative to the directory of the baseline; always UTF-8
	Rule        string // id
	Fingerprint string // 16 hex digits
}

// An Entry is a finding that is known, Count times.
type Entry struct {
	Key
	Count int // 1 or more
}

// A Baseline is findings that are known. The zero Baseline knows none. It is not
// changed by any method and is safe for concurrent use.
type Baseline struct {
	entries []Entry // sorted by Key, which are distinct
}

// Entries are the findings, sorted. The caller must not change them.
func (b Baseline) Entries() []Entry { return b.entries }

// Total is how many findings are known.
func (b Baseline) Total() int {
	n := 0
	for _, e := range b.entries {
		n += e.Count
	}
	return n
}

// Equal reports whether b and c know the same findings.
func (b Baseline) Equal(c Baseline) bool { return slices.Equal(b.entries, c.entries) }

// New makes a Baseline of entries in any order, whose keys must be distinct. It
// takes entries over.
func New(entries []Entry) Baseline {
	slices.SortFunc(entries, func(a, b Entry) int { return a.compare(b.Key) })
	return Baseline{entries}
}

func (k Key) compare(other Key) int {
	return cmp.Or(cmp.Compare(k.Path, other.Path), cmp.Compare(k.Rule, other.Rule), cmp.Compare(k.Fingerprint, other.Fingerprint))
}

const version = 1

// table describes the file.
func table() jsondoc.Field {
	return jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
		{Name: "version", Kind: jsondoc.Int, Required: true, Values: []string{strconv.Itoa(version)}},
		{Name: "findings", Kind: jsondoc.Array, Required: true, Elem: &jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
			{Name: "path", Kind: jsondoc.String, Required: true, MinLen: 1},
			{Name: "rule", Kind: jsondoc.String, Required: true, MinLen: 1},
			{Name: "fingerprint", Kind: jsondoc.String, Required: true, Match: isFingerprint, Wanted: "16 hex digits"},
			{Name: "count", Kind: jsondoc.Int, Required: true, HasMin: true, Min: 1},
		}}},
	}}
}

// Parse reads the text of a baseline, whose name is used in positions only. An
// error joins a [*source.Error] for each thing that is wrong.
func Parse(name, text string) (Baseline, error) {
	doc, err := jsondoc.Parse(name, text)
	if err != nil {
		return Baseline{}, err
	}
	var faults []error
	for _, p := range doc.Check(table()) {
		faults = append(faults, doc.File.Errorf(p.Span.Start, "%s", p.Message))
	}
	if faults != nil {
		return Baseline{}, errors.Join(faults...)
	}
	return read(doc)
}

// read takes the entries of a document that fits the table.
func read(doc *jsondoc.Document) (Baseline, error) {
	list := doc.Root.Get("findings").Elements
	entries, faults := make([]Entry, 0, len(list)), []error(nil)
	lines := make(map[Key]int, len(list))
	for _, v := range list {
		e := entryOf(v)
		switch line, twice := lines[e.Key]; {
		case e.Count == 0:
			faults = append(faults, doc.File.Errorf(v.Get("count").Span.Start, "\"count\" is too large"))
		case twice:
			faults = append(faults, doc.File.Errorf(v.Span.Start, "this finding is there already, in line %d", line))
		default:
			lines[e.Key] = doc.File.Line(v.Span.Start)
			entries = append(entries, e)
		}
	}
	return New(entries), errors.Join(faults...)
}

// entryOf is the entry at v; its count is 0 if no int holds it.
func entryOf(v *jsondoc.Value) Entry {
	var e Entry
	e.Path, _ = v.Get("path").Str()
	e.Rule, _ = v.Get("rule").Str()
	e.Fingerprint, _ = v.Get("fingerprint").Str()
	e.Count, _ = v.Get("count").Int()
	return e
}

// Text is the baseline as a file: the same findings give the same bytes. The
// error wraps [ErrTooLarge].
func (b Baseline) Text() (string, error) {
	var out strings.Builder
	fmt.Fprintf(&out, "{\"version\":%d,\"findings\":[", version)
	for i, e := range b.entries {
		if i > 0 {
			out.WriteByte(',')
		}
		fmt.Fprintf(&out, "\n{\"path\":%s,\"rule\":%s,\"fingerprint\":%q,\"count\":%d}", jsondoc.Quote(e.Path), jsondoc.Quote(e.Rule), e.Fingerprint, e.Count)
	}
	out.WriteString("\n]}\n")
	if out.Len() > MaxSize {
		return "", fmt.Errorf("%d findings are %w for one baseline: %d bytes, want at most %d", b.Total(), ErrTooLarge, out.Len(), MaxSize)
	}
	return out.String(), nil
}

// Rewrite is Text with the line endings of old, the file that it takes the place
// of.
func (b Baseline) Rewrite(old string) (string, error) {
	text, err := b.Text()
	if err == nil && source.NewFile("", old).EOL() == "\r\n" {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text, err
}

func isFingerprint(s string) bool {
	return len(s) == 2*lint.FingerprintSize && strings.Trim(s, "0123456789abcdef") == ""
}
