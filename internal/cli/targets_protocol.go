package cli

import (
	"fmt"
	"strings"

	"mdck/internal/workspace"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/ohrfc"
)

// ofProtocol are those of all that are of a protocol, "" for any; that all are of
// another is an error that says what they are.
func ofProtocol(protocol string, all []workspace.Target) ([]workspace.Target, error) {
	var mine []workspace.Target
	for _, t := range all {
		if protocol == "" || t.Protocol == protocol {
			mine = append(mine, t)
		}
	}
	if len(mine) > 0 || len(all) == 0 {
		return mine, nil
	}
	other := &all[0]
	return nil, hinted(&otherProtocolError{wanted: protocol, found: other.Protocol, path: other.Shown(other.Path)},
		lookedFor(protocol), worksOn(other.Protocol))
}

// An otherProtocolError says that there are only checkpoints of another protocol
// than the one that a command works on. It is an [errNothing].
type otherProtocolError struct{ wanted, found, path string }

func (e *otherProtocolError) Error() string {
	return fmt.Sprintf("this command works on %s, and %s belongs to %s", kindOf(e.wanted), e.path, kindOf(e.found))
}

func (e *otherProtocolError) Unwrap() error { return errNothing }

// protocols are what there is to be told of each protocol.
var protocols = [...]struct{ name, has, files, help string }{
	{workspace.Ohrfc, "the checkpoint of an RFC (ohrfc)", ohrfc.Dir + "/<id>/" + ohrfc.CheckpointFile + " and " + ohrfc.StateFile, "mdck help says what works on an RFC"},
	{workspace.CCC, "a session (ccc)", ccc.ProgressFile + " and " + ccc.StateFile, "mdck help ccc says what works on a session"},
	{workspace.Agents, "agents of an epic (agents)", "agent_checkpoints/*.json", "mdck help agents says what works on agents"},
	{workspace.Loop, "a track (loop)", "conductor/tracks/*/metadata.json", "mdck help loop says what works on a track"},
}

// kindOf is what a protocol has, for people.
func kindOf(protocol string) string {
	for _, p := range protocols {
		if p.name == protocol {
			return p.has
		}
	}
	return protocol
}

// worksOn says where to read what works on a protocol.
func worksOn(protocol string) string {
	for _, p := range protocols {
		if p.name == protocol {
			return p.help
		}
	}
	return "mdck help lists the commands"
}

// lookedFor says which files of a protocol, "" for all, would have been found.
func lookedFor(protocol string) string {
	var names []string
	for _, p := range protocols {
		if protocol == "" || p.name == protocol {
			names = append(names, p.files)
		}
	}
	return "looked for " + strings.Join(names, ", ")
}

// notYet is errNothing for checkpoints that are not written yet.
func notYet(found []workspace.Target) error {
	for i := range found {
		if t := &found[i]; t.Protocol == workspace.CCC && exists(t.File(t.State)) {
			return hinted(fmt.Errorf("%w: there is %s, and no %s yet", errNothing, t.Shown(t.State), t.Shown(t.Main)), "mdck init ccc makes it")
		}
	}
	return nothing(places(found))
}
