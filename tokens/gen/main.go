//go:build ignore

// This program makes the tables of package tokens in the current directory.
// It is run by go generate.
package main

import (
	"fmt"
	"os"

	loader "github.com/pkoukk/tiktoken-go-loader"

	"mdck/tokens/internal/table"
)

func main() {
	if err := generate("o200k_base", "cl100k_base"); err != nil {
		fmt.Fprintln(os.Stderr, "gen:", err)
		os.Exit(1)
	}
}

func generate(encodings ...string) error {
	for _, name := range encodings {
		ranks, err := loader.NewOfflineLoader().LoadTiktokenBpe(name + ".tiktoken")
		if err != nil {
			return err
		}
		data, err := table.Build(ranks)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := os.WriteFile(name+".table", data, 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile("classes.table", table.BuildClasses(), 0o644)
}
