package source_test

import (
	"fmt"

	"mdck/mdcheckpoint/source"
)

// Edits refer to bytes of the original text, in any order. All other bytes stay.
func ExampleApply() {
	text, err := source.Apply("one two three", []source.Edit{
		{Span: source.Span{Start: 8, End: 13}, New: "four"},
		source.Insert(0, "zero "),
	})
	fmt.Printf("%q %v\n", text, err)
	_, err = source.Apply("one", []source.Edit{{Span: source.Span{Start: 2, End: 9}}})
	fmt.Println(err != nil)
	// Output:
	// "zero one two four" <nil>
	// true
}

func ExampleFile_Position() {
	f := source.NewFile("notes.md", "a\nbc\n")
	fmt.Println(f.Position(3), f.Position(99))
	// Output:
	// notes.md:2:2 notes.md:3:1
}
