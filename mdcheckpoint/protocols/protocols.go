// Package protocols is the table of the protocols that mdck knows, and the only place that lists
// them. [Default] returns it; Named of the table returns one protocol, or nil for a name that is
// unknown.
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

// Default returns the table of the protocols of mdck, followed by further ones.
func Default(further ...*protocol.Protocol) *protocol.Table {
	if len(further) == 0 {
		return own()
	}
	return protocol.NewTable(slices.Concat(own().All(), further)...)
}

var own = sync.OnceValue(func() *protocol.Table {
	return protocol.NewTable(&ohrfc.Protocol, &ccc.Protocol, &agents.Protocol, &loop.Protocol, &plan.Protocol, &handoff.Protocol, &custom.Protocol)
})
