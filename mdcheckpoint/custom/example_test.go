package custom_test

import (
	"fmt"

	"mdck/mdcheckpoint/custom"
	"mdck/mdcheckpoint/jsondoc"
)

func ExampleParseFormats() {
	doc, err := jsondoc.Parse("formats.json", `{"journal": {"files": "JOURNAL.md", "sections": [{"title": "Log"}]}}`)
	if err != nil {
		fmt.Println(err)
		return
	}
	formats, problems := custom.ParseFormats(doc.Root, nil)
	fmt.Println(len(formats), len(problems))
	// Output:
	// 1 0
}
