package planfile

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mdck/internal/spelling"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/yamldoc"
)

// Keys of the front matter that are asked for by name. Source: seed; the last
// two: GSD.
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

// Kinds of values; null is as if the key were not there.
const (
	textual = jsondoc.String | jsondoc.Null
	scalar  = textual | jsondoc.Number
)

// frontFields are the keys of a plan's front matter whose values are of some kind. Other keys
// are fine. Source: seed; the last two: GSD.
var frontFields = jsondoc.Field{Kind: jsondoc.Object, Open: true, Fields: []jsondoc.Field{
	{Name: phaseKey, Kind: scalar},
	{Name: planKey, Kind: scalar},
	{Name: waveKey, Kind: scalar, HasMin: true},
	{Name: AutonomousKey, Kind: jsondoc.Bool | textual},
	{Name: checkpointKey, Kind: jsondoc.Object | jsondoc.Bool | textual, Open: true, Fields: []jsondoc.Field{
		{Name: typeKey, Kind: jsondoc.String},
		{Name: afterKey, Kind: jsondoc.Int | textual},
		{Name: whatKey, Kind: scalar},
	}},
	{Name: dependsKey, Kind: jsondoc.Array | scalar, Elem: &jsondoc.Field{Kind: scalar}},
	{Name: typeKey, Kind: textual},
	{Name: FilesKey, Kind: jsondoc.Array | textual, Elem: &jsondoc.Field{Kind: scalar}},
}}

// A Front is the front matter of a plan.
type Front struct {
	Is     bool        // there is one
	Span   source.Span // with both lines of dashes; empty without
	Closed bool        // there is a second line of dashes
	Body   source.Span // between these lines

	// Root has spans of the file. It is nil without front matter, and holds the keys
	// that can be read by themselves if the whole is no YAML.
	Root *jsondoc.Value
	Err  error // why the whole cannot be read, a [*source.Error] of the file; else nil
	// Faults are the entries that are no YAML, where the others were read by themselves, or
	// else Err.
	Faults []Misread

	Phase, Plan string // as written, without quotes; "" if missing
	Wave        int
	HasWave     bool
	Depends     []Ref
	Files       []string // files_modified
	Checkpoint  Pause
	Autonomous  Flag

	file *source.File
}

// A Misread is front matter, or an entry of it, that is no YAML.
type Misread struct {
	Err     error // a [*source.Error] of the file
	Serious bool  // what has to be read is not
}

// A Ref is a reference to a plan that another plan depends on.
type Ref struct {
	Text string
	Span source.Span
}

// A Flag is a value that is true or false.
type Flag struct {
	Is     bool // the key exists and is not null
	Value  bool // it is true, in the words of YAML 1.1, too
	Quoted bool // it is the text "true" or "false"
	Known  bool // it is one of true and false
	Span   source.Span
}

// A Pause is the front matter's checkpoint.
type Pause struct {
	Is       bool   // there is one: a mapping or a text that is not empty, or true
	Type     string // without the prefix, in lower case
	After    int    // after_task
	HasAfter bool
	What     string
	Span     source.Span
	AfterAt  source.Span // of the value of after_task; empty without

	isObject bool // a mapping
}

// ReadFrontMatter reads the front matter of f, which may begin with a byte order mark:
// its values, with spans of f, and where they stand. Both are zero if there is none.
// Front matter that nothing closes, or that is no YAML, is a [*source.Error].
func ReadFrontMatter(f *source.File) (*jsondoc.Value, source.Span, error) {
	front := outline(f)
	if front.Err == nil && front.Is {
		front.parse()
	}
	return front.Root, front.Span, front.Err
}

// outline finds the lines of dashes.
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
		return Front{file: f} // a horizontal rule between texts
	case !front.Closed:
		front.Body.End, front.Span = at, spanOf(start, at)
		front.Err = f.Errorf(start, "the front matter is not closed; expected a line ---")
	}
	return front
}

// head is the first line of dashes.
func (f *Front) head() source.Span { return spanOf(f.Span.Start, f.Body.Start) }

func isDashes(line string) bool { return strings.TrimRight(line, " \t\r\n") == "---" }

// frontStart is the offset at which front matter may begin: that of the first line of dashes
// after a byte order mark and a licence, remarks in comments and the like, of which a file has
// no more than 4 KiB; else that of the text.
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

// beginsWithKey reports whether the first line of text has a key in lower case.
func beginsWithKey(text string) bool {
	key, _, found := strings.Cut(strings.TrimLeft(text, " \t\r\n"), ":")
	return found && key != "" && strings.Trim(key, "abcdefghijklmnopqrstuvwxyz0123456789_-") == ""
}

// parse makes values of the text between the lines of dashes.
func (f *Front) parse() {
	text := f.file.Slice(f.Body)
	d, err := yamldoc.Parse(f.file.Name, text)
	if err != nil {
		f.Err = f.moved(err, f.Body)
		return
	}
	f.Root = d.Root
	move(f.Root, f.Body.Start)
}

// read reads the front matter of a plan that is outlined.
func (f *Front) read() {
	if f.Is && f.Err == nil {
		if f.parse(); f.Err != nil {
			f.salvage()
		}
	}
	if f.Err != nil && len(f.Faults) == 0 {
		f.Faults = []Misread{{f.Err, !errors.Is(f.Err, yamldoc.ErrUnsupported)}}
	}
	f.Phase, f.Plan = f.get(phaseKey), f.get(planKey)
	f.Wave, f.HasWave = f.wave()
	f.Depends, f.Files = f.refs(), f.strings(f.Root.Get(FilesKey))
	f.Autonomous = f.flag(f.Root.Get(AutonomousKey))
	f.Checkpoint = f.pause(f.Root.Get(checkpointKey))
}

// move adds by to the spans of v and of all in it.
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

// text is a scalar as it is written, without quotes: a plan 01 is not plan 1, and
// 010 is not 8. Null is "".
func (f *Front) text(v *jsondoc.Value) string {
	if s, ok := v.Str(); ok {
		return strings.TrimSpace(s)
	}
	if v == nil || v.Kind&(jsondoc.Number|jsondoc.Bool) == 0 {
		return ""
	}
	return f.file.Slice(v.Span)
}

// get returns the text of a key.
func (f *Front) get(keys ...string) string { return f.text(f.Root.Get(keys...)) }

// wave is the number that the wave begins with: 2 of "2B" and of 2.5, as tools of the
// family read it.
func (f *Front) wave() (int, bool) {
	text := f.get(waveKey)
	return ParseCount(text[:skip(text, 0, "0123456789")])
}

// waveFault returns the problem of the wave; "" if there is none. The problem is not an error if the
// wave begins with a number, which is then used.
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

// ParseCount reads a whole number of at most nine digits that is not negative.
func ParseCount(text string) (int, bool) {
	n, err := strconv.ParseUint(text, 10, 32)
	if err != nil || len(text) > 9 {
		return 0, false
	}
	return int(n), true
}

// strings returns the texts of a list, or a single text.
func (f *Front) strings(v *jsondoc.Value) []string {
	var all []string
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

// refs are the plans that this one depends on; a text may name several, parted by commas.
func (f *Front) refs() []Ref {
	var refs []Ref
	for _, e := range items(f.Root.Get(dependsKey)) {
		for text := range strings.SplitSeq(f.text(e), ",") {
			if text = strings.Trim(text, " []\"'"); text != "" && !strings.EqualFold(text, "none") {
				refs = append(refs, Ref{Text: text, Span: e.Span})
			}
		}
	}
	return refs
}

// yes and no are words for true and false, of which YAML has the first alone since 1.2.
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

func (f *Front) pause(v *jsondoc.Value) Pause {
	const none wordList = "||none|false|"
	p := Pause{Is: true}
	if v != nil {
		p.Span = v.Span
	}
	text, isText := v.Str()
	switch {
	case isText && !none.has(strings.ToLower(strings.TrimSpace(text))):
		if p.Type = bareType(text); !slices.Contains(bareTypes(), p.Type) {
			p.Type, p.What = "", spelling.OneLine(text) // it says something else
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

// bareType returns the type of a checkpoint without its prefix, in lower case.
func bareType(text string) string {
	return strings.TrimPrefix(strings.ToLower(strings.TrimSpace(text)), Prefix)
}

// readKeys are the keys that decide when a plan is executed and where it pauses. What
// reads the others takes them line by line, whether they are YAML or prose.
const readKeys wordList = "|phase|plan|wave|depends_on|autonomous|checkpoint|"

// salvage reads front matter that is no YAML key by key, so that one value which
// cannot be read does not hide the others from what has to be executed.
func (f *Front) salvage() {
	const most = 4 * yamldoc.MaxSize
	f.Root = &jsondoc.Value{Kind: jsondoc.Object, Span: f.Body}
	for at := f.Body.Start; at < f.Body.End && f.Body.Len() <= most; {
		span := spanOf(at, f.entryEnd(at))
		f.entry(span)
		at = span.End
	}
	if errors.Is(f.Err, yamldoc.ErrTooLarge) {
		f.Faults = nil // it is said once
	}
}

// entryEnd is where the entry that begins a line ends: before the next line that begins with a
// letter.
func (f *Front) entryEnd(at int) int {
	for at = lineEnd(f.file.Text, at); at < f.Body.End && !isLetter(f.file.Text[at]); {
		at = lineEnd(f.file.Text, at)
	}
	return at
}

// entry reads what one entry says, or notes why it cannot be read.
func (f *Front) entry(span source.Span) {
	text := f.file.Slice(span)
	if isBare(text) {
		return
	}
	d, err := yamldoc.Parse("", text)
	if err != nil {
		key, _, _ := strings.Cut(text, ":")
		isRead := readKeys.has(key) && !errors.Is(err, yamldoc.ErrUnsupported)
		f.Faults = append(f.Faults, Misread{f.moved(err, span), isRead})
		return
	}
	move(d.Root, span.Start)
	for _, m := range d.Root.Members {
		if f.Root.Get(m.Key) == nil {
			f.Root.Members = append(f.Root.Members, m)
			continue
		}
		err := f.file.Errorf(m.KeySpan.Start, "%w %q", yamldoc.ErrDuplicateKey, m.Key)
		f.Faults = append(f.Faults, Misread{err, readKeys.has(m.Key)})
	}
}

// isBare reports whether text has only blank lines and comments.
func isBare(text string) bool {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); !strings.HasPrefix(line+"#", "#") {
			return false
		}
	}
	return true
}

// moved is the error of the text at span at its place in the file.
func (f *Front) moved(err error, span source.Span) error {
	located, ok := errors.AsType[*source.Error](err)
	if !ok {
		return err
	}
	return f.file.Errorf(span.Start+source.NewFile("", f.file.Slice(span)).ErrorSpan(err).Start, "%w", located.Err)
}
