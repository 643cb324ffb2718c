package planfile

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/yamldoc"
)

// Keys of the front matter. Source: checkpoint protocol; GSD for the last two.
const (
	phaseKey      = "phase"
	planKey       = "plan"
	waveKey       = "wave"
	AutonomousKey = "autonomous"
	checkpointKey = "checkpoint"
	dependsKey    = "depends_on"
	typeKey       = "type"
	afterKey      = "after_task"
	whatKey       = "what"
	FilesKey      = "files_modified"
	HavesKey      = "must_haves"
)

// frontFields returns the keys with restricted values. Source: checkpoint protocol; GSD for the
// last two.
var frontFields = sync.OnceValue(func() jsondoc.Field {
	all := frontTable()
	all.Open = true
	return all
})

var frontTable = jsondoc.Table(`
phase plan: string|null|number
wave: string|null|number >=0
autonomous: bool|string|null
checkpoint: object|bool|string|null open
	type: string
	after_task: int|string|null
	what: string|null|number
depends_on: array|string|null|number of string|null|number
type: string|null
files_modified: array|string|null of string|null|number`)

// A Front is the front matter of a plan.
type Front struct {
	Is     bool
	Span   source.Span // including both lines of dashes; empty without front matter
	Closed bool        // the second line of dashes exists
	Body   source.Span // text between the lines of dashes

	// Root is the parsed front matter, or nil. For invalid YAML, Root has the keys that can be
	// read.
	Root *jsondoc.Value
	Err  error // why the front matter is not valid YAML: a [*source.Error], or nil
	// Errors has the invalid entries, or else Err.
	Errors []EntryError

	Phase, Plan string // without quotes; "" if missing
	Wave        int
	HasWave     bool
	Depends     []Ref
	Files       []string // value of files_modified
	Checkpoint  FrontCheckpoint
	Autonomous  Flag

	file *source.File
}

// An EntryError is an error in an entry of the front matter, or in all of it.
type EntryError struct {
	Err     error // a [*source.Error] in the file
	Serious bool  // the entry decides when the plan runs or pauses
}

type Ref struct {
	Text string
	Span source.Span
}

// A Flag is a boolean value.
type Flag struct {
	Is     bool // the key exists and is not null
	Value  bool // true, or a word for true in YAML 1.1
	Quoted bool
	Known  bool // the value is a boolean, quoted or not
	Span   source.Span
}

// A FrontCheckpoint is the checkpoint in the front matter.
type FrontCheckpoint struct {
	Is       bool   // the plan has a checkpoint
	Type     string // without the prefix, in lower case
	After    int    // value of after_task
	HasAfter bool
	What     string
	Span     source.Span
	AfterAt  source.Span // value of after_task; empty if missing

	isObject bool
}

// ReadFrontMatter returns the values and the span of the front matter of f, or zeros. Unclosed or
// invalid front matter is a [*source.Error]; its readable entries are returned, too.
func ReadFrontMatter(f *source.File) (*jsondoc.Value, source.Span, error) {
	front := outline(f)
	if front.Err == nil && front.Is {
		front.parse()
	}
	return front.Root, front.Span, front.Err
}

func outline(f *source.File) Front {
	front := Front{file: f}
	start := frontStart(f.Text)
	at := lineEnd(f.Text, start)
	if !isDashes(f.Text[start:at]) || at == len(f.Text) && !strings.HasSuffix(f.Text, "\n") {
		return front
	}
	front.Is, front.Body.Start = true, at
	for next := at; next < len(f.Text); {
		end := lineEnd(f.Text, next)
		if isDashes(f.Text[next:end]) {
			front.Closed, front.Body.End, front.Span = true, next, spanOf(start, end)
			break
		}
		next = end
	}
	switch {
	case strings.TrimPrefix(f.Text[:start], bom) != "" && !(front.Closed && beginsWithKey(f.Slice(front.Body))):
		return Front{file: f} // after text, dashes are a horizontal rule
	case !front.Closed:
		front.Body.End, front.Span = at, spanOf(start, at)
		front.Err = f.Errorf(start, "the front matter is not closed; expected a line ---")
	}
	return front
}

func (f *Front) head() source.Span { return spanOf(f.Span.Start, f.Body.Start) }

func isDashes(line string) bool { return strings.TrimRight(line, " \t\r\n") == "---" }

func frontStart(text string) int {
	const far = 4 << 10
	first := len(text) - len(strings.TrimPrefix(text, bom))
	for at := first; at < min(len(text), first+far); {
		line := text[at:lineEnd(text, at)]
		switch {
		case isDashes(line):
			return at
		case strings.HasPrefix(strings.TrimSpace(line), "<!--"):
			end := strings.Index(text[at:], "-->")
			if end < 0 {
				return first
			}
			at += end + len("-->")
		default:
			at += len(line)
		}
	}
	return first
}

func beginsWithKey(text string) bool {
	key, _, found := strings.Cut(strings.TrimLeft(text, " \t\r\n"), ":")
	return found && key != "" && strings.Trim(key, "abcdefghijklmnopqrstuvwxyz0123456789_-") == ""
}

func (f *Front) parse() {
	text := f.file.Slice(f.Body)
	d, err := yamldoc.Parse(f.file.Name, text)
	if err != nil {
		f.Err = f.atPosition(err, f.Body)
		f.salvage()
		return
	}
	f.Root = d.Root
	move(f.Root, f.Body.Start)
}

func (f *Front) read() {
	if f.Is && f.Err == nil {
		f.parse()
	}
	if f.Err != nil && len(f.Errors) == 0 {
		f.Errors = []EntryError{{f.Err, !errors.Is(f.Err, yamldoc.ErrUnsupported)}}
	}
	f.Phase, f.Plan = f.get(phaseKey), f.get(planKey)
	f.Wave, f.HasWave = f.wave()
	f.Depends, f.Files = f.refs(), f.strings(f.Root.Get(FilesKey))
	f.Autonomous = f.flag(f.Root.Get(AutonomousKey))
	f.Checkpoint = f.readCheckpoint(f.Root.Get(checkpointKey))
}

func move(v *jsondoc.Value, by int) {
	v.Span = v.Span.Shift(by)
	for i := range v.Members {
		m := &v.Members[i]
		m.KeySpan = m.KeySpan.Shift(by)
		move(m.Value, by)
	}
	for _, e := range v.Elements {
		move(e, by)
	}
}

func (f *Front) text(v *jsondoc.Value) string {
	if s, ok := v.Str(); ok {
		return strings.TrimSpace(s)
	}
	if v == nil || v.Kind&(jsondoc.Number|jsondoc.Bool) == 0 {
		return ""
	}
	return f.file.Slice(v.Span)
}

func (f *Front) get(keys ...string) string { return f.text(f.Root.Get(keys...)) }

// wave returns the number at the beginning of the value, such as 2 for "2B", as other tools do.
func (f *Front) wave() (int, bool) {
	text := f.get(waveKey)
	return ParseCount(text[:skip(text, 0, "0123456789")])
}

func (f *Front) waveFault() (message string, isError bool) {
	v := f.Root.Get(waveKey)
	text := f.text(v)
	if _, whole := ParseCount(text); v == nil || v.IsNull() || whole {
		return "", false
	}
	message = fmt.Sprintf("%q is %q; expected a whole number", waveKey, short(cmp.Or(text, spelling.OneLine(f.file.Slice(v.Span)))))
	if f.HasWave {
		return fmt.Sprintf("%s; read as %d", message, f.Wave), false
	}
	return message, true
}

// ParseCount parses a whole number of at most nine digits.
func ParseCount(text string) (int, bool) {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil || len(text) > 9 {
		return 0, false
	}
	return int(n), true
}

func (f *Front) strings(v *jsondoc.Value) (all []string) {
	for _, e := range items(v) {
		if s := f.text(e); s != "" {
			all = append(all, s)
		}
	}
	return all
}

func items(v *jsondoc.Value) []*jsondoc.Value {
	switch {
	case v == nil || v.Kind == jsondoc.Null:
		return nil
	case v.Kind == jsondoc.Array:
		return v.Elements
	}
	return []*jsondoc.Value{v}
}

func (f *Front) refs() (refs []Ref) {
	for _, e := range items(f.Root.Get(dependsKey)) {
		for text := range strings.SplitSeq(f.text(e), ",") {
			if text = strings.Trim(text, " []\"'"); text != "" && !strings.EqualFold(text, "none") {
				refs = append(refs, Ref{Text: text, Span: e.Span})
			}
		}
	}
	return refs
}

// yes and no are words for true and false in YAML 1.1.
const (
	yes wordList = "|true|yes|on|"
	no  wordList = "|false|no|off|"
)

func (f *Front) flag(v *jsondoc.Value) Flag {
	if v == nil || v.Kind == jsondoc.Null {
		return Flag{}
	}
	text := strings.ToLower(f.text(v))
	_, isText := v.Str()
	known := text == "true" || text == "false"
	return Flag{Is: true, Value: yes.has(text), Known: known, Quoted: known && isText, Span: v.Span}
}

func (f *Front) readCheckpoint(v *jsondoc.Value) FrontCheckpoint {
	const none wordList = "||none|false|"
	p := FrontCheckpoint{Is: true}
	if v != nil {
		p.Span = v.Span
	}
	text, isText := v.Str()
	switch {
	case isText && !none.has(strings.ToLower(strings.TrimSpace(text))):
		if p.Type = bareType(text); !slices.Contains(bareTypes(), p.Type) {
			p.Type, p.What = "", spelling.OneLine(text) // a description, not a type
		}
	case v != nil && v.Kind == jsondoc.Object && len(v.Members) > 0:
		p.isObject = true
		p.Type, p.What = bareType(f.text(v.Get(typeKey))), spelling.OneLine(f.text(v.Get(whatKey)))
		after := v.Get(afterKey)
		if p.After, p.HasAfter = ParseCount(f.text(after)); after != nil && !after.IsNull() {
			p.AfterAt = after.Span
		}
	default:
		p.Is, _ = v.Bool()
	}
	return p
}

func bareType(text string) string {
	return strings.TrimPrefix(strings.ToLower(strings.TrimSpace(text)), Prefix)
}

// readKeys lists the keys that decide when a plan runs or pauses. Tools read other keys line by
// line, so other keys need not be valid YAML.
const readKeys wordList = "|phase|plan|wave|depends_on|autonomous|checkpoint|"

// salvage parses invalid front matter entry by entry.
func (f *Front) salvage() {
	const most = 4 * yamldoc.MaxSize
	f.Root = &jsondoc.Value{Kind: jsondoc.Object, Span: f.Body}
	for at := f.Body.Start; at < f.Body.End && f.Body.Len() <= most; {
		span := spanOf(at, f.entryEnd(at))
		f.entry(span)
		at = span.End
	}
	if errors.Is(f.Err, yamldoc.ErrTooLarge) {
		f.Errors = nil // Err is enough
	}
}

func (f *Front) entryEnd(at int) int {
	for at = lineEnd(f.file.Text, at); at < f.Body.End && !isLetter(f.file.Text[at]); {
		at = lineEnd(f.file.Text, at)
	}
	return at
}

func (f *Front) entry(span source.Span) {
	text := f.file.Slice(span)
	if isBlank(text) {
		return
	}
	d, err := yamldoc.Parse("", text)
	if err != nil {
		key, _, _ := strings.Cut(text, ":")
		isRead := readKeys.has(key) && !errors.Is(err, yamldoc.ErrUnsupported)
		f.Errors = append(f.Errors, EntryError{f.atPosition(err, span), isRead})
		return
	}
	move(d.Root, span.Start)
	for _, m := range d.Root.Members {
		if f.Root.Get(m.Key) == nil {
			f.Root.Members = append(f.Root.Members, m)
			continue
		}
		err := f.file.Errorf(m.KeySpan.Start, "%w %q", yamldoc.ErrDuplicateKey, m.Key)
		f.Errors = append(f.Errors, EntryError{err, readKeys.has(m.Key)})
	}
}

func isBlank(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line+"#", "#") {
			return false
		}
	}
	return true
}

func (f *Front) atPosition(err error, span source.Span) error {
	located, ok := errors.AsType[*source.Error](err)
	if !ok {
		return err
	}
	return f.file.Errorf(span.Start+source.NewFile("", f.file.Slice(span)).ErrorSpan(err).Start, "%w", located.Err)
}
