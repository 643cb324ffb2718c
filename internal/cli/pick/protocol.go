package pick

import (
	"fmt"
	"slices"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
)

// AnyProtocol stands for all protocols that have files of their own, and not for formats.
const AnyProtocol = "checkpoints of a protocol"

// protocolsNamed returns the protocol of that name or, for "" and anyProtocol, all that have files of
// their own.
func protocolsNamed(table *protocol.Table, name string) []*protocol.Protocol {
	if p := table.Named(name); p != nil {
		return []*protocol.Protocol{p}
	}
	return slices.DeleteFunc(slices.Clone(table.All()), func(p *protocol.Protocol) bool { return p.Detect == nil })
}

// CreateHint names the command that creates a checkpoint of a protocol, "" for any.
func (f *ConfigFlags) CreateHint(protocol string) string {
	if p := f.Table.Named(protocol); p != nil {
		return p.Create
	}
	var all []string
	for _, p := range f.Table.All() {
		if strings.HasPrefix(p.Create, "mdck ") {
			all = append(all, p.Create)
		}
	}
	return strings.Join(all, "; ")
}

// SearchedFiles lists the files of protocols that are looked for.
func SearchedFiles(all ...*protocol.Protocol) string {
	var names []string
	for _, p := range all {
		names = append(names, p.Searched)
	}
	return "looked for " + strings.Join(names, ", ")
}

// FilterProtocol returns the targets of a protocol, "" for any. If all are of another, the
// error names it.
func FilterProtocol(protocol string, all []workspace.Target) ([]workspace.Target, error) {
	var mine []workspace.Target
	for _, t := range all {
		if protocol == "" || t.Protocol == protocol || protocol == AnyProtocol && t.Format == "" {
			mine = append(mine, t)
		}
	}
	if len(mine) > 0 || len(all) == 0 {
		return mine, nil
	}
	other := &all[0]
	searched := protocolsNamed(other.Table(), protocol)
	wanted := AnyProtocol
	if len(searched) == 1 {
		wanted = searched[0].Noun
	}
	return nil, app.Hinted(&OtherProtocolError{wanted, other},
		SearchedFiles(searched...), other.Row().Help)
}

// SplitAgents returns the targets with one for each agent of an epic that was not named alone,
// for commands that work file by file.
func SplitAgents(all []workspace.Target) []workspace.Target {
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

// WithSections are those of all whose checkpoint is a text of sections; that there is
// none among some is an error that says what they are. The others are JSON.
func (f *ConfigFlags) WithSections(all []workspace.Target) ([]workspace.Target, error) {
	mine := slices.DeleteFunc(slices.Clone(all), func(t workspace.Target) bool { return !f.HasSections(t.Protocol) })
	if len(mine) > 0 || len(all) == 0 {
		return mine, nil
	}
	return nil, app.Hinted(&OtherProtocolError{f.sectionedNouns(), &all[0]}, statusHint(&all[0])...)
}

// sectionedNouns returns what has sections, for people.
func (f *ConfigFlags) sectionedNouns() string {
	var nouns []string
	for _, name := range f.SectionedNames() {
		nouns = append(nouns, f.Table.Named(name).Noun)
	}
	return app.Alternatives(nouns)
}

func (f *ConfigFlags) HasSections(protocol string) bool {
	return f.Table.Named(protocol).Outline != nil
}

// SectionedNames are the protocols whose checkpoints have sections.
func (f *ConfigFlags) SectionedNames() []string {
	return slices.DeleteFunc(slices.Clone(f.Finder().Protocols()), func(p string) bool { return !f.HasSections(p) })
}

// statusHint names the commands that print the status of t.
func statusHint(t *workspace.Target) []string {
	return []string{"mdck status says where it stands, mdck bootstrap " + app.Quote(t.ID()) + " what to read; " + t.Row().Help}
}

// An OtherProtocolError says that there are only checkpoints of another protocol
// than the one that a command works on. It is an [ErrNoCheckpoint].
type OtherProtocolError struct {
	Wanted string // what the command works on
	Found  *workspace.Target
}

func (e *OtherProtocolError) Error() string {
	return fmt.Sprintf("this command works on %s, and %s belongs to %s", e.Wanted, e.Found.Shown(e.Found.Path), e.Found.Row().Noun)
}

func (e *OtherProtocolError) Unwrap() error { return ErrNoCheckpoint }

// UnwrittenError returns errNoCheckpoint for checkpoints that are not written yet.
func (f *ConfigFlags) UnwrittenError(found []workspace.Target) error {
	for i := range found {
		if t := &found[i]; t.Row().At != nil && app.Exists(t.File(t.State)) {
			return app.Hinted(fmt.Errorf("%w: there is %s, and no %s yet", ErrNoCheckpoint, t.Shown(t.State), t.Shown(t.Main)), "mdck init "+t.Protocol+" makes it")
		}
	}
	return f.NoCheckpointError(TargetDirs(found))
}
