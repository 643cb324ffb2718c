package protocols_test

import (
	"fmt"

	"mdck/mdcheckpoint/protocols"
)

func ExampleDefault() {
	table := protocols.Default()
	fmt.Println(table.Names(), table.Named("unknown") == nil)
	// Output:
	// [ohrfc ccc agents loop plan handoff format] true
}
