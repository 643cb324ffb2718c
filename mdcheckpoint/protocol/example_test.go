package protocol_test

import (
	"fmt"

	"mdck/mdcheckpoint/protocol"
)

// A table has protocols of your own; one that is unknown is nil.
func ExampleNewTable() {
	table := protocol.NewTable(&protocol.Protocol{Name: "journal"})
	fmt.Println(table.Names(), table.Named("journal").Append == nil, table.Named("diary") == nil)
	// Output:
	// [journal] true true
}
