package tokens_test

import (
	"fmt"

	"mdck/tokens"
)

func Example() {
	counter, err := tokens.New(tokens.Default)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(counter.Count("- the parser keeps every byte\n"), counter.Name())
	// Control tokens count as ordinary characters.
	fmt.Println(counter.Count("<|endoftext|>"), counter.Name())

	_, err = tokens.New("o200k")
	fmt.Println(err)
	// Output:
	// 7 o200k_base
	// 7 o200k_base
	// expected encoding "o200k_base" or "cl100k_base", found "o200k"
}
