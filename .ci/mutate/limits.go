package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// limits moves each limit by one, up and down: every constant that is a number and no
// member of an enumeration, the numbers of tables, comparisons, calls and results, and
// those in texts that are patterns.
func (f *finder) limits() {
	for _, p := range f.packs {
		if strings.HasPrefix(p.path, "tokens") || strings.HasPrefix(p.path, "bench") {
			continue // held to another program, byte by byte
		}
		p.each(func(n ast.Node, above []ast.Node) {
			switch n := n.(type) {
			case *ast.ValueSpec:
				f.constants(p, n, above)
			case *ast.BasicLit:
				f.literal(p, n, above)
			}
		})
	}
	for _, p := range f.packs {
		p.each(func(n ast.Node, above []ast.Node) {
			if id, ok := n.(*ast.Ident); ok {
				f.use(p, id, above)
			}
		})
	}
}

// constants adds the limits that a declaration makes.
func (f *finder) constants(p *pack, spec *ast.ValueSpec, above []ast.Node) {
	gen, ok := above[len(above)-1].(*ast.GenDecl)
	if !ok || gen.Tok != token.CONST || len(spec.Values) != len(spec.Names) {
		return
	}
	for i, name := range spec.Names {
		c, ok := p.info.Defs[name].(*types.Const)
		if !ok || !number(c) || enumerated(c, spec.Values[i]) {
			continue
		}
		title := name.Name
		if in := within(above); in != "" {
			title = in + "." + title
		}
		f.limit[place(p, c)] = f.twins("limit "+p.path+"."+title, p, nil)
	}
}

// twins adds the two mutants of a limit and gives the number of the first.
func (f *finder) twins(name string, p *pack, make func(id int) []edit) int {
	if make == nil {
		make = func(int) []edit { return nil }
	}
	id := f.add(name+" up", p, make)
	f.add(name+" down", p, func(int) []edit { return nil })
	return id
}

// place tells constants apart, those that another package knows by its export data too.
func place(p *pack, c *types.Const) string {
	pos := p.fset.Position(c.Pos())
	return fmt.Sprintf("%s:%d %s", pos.Filename, pos.Line, c.Name())
}

// number reports whether a constant is a number, and no character.
func number(c *types.Const) bool {
	b, ok := c.Type().(*types.Basic)
	return (c.Val().Kind() == constant.Int || c.Val().Kind() == constant.Float) && !(ok && b.Kind() == types.UntypedRune)
}

// enumerated reports whether a value is one of a set and not a quantity: what has a type
// of ours is.
func enumerated(c *types.Const, value ast.Expr) bool {
	n, found := types.Unalias(c.Type()).(*types.Named)
	found = found && n.Obj().Pkg() != nil && own(n.Obj().Pkg().Path())
	ast.Inspect(value, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && id.Name == "iota" {
			found = true
		}
		return true
	})
	return found
}

// use shifts one use of a constant that is a limit.
func (f *finder) use(p *pack, id *ast.Ident, above []ast.Node) {
	c, ok := p.info.Uses[id].(*types.Const)
	if !ok || !number(c) || fixed(above, id) {
		return
	}
	at, ok := f.limit[place(p, c)]
	if !ok {
		return
	}
	var e ast.Expr = id
	if sel, ok := above[len(above)-1].(*ast.SelectorExpr); ok && sel.Sel == id {
		e, above = sel, above[:len(above)-1]
	}
	if edit, ok := p.shift(at, e, above); ok {
		m := &f.found[at-1]
		m.edits = append(m.edits, edit)
	}
}

// literal adds the limit that a literal is, or the limits that it holds.
func (f *finder) literal(p *pack, lit *ast.BasicLit, above []ast.Node) {
	switch {
	case fixed(above, lit):
	case lit.Kind == token.STRING:
		f.counts(p, lit, above)
	case lit.Kind == token.INT || lit.Kind == token.FLOAT:
		e, above := p.whole(lit, above)
		if !f.bare(p, e, above) {
			return
		}
		name := fmt.Sprintf("limit %s.%s %s", p.path, within(above), p.text(e))
		f.twins(name, p, func(id int) []edit {
			if e, ok := p.shift(id, e, above); ok {
				return []edit{e}
			}
			return nil
		})
	}
}

// whole is the constant expression that a literal begins, such as 30*time.Minute, with
// the nodes above it.
func (p *pack) whole(lit *ast.BasicLit, above []ast.Node) (ast.Expr, []ast.Node) {
	var e ast.Expr = lit
	for len(above) > 0 {
		outer, ok := above[len(above)-1].(*ast.BinaryExpr)
		if !ok || outer.X != e || p.info.Types[outer].Value == nil {
			break
		}
		e, above = outer, above[:len(above)-1]
	}
	return e, above
}

// bare reports whether a number is a limit by where it stands: in a table, as a result,
// beside a sign of comparison, or as what a function of ours is given. One is a limit
// where a field is called so only: elsewhere it is the next or the last of something.
func (f *finder) bare(p *pack, e ast.Expr, above []ast.Node) bool {
	v := p.info.Types[e].Value
	least := int64(2)
	if kv, ok := parent(above).(*ast.KeyValueExpr); ok && bounding(kv.Key) {
		least = 1
	}
	if v == nil || v.Kind() != constant.Int && v.Kind() != constant.Float || constant.Compare(v, token.LSS, constant.MakeInt64(least)) {
		return false
	}
	switch n := parent(above).(type) {
	case *ast.CompositeLit, *ast.ReturnStmt:
		return true
	case *ast.KeyValueExpr:
		return n.Value == e
	case *ast.CallExpr:
		return n.Fun != e && f.takesLimits(p, n)
	case *ast.BinaryExpr:
		return slices.Contains([]token.Token{token.LSS, token.LEQ, token.GTR, token.GEQ}, n.Op) || equalLength(n)
	}
	return false
}

// bounding reports whether a key of a literal says that its value is a limit.
func bounding(key ast.Expr) bool {
	id, ok := key.(*ast.Ident)
	return ok && slices.ContainsFunc([]string{"Min", "Max", "Keep", "least", "most"}, func(word string) bool { return strings.HasPrefix(id.Name, word) })
}

// equalLength reports whether a length is compared for being one number.
func equalLength(n *ast.BinaryExpr) bool {
	call, ok := n.X.(*ast.CallExpr)
	return ok && (n.Op == token.EQL || n.Op == token.NEQ) && calls(call, "len")
}

// takesLimits reports whether a function is of ours, or min or max: what others take is
// a base, a size of words or a mode.
func (f *finder) takesLimits(p *pack, call *ast.CallExpr) bool {
	if p.info.Types[call.Fun].IsType() {
		return false
	}
	id, ok := call.Fun.(*ast.Ident)
	if sel, is := call.Fun.(*ast.SelectorExpr); is {
		id, ok = sel.Sel, true
	}
	if !ok || p.info.Uses[id] == nil {
		return false
	}
	if of := p.info.Uses[id].Pkg(); of != nil {
		return own(of.Path())
	}
	return id.Name == "min" || id.Name == "max"
}

// shift is the edit that moves a number; not ok if its type cannot be spelled here.
func (p *pack) shift(id int, e ast.Expr, above []ast.Node) (edit, bool) {
	t := p.typeOf(e, above)
	before, after := fmt.Sprintf("mutated.Shift(%d, ", id), ")"
	if b, ok := t.(*types.Basic); ok && b.Info()&types.IsUntyped == 0 && b.Kind() != types.Int {
		before, after = before+b.Name()+"(", "))"
	}
	if n, ok := t.(*types.Named); ok {
		name, ok := p.spell(n, above)
		if !ok {
			return edit{}, false
		}
		before, after = before+name+"(", "))"
	}
	return around(p, e, before, after), true
}

// spell is a named type as the file writes it; not ok if the file does not import it.
func (p *pack) spell(n *types.Named, above []ast.Node) (string, bool) {
	of := n.Obj().Pkg()
	if of == nil || strings.TrimPrefix(of.Path(), module) == p.path {
		return n.Obj().Name(), true
	}
	for _, spec := range above[0].(*ast.File).Imports {
		if strings.Trim(spec.Path.Value, `"`) == of.Path() && spec.Name == nil {
			return of.Name() + "." + n.Obj().Name(), true
		}
	}
	return "", false
}

// typeOf is the type that a number gets from where it stands. A constant that is part of
// another has none of its own.
func (p *pack) typeOf(e ast.Expr, above []ast.Node) types.Type {
	t := p.info.Types[e].Type
	if id, ok := e.(*ast.Ident); ok && t == nil {
		t = p.info.Uses[id].Type()
	}
	for _, n := range slices.Backward(above) {
		outer, ok := n.(ast.Expr)
		if b, untyped := t.(*types.Basic); !ok || !untyped || b.Info()&types.IsUntyped == 0 || p.info.Types[outer].Value == nil {
			break
		}
		t = p.info.Types[outer].Type
	}
	return t
}
