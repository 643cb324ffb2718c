package handoff_test

import (
	"fmt"

	"mdck/mdcheckpoint/handoff"
)

func ExampleParse() {
	note, err := handoff.Parse("HANDOFF.md", "# Hand-off\n\n## Next action\n\n- run the fuzzer\n")
	fmt.Println(note != nil, err)
	_, err = handoff.Parse("HANDOFF.md", "\xff")
	fmt.Println(err != nil)
	// Output:
	// true <nil>
	// true
}
