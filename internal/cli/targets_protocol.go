package cli

import (
	"fmt"
	"slices"
	"strings"

	"mdck/internal/workspace"
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
	var all []string
	for _, p := range f.table.All() {
		if strings.HasPrefix(p.Create, "mdck ") {
			all = append(all, p.Create)
		}
	}
	return strings.Join(all, "; ")
}

// searchedFiles lists the files of protocols that are looked for.
func searchedFiles(all ...*protocol.Protocol) string {
	var names []string
	for _, p := range all {
		names = append(names, p.Searched)
	}
	return "looked for " + strings.Join(names, ", ")
}

// filterProtocol returns the targets of a protocol, "" for any. If all are of another, the
// error names it.
func filterProtocol(protocol string, all []workspace.Target) ([]workspace.Target, error) {
	var mine []workspace.Target
	for _, t := range all {
		if protocol == "" || t.Protocol == protocol || protocol == anyProtocol && t.Format == "" {
			mine = append(mine, t)
		}
	}
	if len(mine) > 0 || len(all) == 0 {
		return mine, nil
	}
	other := &all[0]
	searched := protocolsNamed(other.Table(), protocol)
	wanted := anyProtocol
	if len(searched) == 1 {
		wanted = searched[0].Noun
	}
	return nil, hinted(&otherProtocolError{wanted, other},
		searchedFiles(searched...), other.Row().Help)
}

// splitAgents returns the targets with one for each agent of an epic that was not named alone,
// for commands that work file by file.
func splitAgents(all []workspace.Target) []workspace.Target {
	var each []workspace.Target
	seen := map[string]bool{} // files of agents
	for _, t := range all {
		names := []string{t.Path}
		if t.Row().Separate && t.Path == t.Main {
			names = t.Files()
		}
		for _, name := range names {
			t.Path = name
			if !t.Row().Separate || !seen[t.File(name)] {
				each = append(each, t)
			}
			seen[t.File(name)] = true
		}
	}
	return each
}

// withSections are those of all whose checkpoint is a text of sections; that there is
// none among some is an error that says what they are. The others are JSON.
func (f *configFlags) withSections(all []workspace.Target) ([]workspace.Target, error) {
	mine := slices.DeleteFunc(slices.Clone(all), func(t workspace.Target) bool { return !f.hasSections(t.Protocol) })
	if len(mine) > 0 || len(all) == 0 {
		return mine, nil
	}
	return nil, hinted(&otherProtocolError{f.sectionedNouns(), &all[0]}, statusHint(&all[0])...)
}

// sectionedNouns returns what has sections, for people.
func (f *configFlags) sectionedNouns() string {
	var nouns []string
	for _, name := range f.sectionedNames() {
		nouns = append(nouns, f.table.Named(name).Noun)
	}
	return alternatives(nouns)
}

func (f *configFlags) hasSections(protocol string) bool {
	return f.table.Named(protocol).Outline != nil
}

// sectionedNames are the protocols whose checkpoints have sections.
func (f *configFlags) sectionedNames() []string {
	return slices.DeleteFunc(slices.Clone(f.finder().Protocols()), func(p string) bool { return !f.hasSections(p) })
}

// statusHint names the commands that print the status of t.
func statusHint(t *workspace.Target) []string {
	return []string{"mdck status says where it stands, mdck bootstrap " + quote(t.ID()) + " what to read; " + t.Row().Help}
}

// An otherProtocolError says that there are only checkpoints of another protocol
// than the one that a command works on. It is an [errNoCheckpoint].
type otherProtocolError struct {
	wanted string // what the command works on
	found  *workspace.Target
}

func (e *otherProtocolError) Error() string {
	return fmt.Sprintf("this command works on %s, and %s belongs to %s", e.wanted, e.found.Shown(e.found.Path), e.found.Row().Noun)
}

func (e *otherProtocolError) Unwrap() error { return errNoCheckpoint }

// unwrittenError returns errNoCheckpoint for checkpoints that are not written yet.
func (f *configFlags) unwrittenError(found []workspace.Target) error {
	for i := range found {
		if t := &found[i]; t.Row().At != nil && exists(t.File(t.State)) {
			return hinted(fmt.Errorf("%w: there is %s, and no %s yet", errNoCheckpoint, t.Shown(t.State), t.Shown(t.Main)), "mdck init "+t.Protocol+" makes it")
		}
	}
	return f.noCheckpointError(targetDirs(found))
}
