package threshold

import (
	"math"
	"strconv"
	"time"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/spelling"
)

// TriggerStateFields are the keys of the state of triggers. Source: state.
var TriggerStateFields = jsondoc.Field{Kind: jsondoc.Object, Open: true, Fields: []jsondoc.Field{
	{Name: "triggers", Kind: jsondoc.Object, Each: &jsondoc.Field{Kind: jsondoc.Object, Open: true, Fields: []jsondoc.Field{
		{Name: "last_triggered", Kind: jsondoc.String | jsondoc.Null},
		{Name: "count", Kind: jsondoc.Int | jsondoc.Null, HasMin: true},
		{Name: "acknowledged", Kind: jsondoc.Bool | jsondoc.Null},
		{Name: "session_start", Kind: jsondoc.String | jsondoc.Null},
		{Name: "suggested_checkpoint", Kind: jsondoc.Bool | jsondoc.Null},
	}}},
}}

// RecordFired makes the text of the state of triggers called name after some fired:
// each with the time, and counted once more. text may be empty.
func RecordFired(name, text string, fired []Firing, now time.Time) (*Change, error) {
	d, err := parse(name, text, TriggerStateFields)
	if err != nil {
		return nil, err
	}
	if len(fired) == 0 {
		return &Change{Text: text}, nil
	}
	if d == nil {
		if d, err = jsondoc.Parse(name, "{\n  \"triggers\": {}\n}\n"); err != nil {
			return nil, err
		}
	}
	after, err := apply(d, countings(d, fired, now)...)
	if err != nil {
		return nil, err
	}
	return &Change{Text: after, Did: []string{"recorded " + counted(len(fired), "trigger")}}, nil
}

// countings are what the triggers that fired set, of each type once: the time and how
// often it has fired.
func countings(d *jsondoc.Document, fired []Firing, now time.Time) []setter {
	times := map[string]int{}
	var types []string
	for _, f := range fired {
		if times[f.Type]++; times[f.Type] == 1 {
			types = append(types, f.Type)
		}
	}
	var all []setter
	stamp := pair{"last_triggered", jsondoc.Quote(spelling.FormatTime(now))}
	for _, name := range types {
		was := d.Root.Get("triggers", name)
		count := pair{"count", countOf(was.Get("count"), times[name])}
		if was == nil {
			all = append(all, setter{object([]pair{stamp, count}, "") + "}", []string{"triggers", name}})
			continue
		}
		for _, p := range []pair{stamp, count} {
			all = append(all, setter{p.json, []string{"triggers", name, p.key}})
		}
	}
	return all
}

// countOf spells a count that goes up by n. One that no int holds goes up no more and
// stays as it is spelled: it is not to begin anew.
func countOf(was *jsondoc.Value, n int) string {
	text, ok := was.Number()
	if !ok {
		return strconv.Itoa(n)
	}
	before, ok := was.Int()
	switch {
	case !ok:
		return text
	case before > math.MaxInt-n:
		return strconv.Itoa(math.MaxInt)
	}
	return strconv.Itoa(before + n)
}
