package lint

import (
	"strings"

	"mdck/mdcheckpoint/source"
)

// holdsKey reports whether a key follows the first line of a PEM block, in lines or with
// their ends escaped. Without one the line is what a check looks for, or an example.
func holdsKey(rest string) bool {
	const most, least, sure = 64, 24, 12 // bytes to look at, of what counts as a key, and of what begins as keys do
	rest = strings.ReplaceAll(rest[:min(len(rest), most)], `\n`, "\n")
	bare := strings.TrimLeft(rest, " \t\r\n")
	if strings.Contains(rest[:len(rest)-len(bare)], "\n") {
		bare = strings.TrimLeft(bare, "\"'>|+# \t\r\n") // of a string that is joined, or a quote
	}
	n := 0
	for n < len(bare) && (isAlnum(bare[n]) || bare[n] == '+' || bare[n] == '/') {
		n++
	}
	begins := n >= sure && (bare[0] == 'M' && 'A' <= bare[1] && bare[1] <= 'Z' || strings.HasPrefix(bare, "b3Bl"))
	return (begins || n >= least) && !isSample(bare[:n]) || strings.HasPrefix(bare, "Proc-Type:")
}

// privateKeys finds the first lines of PEM blocks that hold private keys.
func privateKeys(text string) []Finding {
	const begin, kind = "-----BEGIN ", "PRIVATE KEY"
	var found []Finding
	for at := 0; ; {
		i := strings.Index(text[at:], begin)
		if i < 0 {
			return found
		}
		start := at + i
		at = start + len(begin)
		label, _, ok := strings.Cut(text[at:min(len(text), at+64)], "-----")
		if ok && strings.Contains(label, kind) && !strings.ContainsAny(label, "\r\n") && holdsKey(text[at+len(label)+len("-----"):]) {
			found = append(found, Finding{
				Span:    source.Span{Start: start, End: at + len(label) + len("-----")},
				Message: "this is the beginning of a private key: " + label,
			})
		}
	}
}
