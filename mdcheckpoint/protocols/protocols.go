// Package protocols contains the table of the protocols that mdck supports, [Default]. No other
// package lists them. [protocol.Table.Named] finds a protocol by its name.
package protocols

import (
	"slices"
	"sync"

	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/custom"
	"mdck/mdcheckpoint/handoff"
	"mdck/mdcheckpoint/loop"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/plan"
	"mdck/mdcheckpoint/protocol"
)

// Default returns mdck's protocols, followed by those in further.
func Default(further ...*protocol.Protocol) *protocol.Table {
	if len(further) == 0 {
		return own()
	}
	return protocol.NewTable(slices.Concat(own().All(), further)...)
}

var own = sync.OnceValue(func() *protocol.Table {
	return protocol.NewTable(&ohrfc.Protocol, &ccc.Protocol, &agents.Protocol, &loop.Protocol, &plan.Protocol, &handoff.Protocol, &custom.Protocol)
})
