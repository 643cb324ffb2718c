package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"math/rand/v2"
	"slices"
	"strings"
)

// A mutant is one place that is broken in one way.
type mutant struct {
	name   string
	id     int
	pack   string
	edits  []edit // the same for the two mutants of a limit, which stand with the first
	excuse string
}

// An edit puts text around a piece of a file, and perhaps other text in place of a piece
// in it.
type edit struct {
	file       string
	start, end int // bytes
	before     string
	after      string
}

// A finder collects mutants.
type finder struct {
	packs []*pack
	found []mutant
	times map[string]int // how often a name was given
	limit map[string]int // number of the mutant of a constant, by its place
}

func (f *finder) add(name string, p *pack, make func(id int) []edit) int {
	f.times[name]++
	if n := f.times[name]; n > 1 {
		name = fmt.Sprintf("%s #%d", name, n)
	}
	id := len(f.found) + 1
	f.found = append(f.found, mutant{name: name, id: id, pack: p.path, edits: make(id)})
	return id
}

// around is an edit that puts text around a node.
func around(p *pack, n ast.Node, before, after string) edit {
	at, end := p.fset.Position(n.Pos()), p.fset.Position(n.End())
	return edit{at.Filename, at.Offset, end.Offset, before, after}
}

// find gives the mutants that o asks for. Their numbers are those of the whole list.
func find(packs []*pack, o options) ([]mutant, error) {
	f := &finder{packs: packs, times: map[string]int{}, limit: map[string]int{}}
	if o.classic > 0 {
		for _, p := range packs {
			if o.packages.MatchString(p.path) {
				f.classic(p)
			}
		}
		r := rand.New(rand.NewPCG(o.seed, 0))
		r.Shuffle(len(f.found), func(i, j int) { f.found[i], f.found[j] = f.found[j], f.found[i] })
		f.found = f.found[:min(o.classic, len(f.found))]
		slices.SortFunc(f.found, func(a, b mutant) int { return a.id - b.id })
		return f.found, nil
	}
	if err := f.rules(); err != nil {
		return nil, err
	}
	f.limits()
	f.steps()
	if err := excuse(f.found); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(f.found, func(m mutant) bool { return !o.only.MatchString(m.name) && !o.only.MatchString(pair(m.name)) }), nil
}

// pair is the name of the other mutant of a limit, because both are made by one edit.
func pair(name string) string {
	if rest, ok := strings.CutSuffix(name, " up"); ok {
		return rest + " down"
	}
	if rest, ok := strings.CutSuffix(name, " down"); ok {
		return rest + " up"
	}
	return name
}

// each calls visit for every node of every file, with the nodes above it.
func (p *pack) each(visit func(n ast.Node, above []ast.Node)) {
	for _, file := range p.files {
		var above []ast.Node
		ast.Inspect(file, func(n ast.Node) bool {
			if n == nil {
				above = above[:len(above)-1]
				return true
			}
			visit(n, above)
			above = append(above, n)
			return true
		})
	}
}

// within is the name of the declaration that encloses a node.
func within(above []ast.Node) string {
	for _, n := range above {
		switch n := n.(type) {
		case *ast.FuncDecl:
			return n.Name.Name
		case *ast.ValueSpec:
			return n.Names[0].Name
		}
	}
	return ""
}

// text is a node as the source has it, on one line and not too long.
func (p *pack) text(n ast.Node) string {
	s := strings.Join(strings.Fields(types.ExprString(n.(ast.Expr))), " ")
	if r := []rune(s); len(r) > 60 {
		s = string(r[:60]) + "…"
	}
	return s
}

// parent is the node above, parentheses left out.
func parent(above []ast.Node) ast.Node {
	for _, n := range slices.Backward(above) {
		if _, ok := n.(*ast.ParenExpr); !ok {
			return n
		}
	}
	return nil
}

// fixed reports whether what stands here has to be known by the compiler.
func fixed(above []ast.Node, n ast.Node) bool {
	for _, a := range slices.Backward(above) {
		switch a := a.(type) {
		case *ast.GenDecl:
			return a.Tok == token.CONST
		case *ast.ArrayType:
			return a.Len == n
		case *ast.FuncDecl:
			return false
		}
		if e, ok := a.(ast.Expr); ok {
			n = e
		}
	}
	return false
}
