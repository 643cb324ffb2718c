package main

import (
	"fmt"
	"go/ast"
	"regexp"
	"strconv"
)

// counts adds the limits that a text holds: how often something may come in a regular
// expression, {1,15}, and in the patterns of package lint, <w36-255>; and the whole of a
// text that is a number in a table, from two on.
func (f *finder) counts(p *pack, lit *ast.BasicLit, above []ast.Node) {
	text, err := strconv.Unquote(lit.Value)
	if err != nil {
		return
	}
	pattern := `\{(\d+)(?:,(\d+))?\}`
	if p.path == "lint" {
		pattern += `|<[a-z](\d+)(?:-(\d+))?>`
	}
	switch parent(above).(type) {
	case *ast.CompositeLit, *ast.KeyValueExpr:
		pattern += `|^([2-9]|[1-9]\d+)$`
	}
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatchIndex(text, -1) {
		for i := 2; i < len(m); i += 2 {
			if from, to := m[i], m[i+1]; from >= 0 {
				name := fmt.Sprintf("limit %s.%s %s at %d of %s", p.path, within(above), text[from:to], from, p.text(lit))
				f.twins(name, p, func(id int) []edit {
					return []edit{around(p, lit, fmt.Sprintf("mutated.In(%d, ", id), fmt.Sprintf(", %d, %d)", from, to))}
				})
			}
		}
	}
}
