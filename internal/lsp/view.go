package lsp

import (
	"path"

	"mdck/internal/workspace"
	"mdck/lint"
	"mdck/mdcheckpoint"
	"mdck/mdcheckpoint/ccc"
	"mdck/mdcheckpoint/custom"
	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/ohrfc"
	"mdck/mdcheckpoint/plan/planfile"
	"mdck/mdcheckpoint/schema"
	"mdck/mdcheckpoint/source"
)

// A view is a text as its protocol reads it; what it cannot be read as is nil.
type view struct {
	file    *source.File
	match   *schema.Match
	outline func(limits schema.Limits, count func(string) int) *schema.Outline
	rfc     *ohrfc.Checkpoint
	plan    *planfile.Plan
	json    *jsondoc.Document
}

// read reads text as that of d.
func (d *document) read(text string) *view {
	t := d.target
	v := &view{file: source.NewFile(t.Path, text)}
	switch {
	case t.Path == t.Main && t.Protocol == workspace.Ohrfc:
		if c, err := ohrfc.ParseCheckpoint(t.Path, text); err == nil {
			v.rfc, v.match, v.outline = c, c.Match, c.Outline
		}
	case t.Path == t.Main && t.Protocol == workspace.CCC:
		if p, err := ccc.ParseProgress(t.Path, text); err == nil {
			v.match = p.Match
			v.outline = func(_ schema.Limits, count func(string) int) *schema.Outline { return p.Outline(count) }
		}
	case t.Protocol == workspace.Format && d.format != nil:
		if own, err := custom.Parse(d.format, t.Path, text); err == nil {
			v.match = own.Match
			v.outline = func(_ schema.Limits, count func(string) int) *schema.Outline { return own.Outline(count) }
		}
	case path.Ext(t.Path) == ".json":
		if doc, err := jsondoc.Parse(t.Path, text); err == nil {
			v.json = doc
		}
	case t.Protocol == workspace.Plan:
		if p, err := planfile.Parse(t.Path, text); err == nil {
			v.plan = p
		}
	}
	return v
}

// document is the text as Markdown; nil if it is none.
func (v *view) document() *mdcheckpoint.Document {
	if v.match == nil {
		return nil
	}
	return v.match.Document
}

// counted is the outline of v under in; nil without sections.
func (v *view) counted(in *lint.Input) *schema.Outline {
	if v.outline == nil {
		return nil
	}
	return v.outline(in.Limits, in.Counter.Count)
}
