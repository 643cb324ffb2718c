package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"maps"
	"slices"

	"mdck/lint"
)

// rules switches each rule off: every literal of a struct with an ID and a Check. It is an
// error if those are not all that the package has.
func (f *finder) rules() error {
	wanted := map[string]bool{}
	for _, r := range lint.Rules() {
		wanted[r.ID] = r.Check != nil
	}
	for _, p := range f.packs {
		if p.path != "lint" {
			continue
		}
		p.each(func(n ast.Node, above []ast.Node) {
			lit, ok := n.(*ast.CompositeLit)
			if !ok {
				return
			}
			id, check := p.stringField(lit, "ID"), field(lit, "Check")
			if id == "" || check == nil || !wanted[id] {
				return
			}
			delete(wanted, id)
			f.add("rule "+id, p, func(number int) []edit {
				return []edit{around(p, check, fmt.Sprintf("mutated.Rule(%d, ", number), ")")}
			})
		})
	}
	maps.DeleteFunc(wanted, func(_ string, checks bool) bool { return !checks })
	if len(wanted) > 0 {
		return fmt.Errorf("want a literal with ID and Check for each rule, found none for %q", slices.Sorted(maps.Keys(wanted)))
	}
	return nil
}

// field is the value of a key of a literal; nil if it has none.
func field(lit *ast.CompositeLit, name string) ast.Expr {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok && key.Name == name {
				return kv.Value
			}
		}
	}
	return nil
}

func (p *pack) stringField(lit *ast.CompositeLit, name string) string {
	e := field(lit, name)
	if e == nil || p.info.Types[e].Value == nil || p.info.Types[e].Value.Kind() != constant.String {
		return ""
	}
	return constant.StringVal(p.info.Types[e].Value)
}
