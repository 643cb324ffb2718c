package pick

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"mdck/internal/cli/app"
	"mdck/internal/config"
	"mdck/internal/report"
	"mdck/internal/tree"
	"mdck/internal/workspace"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/source"
)

// A Query selects the checkpoints that a command accepts.
type Query struct {
	Offers        func(p *protocol.Protocol) bool // accepts a protocol; nil accepts all
	IgnoreUnknown bool                            // skip ignored and unknown files
	AllowEmpty    bool                            // finding nothing is not an error
	As            bool                            // the command has the flag --as
	Skips         bool                            // the command has the flag --ignore-unknown
	Absent        bool                            // accept a checkpoint without a file
	Restores      bool                            // the command is mdck restore
}

// Of returns the query for one protocol.
func Of(name string) Query {
	return Query{Offers: func(p *protocol.Protocol) bool { return p.Name == name }}
}

// HasFiles accepts protocols with their own files.
func HasFiles(p *protocol.Protocol) bool { return p.Detect != nil }

func (q *Query) takes(p *protocol.Protocol) bool { return q.Offers == nil || q.Offers(p) }

func (q *Query) protocols(table *protocol.Table) []*protocol.Protocol {
	return slices.DeleteFunc(slices.Clone(table.All()), func(p *protocol.Protocol) bool { return !HasFiles(p) || !q.takes(p) })
}

func (q *Query) takesFormats(table *protocol.Table) bool {
	return slices.ContainsFunc(table.All(), func(p *protocol.Protocol) bool { return !HasFiles(p) && q.takes(p) })
}

func (q *Query) noun(table *protocol.Table) string {
	var nouns []string
	for _, p := range q.protocols(table) {
		nouns = append(nouns, p.Noun)
	}
	if everything := (&Query{}).protocols(table); len(nouns) == len(everything) {
		return "checkpoints of a protocol"
	}
	return app.Alternatives(nouns)
}

// Filter returns the targets that q accepts. If it accepts none of them, the error is an
// [*OtherProtocolError].
func (q Query) Filter(all []workspace.Target) ([]workspace.Target, error) {
	mine := slices.DeleteFunc(slices.Clone(all), func(t workspace.Target) bool { return !q.takes(t.Row()) })
	if len(mine) > 0 || len(all) == 0 {
		return mine, nil
	}
	table := all[0].Table()
	return nil, app.WithHints(&OtherProtocolError{q.noun(table), &all[0]}, all[0].Row().Help)
}

// ErrNoCheckpoint means that a search found nothing.
var ErrNoCheckpoint = errors.New("no checkpoint found")

// An OtherProtocolError means that only checkpoints of other protocols were found. It wraps
// [ErrNoCheckpoint].
type OtherProtocolError struct {
	Wanted string // what the command works on
	Found  *workspace.Target
}

func (e *OtherProtocolError) Error() string {
	name := e.Found.Path
	if !app.Exists(e.Found.File(name)) { // a missing checkpoint has only a directory
		name = path.Dir(name)
	}
	return fmt.Sprintf("%s belongs to %s, but this command works on %s", e.Found.DisplayPath(name), e.Found.Row().Noun, e.Wanted)
}

func (e *OtherProtocolError) Unwrap() error { return ErrNoCheckpoint }

// NoCheckpointError returns [ErrNoCheckpoint] with the searched place and the accepted file names.
func (f *Picker) NoCheckpointError(where string, q Query, formats ...protocol.Format) error {
	hints := []string{SearchedFiles(q.protocols(f.Table)...)}
	if len(formats) > 0 && q.takesFormats(f.Table) {
		hints = append(hints, formatFiles(formats))
	}
	var create []string
	for _, p := range q.protocols(f.Table) {
		if strings.HasPrefix(p.Create, "to ") {
			create = append(create, p.Create)
		}
	}
	if len(create) > 1 {
		create = []string{"to list what mdck can create: mdck init"}
	}
	if create != nil {
		hints = append(hints, create[0])
	}
	if create != nil && !q.Restores {
		hints = append(hints, "to list what can be restored: mdck restore")
	}
	return app.WithHints(fmt.Errorf("%w in %s", ErrNoCheckpoint, where), hints...)
}

// SearchedFiles lists the file names of the protocols.
func SearchedFiles(all ...*protocol.Protocol) string {
	var names []string
	for _, p := range all {
		names = append(names, p.Searched)
	}
	return "mdck looked for " + strings.Join(names, "; ")
}

// UnknownError returns the error for a file that mdck does not know.
func (f *Picker) UnknownError(name string, q Query) error {
	if err := Unreadable(name, report.Name(name)); err != nil {
		return err
	}
	err := &workspace.UnknownError{Path: name}
	for _, p := range f.Table.All() {
		if p.Respelled != nil && p.Respelled(filepath.Base(name)) != "" {
			return app.WithHints(err, "its name must be spelled "+p.Respelled(filepath.Base(name)))
		}
	}
	lines := f.formatLines(name, q)
	if q.As {
		line := "to read the file as a checkpoint, add --as NAME (" + strings.Join(q.names(f.Table, f.formatsAt(name)), ", ") + ")"
		if q.Skips {
			line += "; to skip it, add --ignore-unknown"
		}
		lines = append([]string{line}, lines...)
	}
	return app.WithHints(err, append(lines, f.initLines(name)...)...)
}

// Unreadable returns why a file that mdck does not know cannot be read, or nil.
func Unreadable(file, shown string) error {
	_, err := tree.ReadFile(file, source.MaxSize)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, tree.ErrNotFile) || errors.Is(err, tree.ErrIsDir) {
		return fmt.Errorf("%s: %w", shown, tree.Cause(err))
	}
	return nil
}

func (f *Picker) formatsAt(name string) []protocol.Format {
	if c, err := f.ConfigAt(name); err == nil {
		return c.Formats()
	}
	return nil
}

func (f *Picker) initLines(name string) (lines []string) {
	for _, p := range f.Table.Presets() {
		if p.IsFor(filepath.Base(name)) {
			lines = append(lines, "to add a format for this file to "+config.Name+": mdck init "+p.Name)
		}
	}
	for _, p := range f.Table.All() {
		if p.Init != nil && slices.Contains(p.Globs, "**/"+filepath.Base(name)) && atRoot(name) {
			lines = append(lines, "to convert the file: mdck init "+p.Name)
		}
	}
	return lines
}

// atRoot reports whether a file is in the root of its repository or in none. mdck init converts
// only such files.
func atRoot(name string) bool {
	file, err := filepath.Abs(name)
	dir := filepath.Dir(file)
	root := workspace.Repository(dir)
	return err == nil && (root == "" || root == dir)
}

func (f *Picker) formatLines(name string, q Query) []string {
	if formats := f.formatsAt(name); len(formats) > 0 && q.takesFormats(f.Table) {
		return []string{formatFiles(formats)}
	}
	return nil
}

func (q *Query) names(table *protocol.Table, formats []protocol.Format) (names []string) {
	for _, p := range q.protocols(table) {
		names = append(names, p.Name)
	}
	if q.takesFormats(table) {
		for _, own := range formats {
			if !slices.Contains(names, own.Name) { // formats and protocols can share names
				names = append(names, own.Name)
			}
		}
	}
	return names
}

func formatFiles(all []protocol.Format) string {
	const most = 5
	var texts []string
	for _, own := range all[:min(len(all), most)] {
		texts = append(texts, own.Name+" ("+strings.Join(own.Files, ", ")+")")
	}
	if len(all) > most {
		texts = append(texts, "more")
	}
	return "the formats in " + config.Name + " are " + strings.Join(texts, ", ")
}

// UnwrittenError returns [ErrNoCheckpoint] for checkpoints without files.
func (f *Picker) UnwrittenError(found []workspace.Target) error {
	for i := range found {
		if t := &found[i]; t.Row().At != nil && app.Exists(t.File(t.State)) {
			return app.Errorf("to create it: mdck init "+t.Protocol, "%w: %s exists, but %s does not", ErrNoCheckpoint, t.DisplayPath(t.State), t.DisplayPath(t.Main))
		}
	}
	var mains []string
	for i := range found {
		mains = append(mains, found[i].DisplayPath(found[i].Main))
	}
	return app.WithHints(fmt.Errorf("%w: there is no %s", ErrNoCheckpoint, app.Alternatives(mains)), "to print the next command: mdck status", "to list the backups: mdck restore")
}

// SeveralTargets means that one checkpoint was expected.
type SeveralTargets struct {
	error
	Found []workspace.Target
}

func (e *SeveralTargets) Unwrap() error { return e.error }

// SeveralError returns a [*SeveralTargets] that names the checkpoints.
func SeveralError(found []workspace.Target, command string) error {
	lines := []string{"to name one: mdck " + command + " ID"}
	ids, unwritten := map[string]bool{}, 0
	for i := range found {
		line := found[i].ID() + "  " + DisplayFile(&found[i])
		if !app.Exists(found[i].File(found[i].Main)) {
			unwritten++
			line += " (not written yet)"
		}
		ids[found[i].ID()] = true
		lines = append(lines, line)
	}
	if left := len(found) - app.MaxShownNames; left > 0 {
		lines = append(lines[:app.MaxShownNames+1], fmt.Sprintf("and %d more; to list all: mdck status", left))
	}
	if len(ids) < len(found) {
		lines[0] = "several checkpoints have the same id, so give a path: mdck " + command + " " + DisplayFile(&found[0])
	}
	err := fmt.Errorf("%d checkpoints found; expected one", len(found))
	if unwritten == len(found) {
		err = fmt.Errorf("there are %d workspaces here, and none has a checkpoint", len(found))
		lines = append(lines, "to print the next command for each workspace: mdck status")
	}
	return &SeveralTargets{app.WithHints(err, lines...), found}
}

// DisplayFile returns the displayed path of a checkpoint's main file, or of its state.
func DisplayFile(t *workspace.Target) string {
	if t.Row().At != nil && !app.Exists(t.File(t.Main)) {
		return t.DisplayPath(t.State)
	}
	return t.DisplayPath(t.Main)
}
