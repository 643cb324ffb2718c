package protocol_test

import (
	"fmt"

	"mdck/mdcheckpoint/protocol"
)

// A table may contain your own protocols. Named returns nil for an unknown name.
func ExampleNewTable() {
	table := protocol.NewTable(&protocol.Protocol{Name: "journal"})
	fmt.Println(table.Names(), table.Named("journal").Append == nil, table.Named("diary") == nil)
	// Output:
	// [journal] true true
}
