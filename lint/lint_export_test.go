package lint

import "io/fs"

const (
	UnusedIgnore = unusedIgnore
	MaxMessage   = maxMessage
)

var LineOf = lineOf

func Patched(tree fs.FS, texts map[string]string) fs.FS { return patched{tree, texts} }

func (f *Fixed) Pass(in Input, found []Diagnostic) (bool, error) { return f.pass(in, found) }

func Units(in Input) (files []*Unit, main *Unit) {
	c := in.Checker.Read(in)
	files = unitsOf(in, c)
	return files, mainUnit(in, c, files)
}
