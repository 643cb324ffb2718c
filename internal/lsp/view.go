package lsp

import (
	"mdck/internal/tree"
	"mdck/lint"
	"mdck/mdcheckpoint/protocol"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A view is a text as its protocol reads it. Without sections, Match is nil.
type view struct {
	*lint.Checkpoint
	row  *protocol.Protocol
	file *source.File
}

// read reads text as that of d.
func (d *document) read(text string) *view {
	t := d.target
	v := &view{&lint.Checkpoint{}, t.Row(), source.NewFile(t.Path, text)}
	if t.Path == t.Main && v.row.Outline != nil {
		alone := tree.Overlay(nil, map[string]string{t.Path: text})
		v.Checkpoint = v.row.Checker.Read(lint.Input{Tree: alone, Path: t.Path, Main: t.Main, State: t.State, Format: d.format})
	}
	return v
}

// outline returns the outline under in; nil without sections.
func (v *view) outline(in *lint.Input) *schema.Outline {
	if v.Match == nil {
		return nil
	}
	o, _ := v.row.Outline(v.Checkpoint, in.Limits, in.Counter.Count)
	return o
}
