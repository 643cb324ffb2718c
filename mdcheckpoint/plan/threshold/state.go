package threshold

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"time"

	"mdck/mdcheckpoint/claim"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
	"mdck/mdcheckpoint/spelling"
)

// Names of the state files, relative to the root of the repository. Source: seed, state.
const (
	AcksFile     = ".autopilot/state/acknowledgments.json"
	StateFile    = ".autopilot/state/thresholds.json"
	TriggersFile = ".autopilot/state/triggers.json" // the documents give it no name
)

// stateFiles are all state files, with the text of one that holds nothing yet.
var stateFiles = [...]struct {
	name   string
	fields func() jsondoc.Field
	empty  string
}{
	{AcksFile, ackFields, `{
  "acknowledgments": {},
  "last_reset": null
}
`},
	{StateFile, checkFields, `{
  "current_values": {},
  "levels_triggered": {
    "cost": null,
    "context": null,
    "variance": null,
    "errors": null
  },
  "last_check": null
}
`},
	{TriggersFile, firedFields, `{
  "triggers": {}
}
`},
}

// Files returns the names of all state files.
func Files() []string {
	var all []string
	for i := range stateFiles {
		all = append(all, stateFiles[i].name)
	}
	return all
}

const text = jsondoc.String | jsondoc.Null

// levelField describes the name of a level; "" is none.
func levelField(name string) jsondoc.Field {
	isLevel := func(s string) bool { return s == "" || levelOf(s) != None }
	return jsondoc.Field{Name: name, Kind: text, Match: isLevel, Wanted: "one of warning, alert, stop"}
}

// checkFields describes what the last check found. Source: state.
func checkFields() jsondoc.Field {
	values := jsondoc.Field{Name: "current_values", Kind: jsondoc.Object, Open: true}
	levels := jsondoc.Field{Name: "levels_triggered", Kind: jsondoc.Object, Open: true}
	for i := range measures {
		m := &measures[i]
		values.Fields = append(values.Fields, jsondoc.Field{Name: m.key(), Kind: m.number | jsondoc.Null, HasMin: true})
		levels.Fields = append(levels.Fields, levelField(string(m.kind)))
	}
	return jsondoc.Field{Kind: jsondoc.Object, Open: true, Fields: []jsondoc.Field{values, levels, timeField("last_check")}}
}

// firedFields describes which triggers have fired. Source: state.
func firedFields() jsondoc.Field {
	each := jsondoc.Field{Kind: jsondoc.Object, Open: true, Fields: []jsondoc.Field{
		timeField("last_triggered"), timeField("session_start"), {Name: "count", Kind: jsondoc.Int | jsondoc.Null, HasMin: true},
	}}
	return jsondoc.Field{Kind: jsondoc.Object, Open: true, Fields: []jsondoc.Field{{Name: "triggers", Kind: jsondoc.Object, Each: &each}}}
}

// wantedTime is what a time is asked for as.
const wantedTime = "a time such as " + spelling.TimeLayout + ", or null"

// timeField describes a time. One that cannot be read is doubtful only: nothing is at that time.
func timeField(name string) jsondoc.Field {
	isTime := func(s string) bool { _, ok := spelling.ReadTime(s, time.UTC); return ok }
	return jsondoc.Field{Name: name, Kind: text, Match: isTime, Wanted: wantedTime}
}

// readTime reads a time; without a zone it is UTC.
func readTime(v *jsondoc.Value) (time.Time, bool) {
	s, _ := v.Str()
	return spelling.ReadTime(s, time.UTC)
}

// Check returns what does not fit the state file called name, one of [Files]. Times that cannot
// be read are of class [jsondoc.Unknown].
func Check(name string, d *jsondoc.Document) []jsondoc.Problem {
	problems := d.Check(stateFiles[slices.Index(Files(), name)].fields())
	for i := range problems {
		if strings.HasSuffix(problems[i].Message, wantedTime) {
			problems[i].Class = jsondoc.Unknown
		}
	}
	return problems
}

// parse reads text as the state file called name. Text that is no JSON, or of the wrong form,
// is an error at its place.
func parse(name, text string) (*jsondoc.Document, error) {
	if strings.TrimSpace(strings.TrimPrefix(text, "\ufeff")) == "" {
		text = stateFiles[slices.Index(Files(), name)].empty
	}
	d, err := jsondoc.Parse(name, text)
	if err != nil {
		return nil, err
	}
	for _, p := range Check(name, d) {
		if p.Class != jsondoc.Unknown {
			return nil, d.File.Errorf(p.Span.Start, "%s", p.Message)
		}
	}
	return d, nil
}

// readFile reads the state file called name in tree; a missing one holds nothing.
func readFile(tree fs.FS, name string) (*jsondoc.Document, error) {
	text, err := source.ReadRegular(tree, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return parse(name, text)
}

// open reads the state file called name as an edit finds it.
func open(read *protocol.Reader, name string) (doc *jsondoc.Document, text string, exists bool, err error) {
	if err := source.CheckSize(read.Tree, name); err != nil {
		return nil, "", false, err
	}
	if text, exists, err = read.Text(name); err == nil {
		doc, err = parse(name, text)
	}
	return doc, text, exists, err
}

// edit adds to change what set makes of the state file called name, doc, and what set says for
// people that it did.
func edit(read *protocol.Reader, change *protocol.Change, name string, set func(doc *jsondoc.Document, e *jsondoc.Editor) (did string)) error {
	doc, text, exists, err := open(read, name)
	if err != nil {
		return err
	}
	after := doc
	e := jsondoc.NewEditor(&after)
	did := set(doc, e)
	if e.Err == nil && after != doc {
		put(change, protocol.File{Name: name, Before: text, After: after.File.Text, Exists: exists, Did: []string{did}})
	}
	return e.Err
}

func put(change *protocol.Change, f protocol.File) {
	change.Files = append(change.Files, f)
	change.Ledger = append(change.Ledger, claim.Entry{Path: f.Name, Content: claim.ContentHash(f.After)})
}
