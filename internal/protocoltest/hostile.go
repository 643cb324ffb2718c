package protocoltest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

const draws = 200

// NoPanics checks that functions of the package in the working directory do not panic on unusual
// arguments. It also tries the methods of values and results. functions has each function under its
// name.
func NoPanics(t *testing.T, functions map[string]any, values ...any) {
	t.Helper()
	for _, name := range exportedFunctions(t) {
		if functions[name] == nil {
			t.Errorf("%s is not called", name)
		}
	}
	c := &caller{t: t, draw: rand.New(rand.NewPCG(1, 2)), seen: map[reflect.Type]int{}, made: map[reflect.Type][]reflect.Value{}}
	for _, v := range values {
		c.methods(reflect.ValueOf(v))
	}
	for range 2 { // the second round has the results of all functions
		for _, name := range slices.Sorted(maps.Keys(functions)) {
			c.call(name, reflect.ValueOf(functions[name]))
		}
	}
}

func exportedFunctions(t *testing.T) (names []string) {
	t.Helper()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), e.Name(), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.IsExported() && f.Type.TypeParams == nil {
				names = append(names, f.Name.Name)
			}
		}
	}
	return names
}

type caller struct {
	t    *testing.T
	draw *rand.Rand
	seen map[reflect.Type]int             // type -> number of method calls
	made map[reflect.Type][]reflect.Value // type -> returned pointers
}

func (c *caller) methods(v reflect.Value) {
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() || !strings.HasPrefix(pkgPath(v.Type()), "mdck/") || c.seen[v.Type()] > 3 {
		return
	}
	c.seen[v.Type()]++
	if v.Kind() == reflect.Pointer {
		c.made[v.Type()] = append(c.made[v.Type()], v)
	}
	for i := range v.NumMethod() {
		c.call(fmt.Sprintf("%v.%s", v.Type(), v.Type().Method(i).Name), v.Method(i))
	}
}

func pkgPath(t reflect.Type) string {
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t.PkgPath()
}

func (c *caller) call(name string, f reflect.Value) {
	n := draws
	for i := range f.Type().NumIn() {
		if f.Type().In(i).Kind() == reflect.Pointer {
			n = 3 // few, because a method such as Join may double a value
		}
	}
	if f.Type().NumIn() == 0 {
		n = 1
	}
	for range n {
		args := c.arguments(f.Type())
		if args == nil && f.Type().NumIn() > 0 {
			return
		}
		results, ok := c.try(name, f, args)
		if !ok {
			return
		}
		for _, r := range results {
			c.methods(r)
		}
	}
}

func (c *caller) arguments(f reflect.Type) (args []reflect.Value) {
	for i := range f.NumIn() {
		in := f.In(i)
		if in.Kind() == reflect.Pointer && in.Elem().Kind() == reflect.Struct && len(c.made[in]) == 0 {
			return nil
		}
		args = append(args, c.value(in, 0))
	}
	return args
}

func (c *caller) try(name string, f reflect.Value, args []reflect.Value) (results []reflect.Value, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			c.t.Errorf("%s(%+.300v) panics: %v\n%s", name, args, r, debug.Stack())
		}
	}()
	if f.Type().IsVariadic() {
		return f.CallSlice(args), true
	}
	return f.Call(args), true
}

var (
	hostileTexts = []string{
		"", " ", "\n", "\x00", "\xff\xfe", "\ufeff", "a", "/", "../x", "a/b.md", "{}", "[", `{"a": 1}`, "[[[[", "- x", "# a\n\n## b\n\n- c\n", "```", "<!-- ", "---\na: 1\n---\n",
		"2026-11-26T09:30:00Z", "İ", "%s%d", "\r", "\u202e", "<task type=\"x\">", "-1", "99999999999999999999", strings.Repeat("[", 500), strings.Repeat("ab ", 400),
	}
	hostileInts = []int64{0, 1, -1, 2, 7, 200, math.MaxInt32, math.MinInt32, math.MaxInt64, math.MinInt64}
	hostileTree = fstest.MapFS{
		"a": {Data: []byte("x")}, "a/b.md": {Data: []byte("# a\n")}, "checkpoint.md": {Data: []byte("\xff")}, "x/state.json": {Data: []byte("[")}, "d": {Mode: fs.ModeDir}, "p": {Mode: fs.ModeNamedPipe},
	}
	treeType, timeType, errType = reflect.TypeFor[fs.FS](), reflect.TypeFor[time.Time](), reflect.TypeFor[error]()
)

// value returns a random value; a pointer is nil or an earlier result.
func (c *caller) value(t reflect.Type, depth int) reflect.Value {
	v := reflect.New(t).Elem()
	switch {
	case t == treeType:
		v.Set(reflect.ValueOf(hostileTree))
	case t == timeType:
		v.Set(reflect.ValueOf(time.Unix(c.draw.Int64N(1<<40)-1<<39, 0)))
	case t == errType:
		v.Set(reflect.ValueOf(fs.ErrNotExist))
	default:
		c.fill(v, depth)
	}
	return v
}

func (c *caller) fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.String:
		v.SetString(hostileTexts[c.draw.IntN(len(hostileTexts))])
	case reflect.Bool:
		v.SetBool(c.draw.IntN(2) == 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(hostileInts[c.draw.IntN(len(hostileInts))])
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		v.SetUint(uint64(c.draw.IntN(300)))
	case reflect.Float64:
		v.SetFloat([]float64{0, -1, math.NaN(), math.Inf(1)}[c.draw.IntN(4)])
	case reflect.Slice:
		for range c.draw.IntN(3) {
			if e := v.Type().Elem(); e.Kind() == reflect.Pointer && len(c.made[e]) == 0 {
				return
			}
			v.Set(reflect.Append(v, c.value(v.Type().Elem(), depth+1)))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
	case reflect.Pointer:
		if made := c.made[v.Type()]; len(made) > 0 {
			v.Set(made[c.draw.IntN(len(made))])
		}
	case reflect.Struct:
		c.fillStruct(v, depth)
	case reflect.Func:
		v.Set(reflect.MakeFunc(v.Type(), func([]reflect.Value) (out []reflect.Value) {
			for i := range v.Type().NumOut() {
				out = append(out, reflect.Zero(v.Type().Out(i)))
			}
			return out
		}))
	}
}

func (c *caller) fillStruct(v reflect.Value, depth int) {
	for i := range v.NumField() {
		if f := v.Field(i); f.CanSet() && f.Type() == treeType {
			f.Set(reflect.ValueOf(hostileTree))
		}
	}
	if depth > 2 || c.draw.IntN(2) == 0 {
		return
	}
	for i := range v.NumField() {
		switch f := v.Field(i); {
		case !f.CanSet():
		case f.Kind() == reflect.Struct, f.Kind() == reflect.String, f.CanInt(), f.Kind() == reflect.Bool:
			f.Set(c.value(f.Type(), depth+1))
		}
	}
}
