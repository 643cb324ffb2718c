package jsondoc_test

import (
	"fmt"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/source"
)

func Example() {
	const text = `{
  "rfc_id": "rfc-1",
  "stricktness": "full",
  "checkpoint_version": 3
}
`
	state := jsondoc.Field{Kind: jsondoc.Object, Fields: []jsondoc.Field{
		{Name: "rfc_id", Kind: jsondoc.String, Required: true},
		{Name: "strictness", Kind: jsondoc.String, Values: []string{"light", "standard", "full"}},
		{Name: "checkpoint_version", Kind: jsondoc.Int, HasMin: true},
	}}
	d, err := jsondoc.Parse("state.json", text)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range d.Check(state) {
		fmt.Printf("%v: %s\n", d.File.Position(p.Span.Start), p.Message)
	}

	version, _ := d.Root.Get("checkpoint_version").Int()
	edits, err := d.Set(fmt.Sprint(version+1), "checkpoint_version")
	if err != nil {
		fmt.Println(err)
		return
	}
	changed, err := source.Apply(text, edits)
	fmt.Print(changed, err)
	// Output:
	// state.json:3:3: unknown key "stricktness" (did you mean "strictness"?)
	// {
	//   "rfc_id": "rfc-1",
	//   "stricktness": "full",
	//   "checkpoint_version": 4
	// }
	// <nil>
}
