package jsondoc

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"
)

// Schema is the JSON Schema (draft 2020-12) of documents that fit root, indented
// by two spaces and with a line feed at the end. The same table gives the same
// bytes. A validator must assert formats to agree with [Document.Check].
func Schema(title string, root Field) string {
	var o object
	o.add("$schema", Quote("https://json-schema.org/draft/2020-12/schema"))
	o.add("title", Quote(title))
	root.describe(&o)
	var b bytes.Buffer
	if err := json.Indent(&b, []byte(o.String()), "", "  "); err != nil {
		return o.String() // cannot happen: all parts are JSON
	}
	return b.String() + "\n"
}

// An object is a JSON object in the making.
type object []string

func (o *object) add(key, json string) { *o = append(*o, Quote(key)+":"+json) }

func (o object) String() string { return "{" + strings.Join(o, ",") + "}" }

func (f *Field) schema() string {
	var o object
	f.describe(&o)
	return o.String()
}

// describe adds the keywords for f, in a fixed order. Those that speak of one
// type of values apply to no other by themselves, except enum.
func (f *Field) describe(o *object) {
	if f.Doc != "" {
		o.add("description", Quote(f.Doc))
	}
	f.describeKind(o)
	if f.Default != "" {
		o.add("default", f.Default)
	}
	f.describeValues(o)
	if f.MinLen > 0 {
		o.add("minLength", strconv.Itoa(f.MinLen))
	}
	if f.Pattern != "" {
		o.add("pattern", Quote(f.Pattern))
	}
	if f.Format != "" {
		o.add("format", Quote(f.Format))
	}
	if f.HasMin {
		o.add("minimum", strconv.Itoa(f.Min))
	}
	f.describeKeys(o)
	if f.Elem != nil {
		o.add("items", f.Elem.schema())
	}
}

func (f *Field) describeKind(o *object) {
	var names []string
	for _, k := range f.Kind.split() {
		names = append(names, schemaType(k))
	}
	switch len(names) {
	case 0:
	case 1:
		o.add("type", names[0])
	default:
		o.add("type", list(names))
	}
}

// schemaType is the name that JSON Schema has for a single kind.
func schemaType(k Kind) string {
	if k == Int {
		return `"integer"`
	}
	return Quote(k.name())
}

// describeValues adds the values that f lists. They limit strings and numbers;
// other kinds that f allows are let through, null by listing it.
func (f *Field) describeValues(o *object) {
	if len(f.Values) == 0 {
		return
	}
	var values []string
	for _, v := range f.Values {
		if f.Kind == 0 || f.Kind&String != 0 {
			values = append(values, Quote(v))
		}
		if (f.Kind == 0 || f.Kind&Number != 0) && isNumber(v) {
			values = append(values, v)
		}
	}
	if f.Kind != 0 && f.Kind&^(String|Number|Null) == 0 {
		if f.Kind&Null != 0 {
			values = append(values, "null")
		}
		o.add("enum", list(values))
		return
	}
	o.add("if", `{"type":["string","number"]}`)
	o.add("then", `{"enum":`+list(values)+`}`)
}

func (f *Field) describeKeys(o *object) {
	var keys object
	var required []string
	for i := range f.Fields {
		keys.add(f.Fields[i].Name, f.Fields[i].schema())
		if f.Fields[i].Required {
			required = append(required, Quote(f.Fields[i].Name))
		}
	}
	if f.Fields != nil {
		o.add("properties", keys.String())
	}
	if required != nil {
		o.add("required", list(required))
	}
	switch {
	case f.Each != nil:
		o.add("additionalProperties", f.Each.schema())
	case f.Fields != nil && !f.Open:
		o.add("additionalProperties", "false")
	}
}

func list(items []string) string { return "[" + strings.Join(items, ",") + "]" }
