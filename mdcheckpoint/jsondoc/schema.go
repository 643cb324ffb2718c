package jsondoc

import (
	"encoding/json"
	"slices"
	"strings"
)

// A schema is the JSON Schema of a field. The order of its fields is that of the keywords.
type schema struct {
	Schema      string          `json:"$schema,omitempty"`
	Title       string          `json:"title,omitempty"`
	Description string          `json:"description,omitempty"`
	Type        any             `json:"type,omitempty"`
	Default     json.RawMessage `json:"default,omitempty"`
	Enum        any             `json:"enum,omitempty"` // a list, possibly empty
	MinLength   int             `json:"minLength,omitempty"`
	Pattern     string          `json:"pattern,omitempty"`
	Format      string          `json:"format,omitempty"`
	Minimum     *int            `json:"minimum,omitempty"`
	Properties  properties      `json:"properties,omitempty"`
	Required    []string        `json:"required,omitempty"`
	Others      any             `json:"additionalProperties,omitempty"` // a schema, or false
	Items       *schema         `json:"items,omitempty"`
}

type properties []Field

func (p properties) MarshalJSON() ([]byte, error) {
	var all []string
	for i := range p {
		text, err := Encode(p[i].schema(), "", "")
		if err != nil {
			return nil, err
		}
		all = append(all, Quote(p[i].Name)+":"+string(text))
	}
	return []byte("{" + strings.Join(all, ",") + "}"), nil
}

// Schema returns the JSON Schema (draft 2020-12) of documents that match root. Validators must
// assert formats.
func Schema(title string, root Field) string {
	s := root.schema()
	s.Schema, s.Title = "https://json-schema.org/draft/2020-12/schema", title
	text, _ := Encode(s, "", "  ") // cannot fail: all parts are JSON
	return string(text)
}

func (f *Field) schema() *schema {
	s := &schema{
		Description: f.Doc, Type: f.Kind.schemaType(), Default: json.RawMessage(f.Default),
		MinLength: f.MinLen, Pattern: f.Pattern, Format: f.Format, Properties: f.Fields,
	}
	if f.HasMin {
		s.Minimum = &f.Min
	}
	for i := range f.Fields {
		if f.Fields[i].Required {
			s.Required = append(s.Required, f.Fields[i].Name)
		}
	}
	switch {
	case f.Each != nil:
		s.Others = f.Each.schema()
	case f.Fields != nil && !f.Open:
		s.Others = false
	}
	if f.Elem != nil {
		s.Items = f.Elem.schema()
	}
	f.addValues(s)
	return s
}

func (k Kind) schemaType() any {
	names, _ := k.names()
	if i := slices.Index(names, "whole number"); i >= 0 {
		names[i] = "integer"
	}
	switch len(names) {
	case 0:
		return nil
	case 1:
		return names[0]
	}
	return names
}

func (f *Field) addValues(s *schema) {
	values := []any{}
	for _, v := range f.Values {
		if f.Kind&String != 0 {
			values = append(values, v)
		}
		if f.Kind&Number != 0 && isNumber(v) {
			values = append(values, json.Number(v))
		}
	}
	if f.Kind&Null != 0 {
		values = append(values, nil)
	}
	if len(f.Values) > 0 {
		s.Enum = values
	}
}
