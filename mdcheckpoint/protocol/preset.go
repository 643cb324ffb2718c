package protocol

import (
	"slices"
	"strings"
)

// A Preset is a configuration entry for common files. mdck init offers it.
type Preset struct {
	Key    string
	Name   string
	Fields [][2]string // key and JSON value
}

// Entry returns the value of the entry as JSON.
func (p *Preset) Entry() string {
	var fields []string
	for _, f := range p.Fields {
		fields = append(fields, `"`+f[0]+`": `+f[1])
	}
	return "{" + strings.Join(fields, ", ") + "}"
}

// IsFor reports whether the entry describes files called base.
func (p *Preset) IsFor(base string) bool {
	return slices.ContainsFunc(p.Fields, func(f [2]string) bool {
		return f[0] == "files" && strings.Contains(f[1], "/"+base+`"`)
	})
}

// Presets returns the presets of all protocols.
func (t *Table) Presets() (all []Preset) {
	for _, p := range t.All() {
		if p.Presets != nil {
			all = append(all, p.Presets()...)
		}
	}
	return all
}
