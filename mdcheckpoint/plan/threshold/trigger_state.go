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
	if err != nil || len(fired) == 0 {
		return &Change{Text: text}, err
	}
	if d == nil {
		text = "{\n  \"triggers\": {}\n}\n"
	}
	stamp := jsondoc.Quote(spelling.FormatTime(now))
	for _, f := range fired {
		if d, err = jsondoc.Parse(name, text); err != nil {
			return nil, err
		}
		was := d.Root.Get("triggers", f.Type)
		count := countOf(was.Get("count"))
		all := []setter{{object([]pair{{"last_triggered", stamp}, {"count", count}}, "") + "}", []string{"triggers", f.Type}}}
		if was != nil {
			all = []setter{{stamp, []string{"triggers", f.Type, "last_triggered"}}, {count, []string{"triggers", f.Type, "count"}}}
		}
		if text, err = apply(d, all...); err != nil {
			return nil, err
		}
	}
	return &Change{Text: text, Did: []string{"recorded " + counted(len(fired), "trigger")}}, nil
}

// countOf spells a count that goes up by one. One that no int can hold goes up no more: it is
// not to begin anew.
func countOf(was *jsondoc.Value) string {
	n, ok := was.Int()
	if text, isNumber := was.Number(); isNumber && (!ok || n == math.MaxInt) {
		return text
	}
	return strconv.Itoa(n + 1)
}
