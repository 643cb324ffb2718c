package custom

import (
	"slices"
	"strings"

	"mdck/mdcheckpoint/jsondoc"
	"mdck/mdcheckpoint/protocol"
)

const setting = "formats"

func settings() []protocol.Setting {
	f := formatFields()
	f.Name, f.Wanted = setting, "a JSON object of formats"
	f.Doc = "Formats of your own Markdown files: a name for each format, with its sections and budgets."
	return []protocol.Setting{{Field: f, Check: check, Show: show, Formats: formats}}
}

func check(v *jsondoc.Value, t *protocol.Table) []jsondoc.Problem {
	var reserved []string
	for _, r := range t.Rules() {
		name, _, _ := strings.Cut(r.ID, "/")
		if p := t.Named(name); !slices.Contains(reserved, name) && (p == nil || !p.Yields) {
			reserved = append(reserved, name)
		}
	}
	_, found := ParseFormats(v, reserved)
	for i := range found {
		found[i].Path = setting + "." + found[i].Path
		found[i].Message = found[i].Path + ": " + found[i].Message
	}
	return found
}

func show(_ string, v *jsondoc.Value) (text, json string) {
	var names []string
	for _, m := range v.Members {
		names = append(names, m.Key)
	}
	return strings.Join(names, ", "), ""
}

func formats(v *jsondoc.Value) []protocol.Format {
	all, _ := ParseFormats(v, nil)
	var found []protocol.Format
	for _, f := range all {
		found = append(found, protocol.Format{Name: f.Name, Files: f.Files, Model: f, Limits: f.Schema.Limits})
	}
	return found
}
