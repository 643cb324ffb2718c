package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// writing are the packages whose every call is a step of a write.
func writing() []string {
	return []string{
		"internal/safefile", "internal/agentdir", "internal/lock", "internal/save", "internal/limitdir",
	}
}

// preparing are the packages which write by setting what internal/safefile is to do.
func preparing() []string { return []string{"internal/session", "internal/stores"} }

// steps leaves out each call of the packages that write which may fail, or which is made
// for its effect alone: what would be its error is none then. Where a write is prepared
// only, what is set is not.
func (f *finder) steps() {
	for _, p := range f.packs {
		if slices.Contains(preparing(), p.path) {
			p.each(func(n ast.Node, above []ast.Node) { f.settings(p, n, above) })
		}
	}
	for _, p := range f.packs {
		if !slices.Contains(writing(), p.path) {
			continue
		}
		p.each(func(n ast.Node, above []ast.Node) {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(above) == 0 {
				return
			}
			name := fmt.Sprintf("step %s.%s: %s", p.path, within(above), p.text(call))
			switch at := above[len(above)-1].(type) {
			case *ast.ExprStmt, *ast.DeferStmt:
				if !calls(call, "panic") && p.listed(above) {
					f.add(name, p, func(id int) []edit { return []edit{without(p, at, id)} })
				}
			default:
				if isError(p.info.Types[call].Type) && !makes(p, call) {
					f.add(name, p, func(id int) []edit {
						return []edit{around(p, call, fmt.Sprintf("mutated.Step(%d, func() error { return ", id), " })")}
					})
				}
			}
		})
	}
}

// settings leaves out what is set: a field or an element by a statement, or a field of a
// literal of another package of ours.
func (f *finder) settings(p *pack, n ast.Node, above []ast.Node) {
	name := func(e ast.Expr) string { return fmt.Sprintf("step %s.%s: %s", p.path, within(above), p.text(e)) }
	switch n := n.(type) {
	case *ast.AssignStmt:
		_, plain := n.Lhs[0].(*ast.Ident)
		if !plain && p.listed(append(slices.Clone(above), n)) {
			f.add(name(n.Lhs[0])+" = "+p.text(n.Rhs[0]), p, func(id int) []edit { return []edit{without(p, n, id)} })
		}
	case *ast.KeyValueExpr:
		lit, ok := parent(above).(*ast.CompositeLit)
		if ok && p.foreign(lit) && p.info.Types[n.Value].Value == nil && !p.info.Types[n.Value].IsNil() {
			f.add(name(n.Key)+": "+p.text(n.Value), p, func(id int) []edit {
				return []edit{around(p, n.Value, fmt.Sprintf("mutated.Unset(%d, ", id), ")")}
			})
		}
	}
}

// foreign reports whether a literal is of a struct of another package of ours.
func (p *pack) foreign(lit *ast.CompositeLit) bool {
	t, ok := types.Unalias(p.info.Types[lit].Type).(*types.Named)
	return ok && t.Obj().Pkg() != nil && own(t.Obj().Pkg().Path()) && strings.TrimPrefix(t.Obj().Pkg().Path(), module) != p.path
}

// without is the edit that leaves a statement out.
func without(p *pack, n ast.Node, id int) edit {
	return around(p, n, fmt.Sprintf("if !mutated.On(%d) { ", id), " }")
}

// listed reports whether the last but one node of a way is one that statements stand in.
func (p *pack) listed(above []ast.Node) bool {
	if len(above) < 2 {
		return false
	}
	switch above[len(above)-2].(type) {
	case *ast.BlockStmt, *ast.CaseClause, *ast.CommClause:
		return true
	}
	return false
}

func calls(call *ast.CallExpr, name string) bool {
	id, ok := call.Fun.(*ast.Ident)
	return ok && id.Name == name
}

func isError(t types.Type) bool {
	return t != nil && types.Identical(t, types.Universe.Lookup("error").Type())
}

// makes reports whether a call makes an error, or passes on what its arguments are,
// and does nothing else.
func makes(p *pack, call *ast.CallExpr) bool {
	switch fun := call.Fun.(type) {
	case *ast.SelectorExpr:
		id, ok := fun.X.(*ast.Ident)
		if !ok {
			return false
		}
		name, ok := p.info.Uses[id].(*types.PkgName)
		return ok && slices.Contains([]string{"fmt", "errors", "context"}, name.Imported().Path())
	case *ast.Ident:
		return slices.Contains([]string{"first", "decided", "ignoreMissing"}, fun.Name)
	}
	return false
}

// classic adds ordinary slips: a condition turned round, a bound moved, a statement left out.
func (f *finder) classic(p *pack) {
	p.each(func(n ast.Node, above []ast.Node) {
		in := "classic " + p.path + "." + within(above) + ": "
		switch n := n.(type) {
		case *ast.IfStmt:
			f.turn(in, p, n.Cond)
		case *ast.ForStmt:
			if n.Cond != nil {
				f.turn(in, p, n.Cond)
			}
		case *ast.BinaryExpr:
			f.bound(in, p, n, above)
		case *ast.ExprStmt, *ast.IncDecStmt, *ast.AssignStmt:
			f.leaveOut(in, p, n.(ast.Stmt), above)
		}
	})
}

func (f *finder) turn(in string, p *pack, cond ast.Expr) {
	if b, ok := p.info.Types[cond].Type.(*types.Basic); ok && p.info.Types[cond].Value == nil && b.Info()&types.IsBoolean != 0 {
		f.add(in+"not "+p.text(cond), p, func(id int) []edit {
			return []edit{around(p, cond, fmt.Sprintf("mutated.Not(%d, ", id), ")")}
		})
	}
}

// moved gives, by the sign of a comparison, the function that moves its bound.
func moved(op token.Token) string {
	switch op {
	case token.LSS:
		return "Less"
	case token.LEQ:
		return "LessEqual"
	case token.GTR:
		return "Greater"
	case token.GEQ:
		return "GreaterEqual"
	}
	return ""
}

func (f *finder) bound(in string, p *pack, n *ast.BinaryExpr, above []ast.Node) {
	name := moved(n.Op)
	if name == "" || p.info.Types[n].Value != nil {
		return
	}
	f.add(in+"bound of "+p.text(n), p, func(id int) []edit {
		whole := around(p, n, fmt.Sprintf("mutated.%s(%d, ", name, id), ")")
		at := p.fset.Position(n.OpPos).Offset
		return []edit{whole, {file: whole.file, start: at, end: at + len(n.Op.String()), before: ",", after: replaced}}
	})
}

func (f *finder) leaveOut(in string, p *pack, n ast.Stmt, above []ast.Node) {
	if !p.listed(append(slices.Clone(above), n)) {
		return
	}
	var what ast.Expr
	switch n := n.(type) {
	case *ast.ExprStmt:
		if call, ok := n.X.(*ast.CallExpr); ok && calls(call, "panic") {
			return
		}
		what = n.X
	case *ast.IncDecStmt:
		what = n.X
	case *ast.AssignStmt:
		if n.Tok == token.DEFINE {
			return
		}
		what = n.Lhs[0]
	}
	f.add(in+"without "+p.text(what)+" …", p, func(id int) []edit { return []edit{without(p, n, id)} })
}
