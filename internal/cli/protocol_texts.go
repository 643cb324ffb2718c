package cli

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/agents"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/protocol"
)

// anyProtocol stands for all protocols that have files of their own, and not for formats.
const anyProtocol = "checkpoints of a protocol"

// protocolsNamed returns the protocol of that name or, for "" and anyProtocol, all that have files of
// their own.
func protocolsNamed(table *protocol.Table, name string) []*protocol.Protocol {
	if p := table.Named(name); p != nil {
		return []*protocol.Protocol{p}
	}
	return slices.DeleteFunc(slices.Clone(table.All()), func(p *protocol.Protocol) bool { return p.Detect == nil })
}

// createHint names the command that creates a checkpoint of a protocol, "" for any.
func (f *configFlags) createHint(protocol string) string {
	if p := f.table.Named(protocol); p != nil {
		return p.Create
	}
	return ohrfc.Protocol.Create + "; " + agents.Protocol.Create
}

// searchedFiles lists the files of protocols that are looked for.
func searchedFiles(all ...*protocol.Protocol) string {
	var names []string
	for _, p := range all {
		names = append(names, p.Searched)
	}
	return "looked for " + strings.Join(names, ", ")
}
