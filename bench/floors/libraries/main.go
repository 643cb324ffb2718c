// Libraries measures the minimum cost of the libraries of mdck: it parses a command line with kong,
// parses the named file with goldmark, and uses each of the other libraries a little.
package main

import (
	"fmt"
	"os"
	"regexp"

	"github.com/alecthomas/kong"
	"github.com/goccy/go-yaml"
	"github.com/sergi/go-diff/diffmatchpatch"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/text"
)

func main() {
	var line struct {
		File string `arg:"" optional:"" help:"File to parse."`
	}
	kong.Parse(&line)
	var front struct{ Title string }
	err := yaml.Unmarshal([]byte("title: floor\n"), &front)
	source := []byte(front.Title)
	if err == nil && line.File != "" {
		source, err = os.ReadFile(line.File)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "libraries:", err)
		os.Exit(2)
	}
	root := goldmark.New().Parser().Parse(text.NewReader(source))
	word := regexp.MustCompile(`\w+`).Find(source)
	fmt.Println(root.ChildCount(), len(word), len(diffmatchpatch.New().DiffMain("one", "two", false)))
}
