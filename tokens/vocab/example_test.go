package vocab_test

import (
	"encoding/base64"
	"fmt"
	"strings"

	"mdck/tokens/vocab"
)

func Example() {
	var file strings.Builder
	for b := range 256 {
		fmt.Fprintf(&file, "%s %d\n", base64.StdEncoding.EncodeToString([]byte{byte(b)}), b)
	}
	file.WriteString("YWI= 256\n") // ab

	ranks, err := vocab.ParseRanks(strings.NewReader(file.String()))
	if err != nil {
		fmt.Println(err)
		return
	}
	counter, err := vocab.FromRanks("toy", ranks, `\p{L}+|\P{L}+`)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(counter.Count("ab abba"), counter.Name())
	// Output:
	// 5 toy
}
