package cli

import (
	"fmt"

	"mdck/internal/workspace"
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

// kindOf is what a protocol has, for people.
func kindOf(protocol string) string {
	if protocol == workspace.CCC {
		return "a session (ccc)"
	}
	return "the checkpoint of an RFC (ohrfc)"
}

// worksOn says where to read what works on a protocol.
func worksOn(protocol string) string {
	if protocol == workspace.CCC {
		return "mdck help ccc says what works on a session"
	}
	return "mdck help says what works on an RFC"
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
