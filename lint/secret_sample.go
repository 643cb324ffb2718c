package lint

import (
	"encoding/base64"
	"strings"
)

// sampleWords are what documentation begins keys with that are for show.
var sampleWords = [...]string{"EXAMPLE", "PLACEHOLDER", "DUMMY", "FAKE", "TEST", "SAMPLE", "YOUR", "REDACTED"}

// knownSamples are the random parts of keys that issuers print in their own documentation.
// Sources: Stripe's API reference, the guides of Google Maps, jwt.io, the documentation of PyJWT,
// of Azure's storage emulator and of Azure's Cosmos emulator.
var knownSamples = [...]string{
	"4eC39HqLyjWDarjtT1zdp7dc",
	"BQokikJOvBiI2HlWgH4olfQ2",
	"SyDaGmWKa4JsXZ-HjGw7ISLn_3namBGewQe",
	"SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c",
	"4twFt5NiznN84AWoo1d7KO1T_yoc0Z6XOpOVswacPZg",
	"TJVA95OrM7E2cBab30RMHrHDcEfxjoYZgeFONFh7HgQ",
	"Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==",
	"C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==",
}

// isSample reports whether the random part of a key is for show: printed by the issuer,
// begun with a word that says so, or made of words, rows and repetitions.
func isSample(key string) bool {
	for _, s := range knownSamples {
		if key == s {
			return true
		}
	}
	return namesSample(key, sampleWords[:]) || isWordy(key) || isMonotone(key) || repeats(key) || isInRows(key)
}

// isForEveryone reports whether a web token, "eyJ" left out, is no secret by what it says: that
// of a visitor of Supabase, which stands in every page, or one of its copy on a developer's machine,
// the same for all. Source: Supabase's documentation of API keys.
func isForEveryone(body string) bool {
	_, claims, _ := strings.Cut(body, ".")
	claims, _, _ = strings.Cut(claims, ".")
	text, err := base64.RawURLEncoding.DecodeString(claims)
	return err == nil && (strings.Contains(string(text), `"role":"anon"`) || strings.Contains(string(text), `"iss":"supabase-demo"`))
}

// isMonotone reports whether text has too few different characters to be random.
func isMonotone(text string) bool {
	const few = 6
	var seen [256]bool
	different := 0
	for i := range len(text) {
		if !seen[text[i]] {
			seen[text[i]] = true
			different++
		}
	}
	return different < few
}

// repeats reports whether text is a short piece again and again, but for one byte in five.
func repeats(text string) bool {
	const longest, share = 16, 80 // bytes of a piece; in a hundred
	for n := 1; n <= longest && 2*n <= len(text); n++ {
		same := 0
		for i := n; i < len(text); i++ {
			if text[i] == text[i-n] {
				same++
			}
		}
		if 100*same >= share*(len(text)-n) {
			return true
		}
	}
	return false
}

// isInRows reports whether rows of the alphabet or of digits, small letters and capitals alike,
// fill half of text: one ("aBcDeF"), or two in turns ("a1b2c3").
func isInRows(text string) bool {
	return 2*rowBytes(text, 1) >= len(text) || 2*rowBytes(text, 2) >= len(text)
}

// rowBytes is how many bytes of text are of rows where each is followed by the next one of the
// alphabet step bytes later.
func rowBytes(text string, step int) int {
	const least = 3 // of such neighbours; fewer come by chance
	all, row := 0, 0
	for i := step; i <= len(text); i++ {
		if i < len(text) && follows(text[i-step], text[i]) {
			row++
			continue
		}
		if row >= least {
			all += row + step
		}
		row = 0
	}
	return all
}

// namesSample reports whether a key has one of words, in capitals, right behind its prefix, or
// elsewhere with nothing left beside it that could be a key: somebody may have put a label
// behind a real one, and four letters come by chance.
func namesSample(key string, words []string) bool {
	const (
		most  = 6  // letters of a version, as in "api03-"
		least = 12 // of what is left of a key
	)
	upper := strings.ToUpper(key)
	head := strings.IndexAny(upper[:min(len(upper), most)], "-_") + 1
	rest := key
	for _, w := range words {
		if strings.HasPrefix(upper, w) || strings.HasPrefix(upper[head:], w) {
			return true
		}
		if i := strings.Index(strings.ToUpper(rest), w); i >= 0 {
			rest = rest[:i] + rest[i+len(w):]
		}
	}
	return len(rest) < len(key) && (len(rest) < least || isWordy(rest))
}

// isWordy reports whether text is made of words, rows of the alphabet and repetitions: most
// neighbours in it are such as these have, where random text has them in one of four cases,
// and fewer change between small letters, capitals and digits than do in random text. Where a
// word ends (a separator, a capital behind a small letter) there are no neighbours.
func isWordy(text string) bool {
	const share, most = 67, 45 // in a hundred, of such neighbours and of changes
	all, changes, pairs, words := 0, 0, 0, 0
	for i := 1; i < len(text); i++ {
		a, b := text[i-1], text[i]
		if !isAlnum(a) || !isAlnum(b) {
			continue
		}
		all++
		capital := isUpper(a) && isLower(b) && (i == 1 || isLower(text[i-2])) // the first letter of a word
		if class(a) != class(b) && !capital {
			changes++
		}
		if isLower(a) && isUpper(b) {
			continue
		}
		pairs++
		if a|0x20 == b|0x20 || follows(a, b) || isCommon(a, b) {
			words++
		}
	}
	return 100*words >= share*pairs && 100*changes <= most*all
}

// class is 'a', 'A' or '0' for a small letter, a capital or another character.
func class(c byte) byte {
	switch {
	case isLower(c):
		return 'a'
	case isUpper(c):
		return 'A'
	}
	return '0'
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }

// follows reports whether a letter or digit is the one behind another.
func follows(a, b byte) bool { return isAlnum(a) && (b|0x20 == (a|0x20)+1 || a == '9' && b == '0') }

// commonPairs has, for each letter, those that often stand behind it in words. Source: the
// 150 pairs that make up 88 in 100 of all in the documentation of mdck and of Go 1.26, of 676
// that random text has.
var commonPairs = [...]string{
	0:         "cdgilmnrstuy",
	'b' - 'a': "eouy",
	'c' - 'a': "acehkot",
	'd' - 'a': "aceios",
	'e' - 'a': "acdflmnprstvx",
	'f' - 'a': "aio",
	'g' - 'a': "eos",
	'h' - 'a': "aeior",
	'i' - 'a': "cdfglmnorst",
	'j' - 'a': "s",
	'k' - 'a': "eps",
	'l' - 'a': "adeilo",
	'm' - 'a': "adeimop",
	'n' - 'a': "acdefgiost",
	'o' - 'a': "cdfiklmnoprstuw",
	'p' - 'a': "aelor",
	'q' - 'a': "",
	'r' - 'a': "aeikorstuy",
	's' - 'a': "aehikostu",
	't' - 'a': "aehiorst",
	'u' - 'a': "lmnrst",
	'v' - 'a': "e",
	'w' - 'a': "ahir",
	'x' - 'a': "t",
	'y' - 'a': "",
	'z' - 'a': "",
}

// isCommon reports whether two characters are letters that often stand together.
func isCommon(a, b byte) bool {
	a, b = a|0x20, b|0x20
	return isLower(a) && isLower(b) && strings.IndexByte(commonPairs[a-'a'], b) >= 0
}
