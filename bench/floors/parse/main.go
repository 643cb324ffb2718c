// Parse measures the minimum cost of programs that read Markdown with goldmark: it parses the given
// files with the default parser and counts the nodes.
package main

import (
	"fmt"
	"os"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"
)

func main() {
	nodes := 0
	parser := goldmark.New().Parser()
	for _, name := range os.Args[1:] {
		src, err := os.ReadFile(name)
		if err != nil {
			fmt.Fprintln(os.Stderr, "parse:", err)
			os.Exit(2)
		}
		_ = ast.Walk(parser.Parse(text.NewReader(src)), func(_ ast.Node, entering bool) (ast.WalkStatus, error) {
			if entering {
				nodes++
			}
			return ast.WalkContinue, nil
		})
	}
	fmt.Println(nodes)
}
