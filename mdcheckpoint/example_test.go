package mdcheckpoint_test

import (
	"fmt"

	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/source"
)

// Example marks a bullet as done in place.
func Example() {
	text := "# Checkpoint\r\n\r\n## Tasks\r\n\r\n*  write the parser\r\n*  [ ] fuzz it   \r\n"
	doc, err := mdcheckpoint.Parse("CHECKPOINT.md", text)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range doc.Sections {
		fmt.Printf("%d %q at %s has %d bullets\n", s.Level, s.Title, doc.File.Position(s.Heading.Start), len(s.Bullets()))
	}
	second := doc.Sections[1].Bullets()[1]
	box := source.Span{Start: second.Text.Start, End: second.Text.Start + len("[ ]")}
	changed, err := source.Apply(text, []source.Edit{{Span: box, New: "[x]"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%q\n", changed)
	// Output:
	// 1 "Checkpoint" at CHECKPOINT.md:1:1 has 0 bullets
	// 2 "Tasks" at CHECKPOINT.md:3:1 has 2 bullets
	// "# Checkpoint\r\n\r\n## Tasks\r\n\r\n*  write the parser\r\n*  [x] fuzz it   \r\n"
}
